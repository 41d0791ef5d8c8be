import Documents
import Scenarios
import Venues

/// Documents with a JSON Schema.
enum SchemaKind: String, CaseIterable {
  case scenario, venue, study, campaign

  /// The schema.
  var text: String {
    let schema =
      switch self {
      case .scenario: jsonSchema(of: Scenario.self, title: "VenueSim scenario")
      case .venue: jsonSchema(of: VenueFile.self, title: "VenueSim venue")
      case .study: jsonSchema(of: StudyFile.self, title: "VenueSim study")
      case .campaign: jsonSchema(of: CampaignFile.self, title: "VenueSim campaign")
      }
    return schema.text(pretty: true)
  }

  /// Path of the schema file for editors, relative to the document.
  var file: String { ".venuesim/\(rawValue).schema.json" }
}

/// Runs `venuesim schema [scenario|venue|study|campaign]`.
@Sendable
func schemaVerb(_ invocation: Invocation) throws -> ExitStatus {
  let name = invocation.operands.first ?? SchemaKind.scenario.rawValue
  guard let kind = SchemaKind(rawValue: name) else {
    throw UsageError(
      "no schema '\(name)'" + suggestion(name, among: SchemaKind.allCases.map(\.rawValue)))
  }
  say(kind.text)
  return .success
}
