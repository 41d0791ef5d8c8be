import Foundation
import Glibc
import Testing

/// A stack in another process, as users of other languages provide it.
@Suite struct ChildStackTests {
  private static let python = TestPaths.python
  private static let examples = TestPaths.root + "/scenarios/examples/"
  private static let example = "cmd:python3 \(examples)strongest_beacon.py"
  private static let hello = #"echo '{"hello":{"version":1}}'"#

  @Test(.enabled(if: python != nil, "no python3 with its standard library"))
  func pythonExampleIsReproducibleWithAnyJobs() throws {
    let sandbox = try Sandbox()
    for (folder, jobs) in [("a", "1"), ("b", "3")] {
      let outcome = try sandbox.venuesim([
        "run", TestPaths.corridor, "--seeds", "1-4", "--jobs", jobs, "--stack", Self.example,
        "--out",
        folder, "--set", "budgets=[horizontal_error.p50 <= 10 m, availability.share >= 0.9]",
        "--stack-cpu", "cpu-\(jobs).csv",
      ])
      #expect(outcome.status == 0, "\(outcome)")
      #expect(outcome.errors.contains("stack.cpu: the stack took "), "\(outcome)")
      let cpu = try Table(sandbox.read("cpu-\(jobs).csv"))
      #expect(cpu["seed"] == ["1", "2", "3", "4"] && Set(cpu["device"]) == ["walker"])
      #expect(cpu["value"].allSatisfy { Double($0).map { $0 > 0.001 && $0 < 60 } ?? false })
    }
    #expect(try sandbox.files(below: "a") == sandbox.files(below: "b"))
    let fixes = try Table(sandbox.read("a/fixes.csv"))
    #expect(fixes["source"].allSatisfy { $0 == "beacon" } && fixes["source"].count > 500)
  }

  /// The example positions by Wi-Fi; equal weights for all access points would miss the budget.
  @Test(
    .enabled(if: python != nil, "no python3 with its standard library"),
    arguments: [("10 ** (rssi / 20)", "10 ** (rssi / 20)", 0), ("10 ** (rssi / 20)", "1", 4)]
      as [(String, String, Int32)])
  func wifiExampleNeedsSignalStrengths(text: String, instead: String, status: Int32) throws {
    let sandbox = try Sandbox()
    let source = try String(contentsOfFile: Self.examples + "wifi_positioning.py", encoding: .utf8)
    #expect(source.contains(text))
    let script = try sandbox.write("stack.py", source.replacing(text, with: instead))
    let outcome = try sandbox.venuesim([
      "run", Self.examples + "wifi_office.yaml", "--seeds", "1-4", "--stack",
      "cmd:python3 \(script)", "--out", "out", "--set",
      "budgets=[horizontal_error.p50 <= 5 m, horizontal_error.p95 <= 12 m, "
        + "floor.accuracy.share >= 0.95, availability.share >= 0.9]",
    ])
    #expect(outcome.status == status, "\(outcome)")
    let fixes = try Table(sandbox.read("out/fixes.csv"))
    #expect(fixes["source"].allSatisfy { $0 == "wifi" } && fixes["source"].count > 200)
  }

  // MARK: - Faults

  /// Children that never answer in full, and the message; the time limit is reached however busy the machine is.
  private static let hangs: [(command: String, message: String)] = [
    ("sleep 1000 & sleep 1000", "the stack's process has not answered for 0.5 s"),
    ("\(hello); sleep 1000", "the stack's process has not answered for 0.5 s"),
    ("\(hello); while read a; do sleep 1; echo '{}'; done", "has not answered for 0.5 s"),
    ("yes complaint >&2", "has not answered for 0.5 s"),
    ("printf '{\"hel'; sleep 1000", "has not answered for 0.5 s"),
  ]

