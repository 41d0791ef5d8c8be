import Documents
import Signals
import TestSupport
import Testing

/// A key somewhere below an object, with its schema.
struct DescribedKey {
  /// The keys from the outermost one to this one.
  var path: [String]
  /// The schema, with references resolved.
  var schema: JSONValue
  /// The key's description, with the limits of quantities.
  var words: String

  /// Values that the schema allows, as YAML.
  var legal: [String] { Self.legal(schema, words) }

  /// Values outside of the schema's limits, as YAML.
  var illegal: [String] {
    if case .array(let forms)? = schema["anyOf"] {
      return forms.flatMap { DescribedKey(path: path, schema: $0, words: "").illegal }
        + beyondWords
    }
    let low = Self.number(schema["minimum"]).map { $0 - 1 }
    let high = Self.number(schema["maximum"]).map { $0 + 1 }
    return [low, high].compactMap { $0 }.map(Self.text) + beyondWords
  }

  /// Quantities slightly outside of the described limits.
  private var beyondWords: [String] {
    let (low, high) = Self.limits(in: words)
    return [low.map { ($0, -1.0) }, high.map { ($0, 1.0) }].compactMap { $0 }.compactMap { limit in
      let parts = limit.0.split(separator: " ", maxSplits: 1)
      guard let value = parts.first.flatMap({ Double($0) }) else { return nil }
      let unit = parts.count > 1 ? " \(parts[1])" : ""
      return Self.text(value + limit.1 * max(1, abs(value))) + unit
    }
  }

  private static func legal(_ schema: JSONValue, _ words: String) -> [String] {
    if case .array(let values)? = schema["enum"] { return values.map { $0.text() } }
    if let value = schema["const"] { return [value.text()] }
    if case .array(let forms)? = schema["anyOf"] { return forms.flatMap { legal($0, words) } }
    switch schema["type"] {
    case .string("boolean"): return ["true", "false"]
    case .string("integer"), .string("number"):
      return ["minimum", "maximum"].compactMap { number(schema[$0]) }.map(text)
    case .string("array"):
      return schema["items"].map { legal($0, "") }?.map { "[\($0)]" } ?? []
    case .string("string") where schema["pattern"] == nil: return ["'x'"]
    default:
      let (low, high) = limits(in: words)
      return [low, high].compactMap { $0 }
    }
  }

  /// The limits of a quantity, which its schema can only describe in words.
  private static func limits(in words: String) -> (low: String?, high: String?) {
    guard let start = words.ranges(of: "At least ").last else { return (nil, nil) }
    let parts = words[start.upperBound...].dropLast().split(separator: " and at most ")
    return (parts.first.map(String.init), parts.count > 1 ? String(parts[1]) : nil)
  }

  private static func number(_ value: JSONValue?) -> Double? {
    switch value {
    case .int(let value)?: Double(value)
    case .number(let value)?: value
    default: nil
    }
  }

  private static func text(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
  }
}

/// The described keys of an object, and those that the decoder ignores.
struct DescribedObject<Object: DocumentObject & Equatable> {
  let keys: [DescribedKey]
  private let standard: Object

  init(_ type: Object.Type, standard: Object) {
    self.standard = standard
    let root = jsonSchema(of: type, title: "T")
    let validator = SchemaValidator(root)
    var keys: [DescribedKey] = []
    func collect(_ schema: JSONValue, _ path: [String]) {
      guard case .object(let properties)? = schema["properties"] else { return }
      for member in properties.members {
        var words = ""
        if case .string(let text)? = member.value["description"] { words = text }
        var forms = [validator.resolve(member.value)]
        for name in ["anyOf", "oneOf"] {
          if case .array(let parts)? = forms[0][name] { forms = parts.map(validator.resolve) }
        }
        if case .string("array")? = forms[0]["type"], let items = forms[0]["items"] {
          forms = [["type": "array", "items": validator.resolve(items)]]
        }
        let path = path + [member.key]
        for object in forms where object["properties"] != nil { collect(object, path) }
        let leaves = forms.filter { $0["properties"] == nil }
        guard !leaves.isEmpty else { continue }
        let schema: JSONValue = leaves.count == 1 ? leaves[0] : ["anyOf": .array(leaves)]
        keys.append(DescribedKey(path: path, schema: schema, words: words))
      }
    }
    collect(validator.resolve(root), [])
    self.keys = keys
  }

