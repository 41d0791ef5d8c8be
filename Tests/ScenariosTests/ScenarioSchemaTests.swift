import Documents
import Kernel
import Scenarios
import TestSupport
import Testing
import Venues

struct ScenarioSchemaTests {
  /// True for errors that the decoder may report beyond the schema, because no schema of this draft can
  /// express them.
  private func isBeyondSchemas(_ complaint: String) -> Bool {
    [
      // Quantities within limits, and distributions without values in them.
      "begins above its end", "must not begin above", "has no value within its limits",
      "is too large a number", "is longer than 100 years", "of at least", "above 0",
      "must not be negative", "must be above 0", "in one time",
      // References between parts of a file.
      "two levels have the same ordinal", "which the venue lacks", "have the same name",
      "two different ends", "a place's level is known", "must come after 'from'",
      "must be an activity at one place", "two agents are called", "the exterior",
      // Limits of train rides.
      "a train", "the stop at",
      // Contradictions in an expectation.
      "excludes a number", "excludes 'share'", "a script that acts on the truth",
      // Requirements of a claim, and metrics without scores.
      "a claim needs", "a claim can't depend", "has learned", "belongs to queryPedometer",
      // Limits that nothing could miss, or nothing keep.
      "leaves one side open", "can never be ", "has no sign",
      // Contradictions in a comparison, and devices that don't exist.
      "needs 'compare'", "needs 'of'", "needs either 'below'", "is compared with itself",
      "needs 'limit' or 'compare'", "excludes 'compare'", "no device is called",
      "covers a device's whole run",
      // Names of metrics in keys.
      "unknown metric", "needs a statistic",
      // Names of files.
      "a file in the venue's folder",
      // Requirements of a study, and contradictions in a figure.
      "neither 'scenarios' nor 'recordings'", "excludes 'magnitude'",
    ].contains { complaint.contains($0) }
  }

  private func agrees<Object: DocumentObject>(_ type: Object.Type, keys: [String]) {
    let schema = jsonSchema(of: type, title: "T")
    let validator = SchemaValidator(schema)
    var (refused, valid) = (0, 0)
    for seed in 0..<1200 as Range<UInt64> {
      var generator = SchemaGenerator(
        validator: validator, stream: RandomStream(seed: seed, purpose: "schema"),
        strangeKeys: keys)
      var value = generator.value(schema)
      #expect(validator.accepts(value), "seed \(seed): \(value.text())")
      for round in 0..<2 {
        let text = value.text()
        let found = mistakes { () throws(DocumentError) in
          try decodeDocument(type, bytes: Array(text.utf8), name: "x")
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
    #expect(refused > 600, "mutations must bite: only \(refused) did")
    #expect(valid > 10, "some must be right: only \(valid) were")
  }

  @Test func scenarioSchemaAgreesWithTheDecoder() {
    agrees(Scenario.self, keys: ["name", "agents", "stack", "walk", "level", "speed"])
  }

  @Test func venueSchemaAgreesWithTheDecoder() {
    agrees(
      VenueFile.self,
      keys: ["name", "roof", "levels", "walls", "at", "height", "repeat", "doors"])
  }

  @Test func studySchemaAgreesWithTheDecoder() {
    agrees(StudyFile.self, keys: ["scenarios", "metrics", "metric", "variants", "pooled"])
  }

  @Test(arguments: ["corridor.yaml", "venues/corridor.yaml"])
  func includedScenariosMatchSchema(file: String) throws {
    let node = try YAML.load(path: "scenarios/" + file)
    let schema =
      file.hasPrefix("venues/")
      ? jsonSchema(of: VenueFile.self, title: "T") : jsonSchema(of: Scenario.self, title: "T")
    #expect(SchemaValidator(schema).accepts(JSONValue(node)))
  }
}