  /// Other faults of a child process, with the messages; the run ends with status 1.
  private static let faults: [(command: String, message: String)] = [
    // It is missing, or ends at once.
    ("no-such-program", "the stack's process has ended with status 127"),
    ("false", "the stack's process has ended with status 1"),
    ("kill -9 $$", "the stack's process has ended by signal 9"),
    // It ends in the middle.
    ("\(hello); read a", "the stack's process has ended"),
    (
      // The observations at boot would come first.
      "echo '{\"hello\":{\"version\":1,\"observes\":[]}}'; read a; read b; "
        + "echo '{\"timers\":[{\"timer\":1,\"at_s\":5}]}'; read c; exit 3",
      "the stack's process has ended with status 3, at 5.0 s"
    ),
    ("\(hello); read a; exec >&- <&-; sleep 1000", "the stack's process has closed its output"),
    // It floods.
    ("\(hello); read a; read b; yes '{}'", "has sent more answers than it got requests"),
    ("\(hello); while read a; do echo '{}'; done; echo '{}'", "has sent more answers than"),
    ("cat /dev/zero", "the stack's process has sent a line of more than 16 MB"),
    // It writes garbage, or half a line.
    ("echo hello; cat >/dev/null", "expected a value, found 'h' (it printed 'hello'; its standard"),
    ("head -c 100000 /dev/zero", "has ended with status 0 in the middle of a line"),
    ("printf '{\"hel'", "has ended with status 0 in the middle of a line"),
    // It speaks another protocol.
    ("echo '{\"hello\":{\"version\":99}}'; cat >/dev/null", "expected {\"hello\": {\"version\": 1"),
    (
      "echo '{\"hello\":{\"version\":1,\"observes\":[\"wfi\"]}}'; cat >/dev/null",
      "unknown observation \"wfi\" in 'observes' (did you mean 'wifi'?)"
    ),
    (
      "echo '{\"hello\":{\"version\":1,\"batch\":{\"messages\":0}}}'; cat >/dev/null",
      "'messages' of a batch must be from 1 to 100000"
    ),
    (
      "echo '{\"hello\":{\"version\":1,\"scheme\":\"columns-2\"}}'; cat >/dev/null",
      "unknown scheme 'columns-2' in the greeting; there are json, columns-1 (did you mean 'columns-1'?)"
    ),
    (
      "\(hello); read a; read b; echo '{\"tel\":[]}'; cat >/dev/null",
      "unknown key 'tel' in the answer; it may have 'tell', 'request', 'timers' (did you mean 'tell'?)"
    ),
    (
      "\(hello); read a; while read b; do echo '{\"timers\":[{\"timer\":1,\"at_s\":0}]}'; done",
      "the stack sets its timers so that the simulated time doesn't advance"
    ),
  ]

  @Test(.enabled(if: hasProc, "no /proc to look for processes in"), arguments: hangs)
  func hangingChildEndsTheRun(command: String, message: String) throws {
    try expectFailure(of: command, message, options: ["--stack-timeout", "0.5"])
  }

  @Test(.enabled(if: hasProc, "no /proc to look for processes in"), arguments: faults)
  func failingChildEndsTheRun(command: String, message: String) throws {
    try expectFailure(of: command, message)
  }