  /// A document that sets one key, with its line.
  static func document(_ path: [String], _ value: String) -> (text: String, line: Int) {
    var text = ""
    for (depth, key) in path.enumerated() {
      text += String(repeating: "  ", count: depth) + key + ":"
      text += depth == path.count - 1 ? " \(value)\n" : "\n"
    }
    return (text, path.count)
  }

  func decode(_ path: [String], _ value: String) throws(DocumentError) -> Object {
    try decodeDocument(
      Object.self, bytes: Array(Self.document(path, value).text.utf8), name: "keys.yaml")
  }

  /// The keys without effect for any legal value, joined by dots.
  var unused: [String] {
    keys.filter { key in
      !key.legal.contains { value in
        guard let object = try? decode(key.path, value) else { return false }
        return object != standard
      }
    }.map { $0.path.joined(separator: ".") }
  }
}

/// Every key in the schema of `signals:` is read, checked and kept.
struct SignalKeysTests {
  static let described = DescribedObject(SignalSettings.self, standard: SignalSettings())

  @Test func everyKeyHasAnEffect() {
    let paths = Self.described.keys.map { $0.path.joined(separator: ".") }
    #expect(Self.described.unused.isEmpty)
    // Each block is present, to its full depth.
    for key in [
      "gnss.multipath", "gnss.constellations", "gnss.receiver", "ephemeris", "radio.",
      "wifi.shadow",
      "wifi.dwell", "beacons.profile", "cell.network", "cell.neighbours",
      "motion.gait", "motion.ride.bumps", "motion.fidget.fidgets", "motion.field.year",
      "motion.accelerometer.size", "motion.sample_rate", "barometer.weather", "barometer.case",
    ] { #expect(paths.contains { $0.hasPrefix(key) }, "\(key)") }
    #expect(paths.count > 120 && Set(paths).count == paths.count, "\(paths.count)")
  }

  @Test(arguments: described.keys.indices) func keysAcceptOnlyLegalValues(index: Int) throws {
    let described = Self.described
    let key = described.keys[index]
    let name = key.path.joined(separator: ".")
    #expect(!key.legal.isEmpty, "\(name)")
    for value in key.legal {
      let mistakes = mistakes { () throws(DocumentError) in try described.decode(key.path, value) }
      #expect(mistakes.isEmpty, "\(name): \(value)")
    }
    for value in key.illegal + ["{strange_key: 1}"] {
      let error = try #require(throws: DocumentError.self, "\(name): \(value)") {
        try described.decode(key.path, value)
      }
      let line = DescribedObject<SignalSettings>.document(key.path, value).line
      #expect(error.diagnostics.first?.place?.line == line, "\(name): \(value)\n\(error)")
    }
  }

  @Test func numericKeysHaveTestedLimits() {
    let isNumber = { (key: DescribedKey) in
      key.words.contains("At least") || key.schema["minimum"] != nil
    }
    let numbers = Self.described.keys.filter(isNumber)
    #expect(numbers.count > 50 && numbers.allSatisfy { $0.illegal.count >= 2 })
  }

  @Test(arguments: ["gnss", "wifi", "beacons", "cell", "motion", "barometer"])
  func presetNamesSetParameters(signal: String) throws {
    let described = Self.described
    let standard = SignalSettings()
    let (natural, ideal) = (
      try described.decode([signal], "natural"), try described.decode([signal], "ideal")
    )
    let off = try described.decode([signal], "off")
    #expect(natural == standard && ideal != standard && off != standard && ideal != off)
    let isOff = [
      "gnss": off.gnss == .off, "wifi": off.wifi == .off, "beacons": off.beacons == .off,
      "cell": off.cell == .off, "motion": off.motion == .off, "barometer": off.barometer == .off,
    ]
    #expect(isOff.filter(\.value).map(\.key) == [signal])
    for word in ["on", "perfect", "0"] {
      #expect(throws: DocumentError.self) { try described.decode([signal], word) }
    }
  }

  /// An object that reads a key and ignores its value.
  struct ObjectWithUnusedKeys: DocumentObject, Equatable {
    var kept = 1.0

    init() {}

    init(from object: inout ObjectReader) {
      kept = object.optional("kept", .number(.between(0, 2)), default: 1, "Kept.")
      _ = object.optional(
        "forgotten", .quantity(.length, .between(0, 2)), default: 1, "Not kept.")
      _ = object.optional("lost", .bool, default: true, "Not kept either.")
    }
  }

  @Test func findsUnusedKeys() {
    let described = DescribedObject(ObjectWithUnusedKeys.self, standard: ObjectWithUnusedKeys())
    #expect(described.unused == ["forgotten", "lost"])
  }
}
