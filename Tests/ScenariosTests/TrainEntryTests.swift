import Documents
import Kernel
import Scenarios
import TestSupport
import Testing
import Truth

struct TrainEntryTests {
  private static let good = """
    name: ride
    duration: 20 min
    venue: mall.yaml
    gps_start: {week: 2300, into_week: 100000 s}
    agents:
      - name: anna
        start: [0 m, 0 m]
        itinerary:
          - train: {along: [[0 m, 0 m], [3 km, 400 m]], speed: 90 km/h, stops: [1.2 km], halt: 40 s}

    """

  private func scenario(_ text: String) throws(DocumentError) -> Scenario {
    try decodeDocument(Scenario.self, bytes: Array(text.utf8), name: "s.yaml")
  }

  @Test func readsTrainRide() throws {
    guard case .train(let train) = try scenario(Self.good).agents[0].itinerary[0].value else {
      Issue.record("no train")
      return
    }
    #expect(train.along == [[0, 0], [3000, 400]] && train.speed == 25)
    #expect(train.stops == [1200] && train.halt == 40)
    let plain = try #require(
      Self.good.replacingOnly(", speed: 90 km/h, stops: [1.2 km], halt: 40 s", with: ""))
    guard case .train(let other) = try scenario(plain).agents[0].itinerary[0].value else {
      Issue.record("no train")
      return
    }
    #expect(abs(other.speed - 80 / 3.6) < 1e-12 && other.stops.isEmpty && other.halt == 30)
  }

  @Test(arguments: [
    ("[3 km, 400 m]", "[90 m, 0 m]", "s.yaml:9:17:", "at least 150.0 m"),
    (", [3 km, 400 m]", "", "s.yaml:9:24:", "2"),
    ("[3 km, 400 m]]", "[3 km, 400 m], [1 km, 0 m]]", "s.yaml:9:17:", "turn back"),
    ("[3 km, 400 m]]", "[30 m, 0 m], [30 m, 300 m]]", "s.yaml:9:17:", "radius"),
    ("[[0 m, 0 m], [3 km,", "[[1e10 m, 0 m], [10000003 km,", "s.yaml:9:17:", "within 1000 km"),
    ("[1.2 km]", "[4 km]", "s.yaml:9:69:", "isn't between the ends"),
    ("[1.2 km]", "[1.2 km, 1.21 km]", "s.yaml:9:69:", "from the previous stop"),
    ("90 km/h", "90 km", "s.yaml:9:", "speed"),
    ("halt: 40 s", "hald: 40 s", "s.yaml:9:", "did you mean 'halt'?"),
  ]) func errorsHavePositions(old: String, new: String, place: String, cause: String) throws {
    let text = try #require(Self.good.replacingOnly(old, with: new), "'\(old)' stands once")
    let found = mistakes { () throws(DocumentError) in try scenario(text) }
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix(place) == true, "\(found)")
    #expect(found.first?.contains(cause) == true, "\(found)")
  }
}