  private func expectFailure(of command: String, _ message: String, options: [String] = []) throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.venuesim(
      [
        "run", TestPaths.corridor, "--seeds", "1-2", "--stack", "cmd:echo $$ >>groups; " + command,
        "--out", "kept",
      ] + options)
    #expect(outcome.status == 1 && !outcome.isLate, "\(outcome)")
    #expect(outcome.errors.contains(message), "\(outcome)")
    #expect(outcome.errors.contains("the stack 'echo $$ >>groups; \(command)' failed"))
    #expect(outcome.errors.contains("0 of 2 runs are finished and kept in kept/"), "\(outcome)")
    // Every child leads a group: neither it nor what it started is left.
    let groups = Set(try sandbox.read("groups").split(separator: "\n"))
    #expect(!groups.isEmpty, "\(outcome)")
    let areGone = waitUntil { livingProcesses { groups.contains($1[2]) }.isEmpty }
    #expect(areGone, "\(livingProcesses { groups.contains($1[2]) }): \(outcome)")
  }

  /// A process that left its group by setsid is terminated, too, however the run ends.
  @Test(
    .enabled(if: python != nil && hasProc, "no python3 with its standard library, or no /proc"),
    arguments: ["exec python3 \(examples)strongest_beacon.py", "exit 3", "sleep 1000"])
  func detachedProcessesAreTerminated(then: String) throws {
    let sandbox = try Sandbox()
    let leave = "setsid sh -c 'echo $$ >>left; exec sleep 1000' & "
    // A session in which another session is started.
    let twice = "setsid sh -c \"setsid sh -c 'echo \\$\\$ >>left; exec sleep 1000' & wait\" & "
    try sandbox.write(
      "stack.sh", leave + twice + "while [ $(wc -l <left) -lt 2 ]; do sleep 0.01; done\n" + then)
    try sandbox.write("left", "")
    // The limit must not pass before both have left, or there is nothing to kill.
    let limit = then.contains("sleep") ? ["--stack-timeout", "10"] : []
    let outcome = try sandbox.venuesim(
      [
        "run", TestPaths.corridor, "--set", "duration=20 s", "--stack", "cmd:sh stack.sh",
        "--out", "kept",
      ] + limit)
    #expect((then.contains("python3") ? [0, 4] : [1]).contains(outcome.status), "\(outcome)")
    if then == "exit 3" { #expect(outcome.errors.contains("ended with status 3"), "\(outcome)") }
    let left = try sandbox.read("left").split(separator: "\n")
    #expect(left.count == 2, "\(left)")
    #expect(waitUntil { livingProcesses { name, _ in left.contains(name) }.isEmpty }, "\(left)")
  }

  /// The failure is named, finished runs are kept, and the child's last lines are shown.
  @Test(.enabled(if: python != nil, "no python3 with its standard library"))
  func failureKeepsFinishedRunsAndShowsStandardError() throws {
    let sandbox = try Sandbox()
    // The third child prints an error and ends.
    try sandbox.write(
      "stack.sh",
      """
      echo >>starts
      [ $(wc -l <starts) -lt 3 ] && exec python3 \(Self.examples)strongest_beacon.py
      for i in $(seq 1 30); do echo "complaint $i" >&2; done
      printf 'and \\033[31mcolour' >&2
      exit 7

      """)
    let outcome = try sandbox.venuesim([
      "run", TestPaths.corridor, "--seeds", "1-4", "--jobs", "1", "--stack", "cmd:sh stack.sh",
      "--out", "kept", "--set", "budgets=[]",
    ])
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.errors.contains("has ended with status 7; 2 of 4 runs are finished"))
    #expect(outcome.errors.contains("the last 20 lines of its standard error:\n  complaint 12\n"))
    #expect(outcome.errors.contains("  complaint 30\n  and ?[31mcolour\n"), "\(outcome)")
    #expect(!outcome.errors.contains("complaint 11\n"), "\(outcome)")
    let seeds = try Set(Table(sandbox.read("kept/fixes.csv"))["seed"])
    #expect(seeds == ["1", "2"])
    let manifest = try sandbox.read("kept/manifest.json")
    #expect(manifest.contains(#""complete": false"#), "\(manifest)")
    let missing = manifest.components(separatedBy: #""missing":"#).last ?? ""
    #expect(missing.contains(#""first_seed": "3""#) && missing.contains(#""last_seed": "4""#))
  }

  @Test(arguments: [
    (
      ["--stack", "cmd:false", "--stack-timeout", "soon"],
      "--stack-timeout takes a time up to a day, such as '10 s', not 'soon'"
    )
  ])
  func rejectsInvalidOptions(options: [String], message: String) throws {
    let outcome = try Sandbox().venuesim(["run", TestPaths.corridor] + options)
    #expect(outcome.status == 2 && outcome.errors.contains(message), "\(outcome)")
  }
}
