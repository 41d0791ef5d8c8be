import Documents
import Kernel
import TestSupport
import Testing
import Venues

struct NativeSchemaTests {
  /// What the decoder may refuse of what the schema accepts: what no schema of this draft can say.
  private func isBeyondSchemas(_ complaint: String) -> Bool {
    [
      "begins above its end", "is too large a number", "is longer than 100 years", "of at least",
      "above 0", "must not be negative", "must be above 0", "in one time",
    ].contains { complaint.contains($0) }
  }

  @Test func schemaAgreesWithTheDecoder() {
    let schema = jsonSchema(of: VenueFile.self, title: "T")
    let validator = SchemaValidator(schema)
    var (refused, valid) = (0, 0)
    for seed in 0..<600 as Range<UInt64> {
      var generator = SchemaGenerator(
        validator: validator, stream: RandomStream(seed: seed, purpose: "schema"),
        strangeKeys: ["name", "roof", "levels", "walls", "at", "height", "repeat", "doors"])
      var value = generator.value(schema)
      #expect(validator.accepts(value), "seed \(seed): \(value.text())")
      for round in 0..<2 {
        let text = value.text()
        let found = mistakes { () throws(DocumentError) in
          try decodeDocument(VenueFile.self, bytes: Array(text.utf8), name: "x")
        }
        let isAccepted = validator.accepts(value)
        #expect(
          isAccepted ? found.allSatisfy(isBeyondSchemas) : !found.isEmpty,
          "seed \(seed): \(text)\n\(found)")
        if found.isEmpty { valid += 1 }
        if !isAccepted { refused += 1 }
        if round == 0 {
          for _ in 0...generator.stream.integer(below: 2) { value = generator.mutated(value) }
        }
      }
    }
    #expect(validator.unknownKeywords.isEmpty)
    #expect(refused > 300, "mutations must bite: only \(refused) did")
    #expect(valid > 20, "some must be right: only \(valid) were")
  }

  /// Whatever the decoder accepts is a venue or an error with places, never a trap.
  @Test func whatDecodesIsBuiltOrRefused() {
    let schema = jsonSchema(of: VenueFile.self, title: "T")
    let validator = SchemaValidator(schema)
    for seed in 0..<400 as Range<UInt64> {
      var generator = SchemaGenerator(
        validator: validator, stream: RandomStream(seed: seed, purpose: "schema.build"))
      let text = generator.value(schema).text()
      _ = mistakes { () throws(DocumentError) in try nativeVenue(text) }
    }
  }

  @Test(arguments: [
    "corridor", "museum", "mall", "airport", "hospital", "casino-hotel",
  ])
  func theVenuesThatComeAlongAreRight(name: String) throws {
    let path = "scenarios/venues/\(name).yaml"
    let node = try YAML.load(path: path)
    let schema = jsonSchema(of: VenueFile.self, title: "T")
    #expect(SchemaValidator(schema).accepts(JSONValue(node)))
    let found = mistakes { () throws(DocumentError) in
      try decodeDocument(VenueFile.self, from: node).venue()
    }
    #expect(found == [])
  }
}
