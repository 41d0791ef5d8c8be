import Documents
import Scenarios
import Venues

/// Does what `venuesim schema [scenario|venue|study|campaign]` asks.
@Sendable
func schemaVerb(_ invocation: Invocation) throws -> ExitStatus {
  let kinds = ["scenario", "venue", "study", "campaign"]
  switch invocation.operands.first ?? "scenario" {
  case "scenario":
    say(jsonSchema(of: Scenario.self, title: "VenueSim scenario").text(pretty: true))
  case "venue": say(jsonSchema(of: VenueFile.self, title: "VenueSim venue").text(pretty: true))
  case "study": say(jsonSchema(of: StudyFile.self, title: "VenueSim study").text(pretty: true))
  case "campaign":
    say(jsonSchema(of: CampaignFile.self, title: "VenueSim campaign").text(pretty: true))
  case let other:
    throw UsageError("no schema '\(other)'" + suggestion(other, among: kinds))
  }
  return .success
}
