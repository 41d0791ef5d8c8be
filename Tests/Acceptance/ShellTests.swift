import Foundation
import Testing

/// Interfaces to other programs: schemas, lists, completions, pipes.
struct ShellTests {
  @Test(arguments: [[], ["scenario"], ["venue"]]) func schemasAreJSON(arguments: [String]) throws {
    let outcome = try Sandbox().venuesim(["schema"] + arguments)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let schema = try #require(
      JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect((schema["$schema"] as? String)?.hasPrefix("https://json-schema.org/") == true)
    // The root is one of the definitions.
    let reference = try #require(schema["$ref"] as? String)
    let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
    let root = try #require(definitions[String(reference.dropFirst("#/$defs/".count))])
    let properties = try #require(root["properties"] as? [String: Any])
    let expected =
      arguments == ["venue"] ? ["buildings", "origin"] : ["agents", "venue", "budgets"]
    for key in expected { #expect(properties[key] != nil, "\(key)") }
  }

  @Test func listsAreTablesAndJSON() throws {
    let sandbox = try Sandbox()
    let table = try sandbox.venuesim("list", "metrics")
    #expect(table.status == 0)
    let json = try sandbox.venuesim("list", "metrics", "--json")
    let metrics = try #require(
      JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: String]])
    #expect(table.outputLines.count == metrics.count + 3)
    for name in ["horizontal_error", "floor.accuracy", "ttff", "steps.error", "energy"] {
      #expect(metrics.contains { $0["metric"] == name }, "\(name)")
      #expect(table.output.contains("\n\(name) "), "\(name)")
    }
    #expect(try sandbox.venuesim("list", "parts").output.contains("strongest-beacon"))
    let names = try sandbox.venuesim("list", "metrics", "--names").outputLines
    #expect(names.dropLast() == metrics.map { $0["metric"] ?? "" }.map { $0[...] })
    let capabilities = try sandbox.venuesim("list", "capabilities", "--csv").output
    for row in ["verb,gate,", "recordings of,gpx,", "part,steps: ", "observation,gnss,"] {
      #expect(capabilities.contains("\n" + row), "\(row) in \(capabilities)")
    }
    try sandbox.write("scenarios/bad.yaml", "name: [")
    try FileManager.default.copyItem(
      atPath: TestPaths.corridor, toPath: sandbox.path + "/scenarios/corridor.yaml")
    let scenarios = try sandbox.venuesim("list", "scenarios")
    #expect(scenarios.status == 0 && scenarios.output.contains("has mistakes"), "\(scenarios)")
    #expect(scenarios.output.contains("corridor  scenarios/corridor.yaml"), "\(scenarios)")
  }

  /// A command line, and the completions of its last word.
  static let completed: [(line: [String], offers: [String], not: [String])] = [
    (["venuesim", ""], InvocationTests.verbs, ["--version"]),
    (["venuesim", "re"], ["replay", "report"], ["run"]),
    (["venuesim", "--"], ["--help", "--version"], ["run"]),
    (["venuesim", "run", "--se"], ["--seed", "--seeds", "--set"], ["--out"]),
    (["venuesim", "run", "x.yaml", "--"], ["--out", "--jobs", "--help"], ["--scenario"]),
    (["venuesim", "run", ""], [], ["--out"]),
    (["venuesim", "list", ""], ["metrics", "parts", "scenarios"], ["--json"]),
    (["venuesim", "help", "c"], ["check", "compare", "completions"], ["run"]),
    (["venuesim", "nonsense", "-"], [], ["--help"]),
    (
      [TestPaths.venuesim, "run", "x.yaml", "--set", "stack.satellites."],
      ["stack.satellites.motion.jerkiness="], ["stack.locator.window=", "x.yaml"]
    ),
    (
      [TestPaths.venuesim, "run", "--set", "=", "stack.locator.w"], ["stack.locator.window="],
      ["stack.satellites.motion.jerkiness="]
    ),
    ([TestPaths.venuesim, "falsify", "--vary", "constants."], [], ["stack.locator.window="]),
  ]

  @Test(.enabled(if: TestPaths.program("bash") != nil, "bash is not installed"))
  func bashCompletes() throws {
    let sandbox = try Sandbox()
    let bash = try #require(TestPaths.program("bash"))
    try sandbox.write("complete.bash", sandbox.venuesim("completions", "bash").output)
    let syntax = try sandbox.run(bash, ["-n", "complete.bash"])
    #expect(syntax.status == 0 && syntax.errors.isEmpty, "\(syntax)")
    let script = """
      set -u
      source ./complete.bash
      COMP_WORDS=("$@")
      COMP_CWORD=$(($# - 1))
      _venuesim
      printf '%s\\n' ${COMPREPLY[@]+"${COMPREPLY[@]}"}
      """
    for (line, offers, others) in Self.completed {
      let outcome = try sandbox.run(bash, ["--norc", "-c", script, "bash"] + line)
      let words = outcome.outputLines.map(String.init)
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(line): \(outcome)")
      for word in offers { #expect(words.contains(word), "\(line) lacks \(word): \(words)") }
      for word in others { #expect(!words.contains(word), "\(line) offers \(word)") }
    }
  }

  @Test(arguments: ["zsh", "fish"]) func otherShellsComplete(shell: String) throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.venuesim("completions", shell)
    #expect(outcome.status == 0)
    for verb in InvocationTests.verbs { #expect(outcome.output.contains(verb), "\(verb)") }
    // The syntax is checked by the shell itself, if it is installed.
    guard let program = TestPaths.program(shell) else { return }
    try sandbox.write("script", outcome.output)
    let syntax = try sandbox.run(program, ["-n", "script"])
    #expect(syntax.status == 0 && syntax.errors.isEmpty, "\(syntax)")
  }

  /// One-letter options are completed, and 'run' after another verb is only a word.
  @Test func completesShortOptionsAndSubcommands() throws {
    let sandbox = try Sandbox()
    let zsh = try sandbox.venuesim("completions", "zsh").output
    #expect(zsh.contains("'(-o --out)'{-o,--out}'["))
    let script = try sandbox.venuesim("completions", "fish").output
    #expect(!script.contains("__fish_seen_subcommand_from"))
    guard let fish = TestPaths.program("fish") else { return }
    try sandbox.write("script", script)
    func offers(_ line: String) throws -> String {
      try sandbox.run(fish, ["--no-config", "-c", "source script; complete -C '\(line)'"]).output
    }
    #expect(try offers("venuesim run x.yaml --rec").contains("--record"))
    #expect(try !offers("venuesim campaign run x.yaml --rec").contains("--record"))
    #expect(try offers("venuesim campaign run x.yaml --sha").contains("--shard"))
  }

  /// A non-blocking stream, as some programs leave it, receives everything.
  @Test func nonBlockingStreamReceivesEverything() throws {
    let sandbox = try Sandbox()
    let python = try #require(TestPaths.python)
    let script = """
      import os, subprocess, sys, time
      ours, theirs = os.pipe()
      os.set_blocking(theirs, False)
      command = subprocess.Popen(sys.argv[1:], stdout=theirs)
      os.close(theirs)
      time.sleep(1)
      data = b""
      while piece := os.read(ours, 65536): data += piece
      sys.stdout.buffer.write(data)
      sys.exit(command.wait())
      """
    let outcome = try sandbox.run(python, ["-c", script, TestPaths.venuesim, "schema", "scenario"])
    let whole = try sandbox.venuesim("schema", "scenario").output
    // More than a pipe's buffer.
    #expect(whole.utf8.count > 100_000)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    #expect(outcome.output == whole)
  }

  /// Progress output fits on a line of the terminal.
  @Test func progressFitsTheTerminal() throws {
    let sandbox = try Sandbox()
    let python = try #require(TestPaths.python)
    let script = """
      import fcntl, os, pty, struct, subprocess, sys, termios
      ours, theirs = pty.openpty()
      fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 40, 0, 0))
      command = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=theirs)
      os.close(theirs)
      data = b""
      try:
          while piece := os.read(ours, 65536): data += piece
      except OSError: pass
      lines = [len(line) for line in data.decode().split("\\r\\x1b[K") if line.startswith("[")]
      print(len(lines), max(lines))
      """
    let outcome = try sandbox.run(
      python,
      [
        "-c", script, TestPaths.venuesim, "run", TestPaths.corridor, "--seeds", "1000-1003",
        "--set",
        "duration=20 s",
      ])
    let numbers = outcome.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    #expect(numbers.count == 2 && numbers[0] > 0 && numbers[1] == 39, "\(outcome)")
  }

  @Test func closedPipesAreAcceptedAndWriteErrorsReported() throws {
    let sandbox = try Sandbox()
    let shell = try #require(TestPaths.program("bash"))
    func run(_ script: String) throws -> Outcome {
      try sandbox.run(shell, ["-c", script, TestPaths.venuesim, TestPaths.corridor])
    }
    let head = try run("set -o pipefail; \"$0\" list metrics | head -1")
    #expect(head.status == 0 && head.errors.isEmpty, "\(head)")
    #expect(head.outputLines.count == 2)
    // `true` reads nothing, and has ended before the first output.
    let gone = try run("{ sleep 0.1; \"$0\" run \"$1\"; echo $? >&2; } | true")
    #expect(gone.errors == "0\n", "\(gone)")
    let full = try run("\"$0\" schema > /dev/full")
    #expect(full.status == 1, "\(full)")
    #expect(
      full.errors == "venuesim: cannot write to standard output: No space left on device\n")
    // With standard output closed, no table may get its descriptor, and the text with it.
    let closed = try run("\"$0\" run \"$1\" --out kept >&-; echo $? >&2")
    #expect(closed.errors == "0\n", "\(closed)")
    for (name, data) in try sandbox.files(below: "kept") where name.hasSuffix(".csv") {
      #expect(data.starts(with: Data("run,".utf8)), "\(name)")
      #expect(!String(decoding: data, as: UTF8.self).contains("corridor: 1 run"), "\(name)")
    }
  }
}
