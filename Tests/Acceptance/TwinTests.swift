import Foundation
import Testing

/// `twin` and `fidelity`: recordings compared with simulated versions of them.
struct TwinTests {
  private static let drive =
    TestPaths.root + "/Tests/FormatsTests/Excerpts/librsf/Potsdamer_Input.txt.gz"

  /// Kolmogorov-Smirnov distance between the ranges of the drive and of the twins, and the stack's error on
  /// the twins.
  private func distance(
    _ sandbox: Sandbox, _ settings: String...
  ) throws -> (ranges: Double, stack: Double) {
    let options = settings.flatMap { ["--set", $0] }
    let outcome = try sandbox.venuesim(
      ["twin", Self.drive, "--seeds", "1001-1008", "--out", "twin", "--quiet"] + options)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    let table = Table(try sandbox.read("twin/twin.csv"))
    func value(_ signal: String, _ quantity: String, _ column: String) throws -> Double {
      let row = try #require(table.rows(where: ["signal": signal, "quantity": quantity]).first)
      return try #require(row[column].flatMap { Double($0) })
    }
    #expect(try value("stack", "horizontal_error.mean", "real") > 5)
    return (
      try value("gps", "range residual, p5", "kolmogorov_smirnov"),
      try value("stack", "horizontal_error.mean", "twin")
    )
  }

  /// Reflections make a twin similar: without them it is clearly distinguishable from the drive.
  @Test func twinNeedsReflections() throws {
    let sandbox = try Sandbox()
    let natural = try distance(sandbox)
    let page = try sandbox.read("twin/twin.html")
    #expect(page.contains("gps: range residuals") && page.contains("<svg"))
    let bare = try distance(
      sandbox, "signals.gnss.multipath=false", "signals.gnss.rough_facades=false")
    #expect(bare.ranges > natural.ranges + 0.05, "\(natural) and \(bare)")
    // The stack's error is far smaller than in the street.
    #expect(bare.stack < 0.7 * natural.stack, "\(natural) and \(bare)")
  }

  @Test func equalSeedsGiveEqualTwins() throws {
    let sandbox = try Sandbox()
    for name in ["one", "two"] {
      let outcome = try sandbox.venuesim(
        "twin", Self.drive, "--seeds", "1001-1002", "--out", name, "--until", "10 s")
      #expect(outcome.status == 0 && outcome.output.contains("gps"), "\(outcome)")
    }
    #expect(try sandbox.files(below: "one") == sandbox.files(below: "two"))
  }

  /// A walk whose truth lies in another folder: `--truth` names it.
  @Test func truthMayBeNamed() throws {
    let sandbox = try Sandbox()
    let rows = (0..<3000).map { index in
      let time = Double(index) / 50
      let force = 9.8 + 3 * sin(2 * .pi * 1.9 * time)
      return "\(time),0.2,0.1,\(force)"
    }
    try sandbox.write(
      "walk/Accelerometer.csv",
      "Time (s),x (m/s^2),y (m/s^2),z (m/s^2)\n" + rows.joined(separator: "\n") + "\n")
    try sandbox.write("truth.csv", "time_s,activity,steps\n0,walking,0\n59.9,walking,114\n")
    let twin = ["twin", "walk", "--seeds", "1001-1002"]
    let without = try sandbox.venuesim(twin)
    #expect(
      without.status == 2 && without.errors.contains("no times of steps and no activities"),
      "\(without)")
    let with = try sandbox.venuesim(twin + ["--truth", "truth.csv"])
    #expect(with.status == 0 && with.output.contains("steps a second"), "\(with)")
    let two = try sandbox.venuesim(twin + ["walk", "--truth", "truth.csv"])
    #expect(two.status == 2 && two.errors.contains("--truth is for one recording"), "\(two)")
  }

  @Test func rejectsInputsWithoutATwin() throws {
    let sandbox = try Sandbox()
    let excerpts = TestPaths.root + "/Tests/FormatsTests/Excerpts"
    let venue = TestPaths.root + "/scenarios/venues/downtown.yaml"
    let cases: [([String], String)] = [
      ([Self.drive, "--venue", venue], "is not in venue 'Downtown'"),
      ([excerpts + "/gnsslogger-2016.txt"], "has no true path"),
      ([excerpts + "/librsf-rows/Rows_Input.txt"], "has no true path"),
      ([Self.drive, "--from", "soon"], "--from takes a time"),
      ([Self.drive, "--set", "stack.satellites.use=off"], "a twin has the settings signals."),
      ([Self.drive, "--set", "street.height=0 m"], "street.height"),
      ([Self.drive, "--from", "11"], "too little data that twins have"),
    ]
    for (arguments, message) in cases {
      let outcome = try sandbox.venuesim(["twin"] + arguments + ["--out", "none"])
      #expect(outcome.status == 2 && outcome.errors.contains(message), "\(arguments) \(outcome)")
      #expect(throws: (any Error).self) { try sandbox.read("none/twin.csv") }
    }
  }

  @Test func rankingsAreCompared() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "study.yaml",
      """
      study: drives
      recordings: [librsf]
      twin: {street: midrise}
      metrics: [horizontal_error.mean]
      variants:
        as is: {}
        by strength alone: {stack.satellites.single_point.errors.least_strength: 40 dB-Hz}
        without satellites: {stack.satellites.use: off}

      """)
    let data = TestPaths.root + "/Tests/FormatsTests/Excerpts"
    // A variant without results has no rank.
    let mute = try sandbox.venuesim(
      "fidelity", "study.yaml", "--data", data, "--seeds", "1001-1002")
    #expect(
      mute.status == 2 && mute.errors.contains("on which all variants have the figure"), "\(mute)")
    try sandbox.write(
      "study.yaml",
      try sandbox.read("study.yaml").replacingOccurrences(
        of: "without satellites: {stack.satellites.use: off}",
        with: "alike: {stack.satellites.use: single-point}"))
    let outcome = try sandbox.venuesim(
      "fidelity", "study.yaml", "--data", data, "--seeds", "1001-1003", "--out", "ranks")
    #expect(outcome.status == 0 && outcome.output.contains("Kendall's tau"), "\(outcome)")
    let table = Table(try sandbox.read("ranks/fidelity.csv"))
    #expect(table.rows.count == 3 && table["twins_each"].allSatisfy { $0 == "3" })
  }
}
