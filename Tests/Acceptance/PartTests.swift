import Foundation
import Testing

/// Replacement of parts of the stack by a user.
struct PartTests {
  private static let corridor = TestPaths.corridor

  private func run(_ sandbox: Sandbox, _ setting: String) throws -> Outcome {
    try sandbox.venuesim(
      "run", Self.corridor, "--seed", "30", "--out", "out", "--force", "--quiet", "--set", setting)
  }

  @Test func programReplacesTheIndoorLocator() throws {
    let sandbox = try Sandbox()
    let part = TestPaths.root + "/scenarios/examples/nearest_beacon_part.py"
    let result = try run(sandbox, "stack.locator={use: \"cmd:python3 \(part)\"}")
    #expect(result.status == 0, "\(result)")
    let fixes = try sandbox.read("out/fixes.csv")
    // Indoor fixes come from the program, outdoor ones from the reference stack.
    #expect(fixes.contains(",beacon,") && fixes.contains(",gnss,"))
  }

  /// The example with its committed baseline, as users would gate it; a broken one fails.
  ///
  /// Intended changes are accepted with `--update --reason '...'` in the root.
  @Test(arguments: [
    ("", "", 0), ("LOUD_DBM = -86", "LOUD_DBM = -40", 3),
    ("place[\"latitude_deg\"]", "place[\"latitude_deg\"] + 0.001", 3),
    ("json.dumps(message)", "message", 1),
  ])
  func gateDetectsABrokenPart(good: String, bad: String, status: Int32) throws {
    let sandbox = try Sandbox()
    let example = "scenarios/examples/nearest_beacon_part.py"
    let text = try String(contentsOfFile: TestPaths.root + "/" + example, encoding: .utf8)
    #expect(good.isEmpty || text.contains(good))
    try sandbox.write(example, good.isEmpty ? text : text.replacing(good, with: bad))
    let result = try sandbox.venuesim(
      "gate", Self.corridor, "--baselines", TestPaths.root + "/scenarios/examples/baselines",
      "--set",
      "stack.locator={use: \"cmd:python3 \(example)\"}")
    #expect(result.status == status, "\(result)")
  }

  @Test(arguments: [
    ("latitude_deg=181", "latitude of 181"), ("horizontal_accuracy_m=-3", "accuracy of -3"),
    ("latitude_deg=1e308", "latitude of 1e+308"), ("latitude_deg=True", "latitude_deg"),
    ("latitude_deg=float('nan')", "the part's answer"),
  ]) func invalidLocationEndsTheRun(wrong: String, cause: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "bad.py",
      """
      import json, sys
      sys.stdin.readline()
      print('{"hello":{"version":1,"listens":["locate"]}}', flush=True)
      for line in sys.stdin:
          fix = dict(time_s=1, latitude_deg=37, longitude_deg=-122, horizontal_accuracy_m=6, source="beacon")
          fix.update(\(wrong))
          asked = "locate_s" in json.loads(line)
          print(json.dumps({"tell": [{"location": fix}]} if asked else {}), flush=True)

      """)
    let result = try run(sandbox, "stack.locator={use: \"cmd:python3 bad.py\"}")
    #expect(result.status == 1, "\(result)")
    #expect(result.errors.contains(cause), "\(result)")
  }

  /// Common mistakes of newcomers, with helpful messages.
  @Test(arguments: [
    // It prints to standard output, which belongs to the protocol.
    (
      "print('hello there', flush=True)", "",
      "it printed 'hello there'; its standard output is for answers"
    ),
    ("", "print('seen', flush=True)", "it printed 'seen'; its standard output is for answers"),
    ("", "print('{\"tell\":[{\"location\":{\"lat\":1}}]}', flush=True)", "it has 'time_s', "),
    (
      "", "time.sleep(1000)",
      "the part 'python3 slow.py' failed: the part's process has not answered for 0.5 s"
    ),
  ]) func failingPartIsReportedWithItsCause(before: String, within: String, cause: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "slow.py",
      """
      import sys, time
      \(before)
      sys.stdin.readline()
      print('{"hello":{"version":1,"listens":["locate"]}}', flush=True)
      for line in sys.stdin:
          \(within.isEmpty ? "pass" : within)
          print("{}", flush=True)

      """)
    let limit = within.contains("sleep") ? ["--stack-timeout", "0.5"] : []
    let result = try sandbox.venuesim(
      [
        "run", Self.corridor, "--seed", "30", "--set",
        "stack.locator={use: \"cmd:python3 slow.py\"}",
      ] + limit)
    #expect(result.status == 1 && result.errors.contains(cause), "\(result)")
    #expect(result.errors.contains("the part 'python3 slow.py' failed"), "\(result)")
  }

  @Test func missingCommandPrefixIsExplained() throws {
    let result = try run(Sandbox(), "stack.locator={use: mine.py}")
    #expect(result.status == 2, "\(result)")
    #expect(
      result.errors.contains("'cmd:PROGRAM', found 'mine.py' (did you mean 'cmd:python3 mine.py'?)")
    )
  }

  /// A part's processor time is reported like a stack's; without external parts, a note appears.
  @Test func processorTimeOfPartsIsReported() throws {
    let sandbox = try Sandbox()
    let part = TestPaths.root + "/scenarios/examples/nearest_beacon_part.py"
    let words = ["run", Self.corridor, "--seed", "30", "--stack-cpu", "cpu.csv"]
    let result = try sandbox.venuesim(
      words + ["--set", "stack.locator={use: \"cmd:python3 \(part)\"}"])
    #expect(result.status == 0 && result.errors.contains("stack.cpu: parts took "), "\(result)")
    #expect(try Table(sandbox.read("cpu.csv"))["device"] == ["walker"])
    let without = try sandbox.venuesim(words)
    #expect(without.status == 0 && without.errors.contains("no stack or part was a program"))
  }

  @Test func rejectsOutputsThatAPartMayNotReport() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "bad.py",
      """
      import sys
      sys.stdin.readline()
      print('{"hello":{"version":1,"listens":["tick"]}}', flush=True)
      for line in sys.stdin:
          print('{"tell":[{"activity":{"start_s":0,"flags":"walking","confidence":2}}]}', flush=True)

      """)
    let result = try run(sandbox, "stack.locator={use: \"cmd:python3 bad.py\"}")
    #expect(result.status == 1 && result.errors.contains("'locator' may only report"), "\(result)")
  }

  @Test func listsShowPartsAndParameters() throws {
    let sandbox = try Sandbox()
    let parameters = try sandbox.venuesim("list", "parameters", "--csv")
    #expect(parameters.status == 0)
    let lines = parameters.output.split(separator: "\n")
    #expect(lines.count > 600 && lines[0] == "parameter,part,default,range,meaning,source")
    #expect(lines.contains { $0.hasPrefix("stack.satellites.motion.jerkiness,filter,0.4 m2/s3,") })
    #expect(lines.contains { $0.hasPrefix("signals.gnss.multipath,world,true,") })
    #expect(try sandbox.venuesim("list", "parts").output.contains("radio-map"))
  }
}
