/// The settings of a part, each of which users may turn by name.
///
/// A set is a plain value with a default for each property; ``dials`` says once of each what it is
/// called, in which unit it is, how far it may go, what it does and who says so. Scenario files,
/// `--set`, the schema, `venuesim list dials`, sweeps and documents follow from that table.
///
/// ```swift
/// struct Smoother: DialSet {
///   var gain = 0.3
///   var memory = SimDuration.seconds(20)
///
///   static let dials: [Dial<Self>] = [
///     .number("gain", \.gain, "", 0...1, "How much of a new reading counts.", .estimate),
///     .time("memory", \.memory, 1...3600, "How long a reading counts.", .estimate),
///   ]
/// }
/// ```
public protocol DialSet: Hashable, Sendable {
  /// The defaults.
  init()

  /// What can be turned, in the order of lists.
  static var dials: [Dial<Self>] { get }
}

extension DialSet {
  /// A row for each dial, groups opened, with the values of this set.
  ///
  /// - Parameter prefix: What stands before each name: `stack.satellites.`.
  /// - Returns: The rows.
  public func dialRows(prefix: String = "") -> [DialRow] {
    Self.dials.flatMap { $0.rows(self, prefix) }
  }

  /// The names of all dials, groups opened: `gain`, `stride.forgetting`.
  public static var dialNames: [String] { Self().dialRows().map(\.name) }
}

extension ObjectReader {
  /// Reads the dials of a set that stand among an object's keys.
  ///
  /// - Parameter defaults: What they are where the document says nothing.
  /// - Returns: The set as the document has it.
  public mutating func dials<Settings: DialSet>(_ defaults: Settings = Settings()) -> Settings {
    var settings = defaults
    for dial in Settings.dials { dial.read(&self, &settings) }
    return settings
  }
}

/// A mapping whose keys are the dials of a set.
public struct DialForm<Settings: DialSet>: DocumentForm {
  let defaults: Settings

  /// Reads dials over defaults.
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
    let settings = reader.dials(defaults)
    reader.finish()
    return context.errorCount == before ? settings : nil
  }

  public func schema(in builder: SchemaBuilder) -> JSONValue {
    let describer = ObjectDescriber(builder)
    var reader = ObjectReader(nil, in: DecodingContext(), describer: describer)
    _ = reader.dials(defaults)
    return describer.schema
  }
}

/// A dial as a list shows it.
public struct DialRow: Hashable, Sendable {
  /// Its name, with those of the groups it is in: `stride.forgetting`.
  public var name: String
  /// What it is now, with its unit: `0.4 m2/s3`.
  public var value: String
  /// Its unit; empty for numbers without one, switches and choices.
  public var unit: String
  /// The values that make sense: `0..10`, `true|false`, `tiles|areas`.
  public var range: String
  /// Values within the range that aren't ``value``, as a document writes them, to see what it does:
  /// a moderate one first, then the ends.
  public var others: [String]
  /// What it does.
  public var meaning: String
  /// Who says so.
  public var source: DialSource

  /// A moderate value that isn't ``value``.
  public var other: String { others.first ?? value }
}
