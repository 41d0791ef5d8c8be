import Harness
import Maps
import Scenarios
import TestSupport
import Testing

/// Simulated surveys include the magnetic field if a scenario requests it, for all users of the survey.
struct SurveyFieldTests {
  private static func map(_ locator: String) throws -> RadioMap {
    let scenario = Place.scenario + "stack: {locator: {\(locator)}}\n"
    return try Place(scenario: scenario).load().radioMap(seed: 1)
  }

  @Test(arguments: ["radio-map", "fingerprints"]) func surveyRecordsTheMagneticFieldOnRequest(
    use: String
  ) throws {
    let plain = try Self.map("use: \(use)")
    var noted = try Self.map("use: \(use), note_field: true")
    #expect(plain.magnetic == nil)
    let field = try #require(noted.magnetic)
    #expect(field.planes.count == noted.planes.count)
    #expect(field.planes.contains { $0.columns > 0 })
    // The Earth's field has 22 to 67 µT, and steel takes up to four tenths of it.
    let size =
      (field.usual[0].mean * field.usual[0].mean
      + field.usual[1].mean * field.usual[1].mean).squareRoot()
    #expect((10...75).contains(size), "\(field.usual)")
    // The radio data are unchanged.
    noted.magnetic = nil
    #expect(noted == plain)
  }
}
