import Documents
import Kernel
import TestSupport
import Testing

/// A document with all kinds of quantities of every dimension.
struct AllQuantities: DocumentObject {
  init(from object: inout ObjectReader) {
    for dimension in Dimension.allCases {
      _ = object.optional("\(dimension)", .quantity(dimension))
      _ = object.optional("\(dimension)Range", .range(dimension))
      _ = object.optional("\(dimension)Law", .distribution(dimension))
    }
    _ = object.optional("duration", .duration)
  }
}

struct SchemaTests {
  @Test func describesADocument() throws {
    let schema = jsonSchema(of: Workshop.self, title: "Workshop", id: "urn:workshop")
    #expect(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema")
    #expect(schema["$ref"] == "#/$defs/Workshop" && schema["$id"] == "urn:workshop")
    let workshop = try #require(schema["$defs"]?["Workshop"])
    #expect(workshop["required"] == ["name", "id", "tools"])
    #expect(workshop["additionalProperties"] == false)
    let properties = try #require(workshop["properties"])
    #expect(
      properties["duration"]
        == ["$ref": "#/$defs/time", "description": "How long. Above 0 s.", "default": "10 min"])
    #expect(
      properties["tools"] == [
        "type": "array", "items": ["$ref": "#/$defs/Tool"], "minItems": 1, "maxItems": 5,
        "description": "What it works with.",
      ])
    #expect(properties["colour"] == ["enum": ["red", "green", "blue"], "default": "green"])
    #expect(
      schema["$defs"]?["Tool"]?["properties"]?["spares"]?["items"] == ["$ref": "#/$defs/Tool"])
    let machine = try #require(schema["$defs"]?["Machine"]?["oneOf"]?.elements)
    #expect(machine.map { $0["required"] } == [["kind", "depth"], nil])
    #expect(jsonSchema(of: Workshop.self, title: "Workshop", id: "urn:workshop") == schema)
  }

  /// True for errors that the decoder may report beyond the schema, because no schema of this draft can
  /// express them.
  private func isBeyondSchemas(_ complaint: String) -> Bool {
    [
      "begins above its end", "must not begin above", "has no value within its limits",
      "is too large a number", "is longer than 100 years", "in one time", "must not be negative",
      "must be above 0", "a speed of at least 0 m/s", "a time above 0 s", "a share of at least 0",
      "a length above 0 m",
      "fewer workers than tools",
    ].contains { complaint.contains($0) }
  }

  @Test func agreesWithTheDecoder() throws {
    let schema = jsonSchema(of: Workshop.self, title: "Workshop")
    let validator = SchemaValidator(schema)
    #expect(validator.accepts(JSONValue(try YAML.load(workshopText, name: "w"))))
    var refused = 0
    for seed in 0..<3000 as Range<UInt64> {
      let stream = RandomStream(seed: seed, purpose: "schema")
      var generator = SchemaGenerator(
        validator: validator, stream: stream,
        strangeKeys: ["kind", "square", "depth", "length", "name"])
      let valid = generator.value(schema)
      #expect(validator.accepts(valid), "seed \(seed): \(valid.text())")
      compare(valid, validator, seed)
      var changed = valid
      for _ in 0...generator.stream.integer(below: 2) { changed = generator.mutated(changed) }
      compare(changed, validator, seed)
      if !validator.accepts(changed) { refused += 1 }
    }
    #expect(validator.unknownKeywords.isEmpty)
    #expect(refused > 1500, "too few mutations are rejected: \(refused)")
  }

  private func compare(_ value: JSONValue, _ validator: SchemaValidator, _ seed: UInt64) {
    let text = value.text()
    let found = complaints { () throws(DocumentError) in
      try decodeDocument(Workshop.self, bytes: Array(text.utf8), name: "w")
    }
    let agrees = validator.accepts(value) ? found.allSatisfy(isBeyondSchemas) : !found.isEmpty
    #expect(agrees, "seed \(seed): \(text)\n\(found)")
  }

  @Test func patternsMatchExactlyTheValidQuantities() throws {
    let schema = jsonSchema(of: AllQuantities.self, title: "Quantities")
    let validator = SchemaValidator(schema)
    guard case .object(let properties)? = schema["$defs"]?["AllQuantities"]?["properties"] else {
      Issue.record("no properties")
      return
    }
    #expect(properties.members.count == Dimension.allCases.count * 3 + 1)
    for property in properties.members {
      let alternatives = property.value["anyOf"]?.elements ?? [property.value]
      let pattern = validator.resolve(alternatives.last ?? .null)["pattern"]
      guard case .string(let pattern)? = pattern else {
        Issue.record("no pattern for \(property.key)")
        continue
      }
      for seed in 0..<40 as Range<UInt64> {
        let stream = RandomStream(seed: seed, purpose: .init(property.key))
        var generator = PatternGenerator(pattern, stream)
        let text = generator.text()
        compareQuantity(text, property, validator, isMatched: true)
        compareQuantity(mutated(text, seed), property, validator, isMatched: false)
      }
    }
  }

  private func compareQuantity(
    _ text: String, _ property: JSONObject.Member, _ validator: SchemaValidator, isMatched: Bool
  ) {
    let document: JSONValue = [property.key: .string(text)]
    let found = complaints { () throws(DocumentError) in
      try decodeDocument(AllQuantities.self, bytes: Array(document.text().utf8), name: "q")
    }
    let isAccepted = validator.accepts(document)
    if isMatched { #expect(isAccepted, "\(property.key): '\(text)'") }
    let agrees = isAccepted ? found.allSatisfy(isBeyondSchemas) : !found.isEmpty
    #expect(agrees, "\(property.key): '\(text)' \(found)")
  }

  private func mutated(_ text: String, _ seed: UInt64) -> String {
    var stream = RandomStream(seed: seed, purpose: "mutation")
    var characters = Array(text)
    let position = stream.integer(below: characters.count + 1)
    let insert = Array("0.5e+- ,()msHdBclip%x°\t")[stream.integer(below: 23)]
    switch stream.integer(below: 3) {
    case 0: characters.insert(insert, at: position)
    case 1 where position < characters.count: characters.remove(at: position)
    default: if position < characters.count { characters[position] = insert }
    }
    return String(characters)
  }
}
