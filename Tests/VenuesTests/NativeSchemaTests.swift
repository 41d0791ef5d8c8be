import Documents
import Kernel
import TestSupport
import Testing
import Venues

struct NativeSchemaTests {
  /// Anything that the decoder accepts is a venue or an error with positions, never a trap.
  @Test func decodedDocumentsAreBuiltOrRejected() {
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
  func includedVenuesAreValid(name: String) throws {
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
