import Foundation
import Testing

/// Real walks positioned by a survey of real recordings, by the command.
@Suite struct RealSurveyTests {
  private static let folder = getenv("VENUESIM_DATA").map {
    String(cString: $0) + "/indoor-location-competition-20/site1"
  }

  private static func folders(named name: String) throws -> [String] {
    let site = try #require(folder)
    return try FileManager.default.contentsOfDirectory(atPath: site).sorted()
      .map { "\(site)/\($0)/\(name)" }
      .filter { FileManager.default.fileExists(atPath: $0) }
  }

  /// Two floors of a mall: the survey is built from the surveyors' radio data alone, the test is ten complete
  /// walks.
  ///
  /// With other random draws of the filter the mean is 3.1 to 3.4 m, and the p95 6.7 to 7.8 m.
  @Test(
    .enabled(
      if: folder.map { FileManager.default.fileExists(atPath: $0) } ?? false,
      "VENUESIM_DATA names no folder with the Indoor Location Competition 2.0's sample of site 1"))
  func mallSurveyPositionsRealWalks() throws {
    let sandbox = try Sandbox()
    let survey = try Self.folders(named: "radio_only")
    let built = try sandbox.venuesim(
      ["survey", "build"] + survey + ["--out", "mall.vspf", "--quiet"])
    #expect(built.status == 0, "\(built)")
    let walks = try Self.folders(named: "path_data_files")
    let replayed = try sandbox.venuesim(
      ["replay"] + walks + ["--survey", "mall.vspf", "--out", "out", "--quiet"])
    #expect(replayed.status == 0, "\(replayed)")
    let fixes = try Table(sandbox.read("out/fixes.csv"))
    let errors = fixes["horizontal_error_m"].compactMap(Double.init).sorted()
    try #require(errors.count > 200)
    #expect(errors.reduce(0, +) / Double(errors.count) < 3.6)
    #expect(errors[errors.count * 95 / 100] < 8.5)
    let right = zip(fixes["floor"], fixes["true_floor"]).filter { $0 == $1 && !$0.isEmpty }
    #expect(right.count >= errors.count * 98 / 100)
  }

  private static let trials = getenv("VENUESIM_DATA").map {
    String(cString: $0) + "/ipin2023-track3/logfiles"
  }

  /// Three floors of a museum, with a real barometer: the outbound walks of five trials are the survey, and the
  /// return walks are the test, split by the script that makes the results.
  ///
  /// With other random draws of the filter the score is 4.1 to 5.3 m. Keeping the likelihoods of hypotheses
  /// on the spot, which doesn't matter in simulated venues, raises it above 6 m.
  @Test(
    .enabled(
      if: TestPaths.python != nil
        && trials.map { FileManager.default.fileExists(atPath: $0) } ?? false,
      "VENUESIM_DATA names no folder with trials of IPIN 2023, track 3, or there is no Python"))
  func outboundSurveyPositionsReturnWalks() throws {
    let (trials, python) = (try #require(Self.trials), try #require(TestPaths.python))
    let done = try Sandbox().run(
      python, [TestPaths.root + "/Scripts/surveys", TestPaths.venuesim, "ipin", trials])
    #expect(done.status == 0, "\(done)")
    let line = try #require(done.outputLines.first)
    let figures = /n (\d+), mean ([\d.]+) m.*IPIN score ([\d.]+) m/
    let found = try #require(line.firstMatch(of: figures))
    #expect(Int(found.1).map { $0 > 200 } ?? false, "\(line)")
    #expect(Double(found.2).map { $0 < 3.6 } ?? false, "\(line)")
    #expect(Double(found.3).map { $0 < 5.8 } ?? false, "\(line)")
  }
}
