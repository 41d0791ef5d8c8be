import Foundation
import Testing

/// The bundled loop scripts run unchanged.
struct LoopsTests {
  private static let loops = TestPaths.root + "/scenarios/examples/loops/"

  @Test func recordingsAreComparedUnderTwoSettings() throws {
    let sandbox = try Sandbox()
    let done = try sandbox.run(
      "sh", [Self.loops + "recordings.sh", TestPaths.venuesim, "out"])
    #expect(done.status == 0, "\(done)")
    #expect(done.output.contains("after vs out/before") && done.output.contains("recordings"))
    #expect(done.output.contains("replay-recordings: "), "\(done.output)")
    #expect(sandbox.exists("out/compared.html") && sandbox.exists("out/baselines"))
    // Unseen fingerprints are positioned by the survey of the same data set.
    let figures = try Table(sandbox.read("out/fingerprints/metrics.csv"))
    let error = figures.rows(where: [
      "seed": "all", "metric": "horizontal_error", "statistic": "p50",
    ])
    #expect(error.first?["value"].flatMap(Double.init).map { $0 < 10 } == true, "\(error)")
    #expect(sandbox.exists("out/fingerprints/report.html"))
  }

  @Test func proposedBeaconsImproveAccuracy() throws {
    let sandbox = try Sandbox()
    let done = try sandbox.run(
      "sh", [Self.loops + "venue.sh", TestPaths.venuesim, "out"])
    #expect(done.status == 0, "\(done)")
    #expect(done.output.contains("Entrance → Cafe: "), "\(done.output)")
    #expect(sandbox.exists("out/compared.html") && sandbox.exists("out/expected/beacons.csv"))
    for side in ["before", "after"] {
      let map = try sandbox.read("out/errors/\(side)/level-0-map.svg")
      #expect(map.contains("real error") && map.contains("(modelled)"), "\(side)")
    }
    func error(_ side: String) throws -> Double {
      let figures = try Table(sandbox.read("out/run-\(side)/metrics.csv"))
      let rows = figures.rows(where: [
        "seed": "all", "device": "all", "metric": "indoor.error", "statistic": "p50",
      ])
      return try #require(rows.first?["value"].flatMap(Double.init))
    }
    // The before-and-after page is truthful: the proposed beacons improve the position.
    #expect(try error("after") < error("before"))
  }
}
