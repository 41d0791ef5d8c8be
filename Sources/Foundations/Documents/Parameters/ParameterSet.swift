/// The parameters of a module, each of which users can set by name.
///
/// A set is a plain value with a default for each property. The table ``parameters`` declares each
/// parameter's name, unit, range, meaning and source once. Scenario files, `--set`, the schema,
/// `venuesim list parameters`, sweeps and documents follow from that table.
///
/// ```swift
/// struct Smoother: ParameterSet {
///   var gain = 0.3
///   var memory = SimDuration.seconds(20)
///
///   static let parameters: [Parameter<Self>] = [
///     .number("gain", \.gain, "", 0...1, "Weight of a new reading.", .estimate),
///     .time("memory", \.memory, 1...3600, "Lifetime of a reading.", .estimate),
///   ]
/// }
/// ```
public protocol ParameterSet: Hashable, Sendable {
  /// Creates the set with its defaults.
  init()

  /// The parameters, in the order of lists.
  static var parameters: [Parameter<Self>] { get }
}

extension ParameterSet {
  /// One row per parameter, groups expanded, with the values of this set.
  ///
  /// Each name begins with the prefix, such as `stack.satellites.`.
  public func parameterRows(prefix: String = "") -> [ParameterRow] {
    Self.parameters.flatMap { $0.rows(self, prefix) }
  }

  /// The names of all parameters, groups expanded: `gain`, `stride.forgetting`.
  public static var parameterNames: [String] { Self().parameterRows().map(\.name) }
}

extension ObjectReader {
  /// Reads the parameters of a set among an object's keys; omitted keys keep the defaults.
  public mutating func parameters<Settings: ParameterSet>(
    _ defaults: Settings = Settings()
  ) -> Settings {
    var settings = defaults
    for parameter in Settings.parameters { parameter.read(&self, &settings) }
    return settings
  }
}

/// A mapping whose keys are the parameters of a set.
public struct ParameterForm<Settings: ParameterSet>: DocumentForm {
  let defaults: Settings

  /// Creates a form with default values.
  public init(_ defaults: Settings = Settings()) {
    self.defaults = defaults
  }

  public var expectation: String { "a mapping" }
  public var placeholder: Settings { defaults }

  public func read(_ node: Node, in context: DecodingContext) -> Settings? {
    guard node.kind == .mapping else {
      context.reportMismatch(expected: expectation, at: node)
      return nil
    }
    let before = context.errorCount
    var reader = ObjectReader(node, in: context)
    let settings = reader.parameters(defaults)
    reader.finish()
    return context.errorCount == before ? settings : nil
  }

  public func schema(in builder: SchemaBuilder) -> JSONValue {
    let describer = ObjectDescriber(builder)
    var reader = ObjectReader(nil, in: DecodingContext(), describer: describer)
    _ = reader.parameters(defaults)
    return describer.schema
  }
}

/// A parameter as shown in lists.
public struct ParameterRow: Hashable, Sendable {
  /// The name with its groups: `stride.forgetting`.
  public var name: String
  /// The current value with its unit: `0.4 m2/s3`.
  public var value: String
  /// The unit; empty for plain numbers, switches and choices.
  public var unit: String
  /// The valid values: `0..10`, `true|false`, `tiles|areas`.
  public var range: String
  /// Other valid values as a document writes them, for trying out: a moderate one first, then the ends
  /// of the range.
  public var others: [String]
  /// The effect of the parameter.
  public var meaning: String
  /// The source of the default.
  public var source: ParameterSource

  /// A moderate value other than ``value``.
  public var other: String { others.first ?? value }
}
