import Foundation
import Glibc
import Testing

/// Playback to other programs.
struct PlayTests {
  private func play(_ arguments: String...) throws -> Outcome {
    try Sandbox().venuesim(["play", TestPaths.corridor, "--speed", "max"] + arguments)
  }

  /// Connects to the socket `s` once it exists, and runs a Python script on the `link`.
  private func listen(in sandbox: Sandbox, _ script: String) throws -> Outcome {
    let python = try #require(TestPaths.python)
    return try sandbox.run(python, ["-c", Self.connecting + script, sandbox.path + "/s"])
  }

  private static let connecting = """
    import socket, sys, time
    for _ in range(36000):
        try:
            link = socket.socket(socket.AF_UNIX); link.connect(sys.argv[1]); break
        except OSError: time.sleep(0.05)

    """

  @Test func sentencesEqualAnExportedRecording() throws {
    let sandbox = try Sandbox()
    let played = try play("--as", "nmea")
    #expect(played.status == 0 && played.errors.isEmpty, "\(played)")
    #expect(
      try sandbox.venuesim("run", TestPaths.corridor, "--record", "--out", "run").status == 0)
    let recordings = try sandbox.files(below: "run").keys.filter {
      $0.hasSuffix("recording.json") || $0.hasSuffix("recording.yaml")
    }
    let folder = try #require(
      recordings.first.map { "run/" + ($0 as NSString).deletingLastPathComponent })
    let exported = try sandbox.venuesim("export", "nmea", folder)
    #expect(
      played.output == exported.output
        && played.output.split(whereSeparator: \.isNewline).count > 300, "\(exported)")
  }

  @Test func jsonLinesAreOrderedObjects() throws {
    let played = try play("--as", "json")
    var last = -1.0
    var count = 0
    for line in played.outputLines where !line.isEmpty {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let reported = try #require(object["told_s"] as? Double)
      #expect(reported >= last && object["latitude_deg"] is Double && object["source"] is String)
      last = reported
      count += 1
    }
    #expect(count > 150)
  }

  @Test func emulatorCommandsHaveLongitudeFirst() throws {
    let lines = try play("--as", "adb").outputLines.filter { !$0.isEmpty }
    for line in lines {
      let words = line.split(separator: " ")
      #expect(words.prefix(4) == ["adb", "emu", "geo", "fix"] && words.count >= 6)
      #expect(words[4].hasPrefix("-122.46") && words[5].hasPrefix("37.7"), "\(line)")
    }
    #expect(lines.count > 150)
  }

  @Test func speedScalesWaypointTimes() throws {
    func seconds(_ speed: String) throws -> Double {
      let outcome = try Sandbox().venuesim(
        "play", TestPaths.corridor, "--as", "gpx", "--speed", speed)
      let stamps = outcome.output.split(separator: "<time>").dropFirst().compactMap {
        try? Date(
          String($0.prefix(24)),
          strategy: .iso8601.year().month().day().time(includingFractionalSeconds: true))
      }
      #expect(outcome.output.contains("<wpt lat=\"37.7"), "\(outcome)")
      return try #require(stamps.last).timeIntervalSince(try #require(stamps.first))
    }
    let (plain, fast) = (try seconds("1"), try seconds("10"))
    #expect(plain > 150 && abs(plain - 10 * fast) < 0.1)
  }

  @Test func speedSetsThePlaybackTime() throws {
    let sandbox = try Sandbox()
    let start = Date()
    let outcome = try sandbox.venuesim(
      "play", TestPaths.corridor, "--as", "json", "--speed", "60", "--set", "duration=120 s")
    // 117 s of locations, sixty times as fast: a busy machine can only take longer.
    let gone = Date().timeIntervalSince(start)
    #expect(outcome.status == 0 && gone > 1.9, "\(gone)")
    // In real time this would reach the time limit of commands.
    let hours = try sandbox.venuesim(
      "play", TestPaths.corridor, "--as", "json", "--speed", "100000", "--set", "duration=2 h")
    #expect(hours.status == 0, "\(hours)")
  }

  @Test func connectedClientReceivesLocations() throws {
    let sandbox = try Sandbox()
    let command = try sandbox.start(
      TestPaths.venuesim,
      [
        "play", TestPaths.corridor, "--as", "json", "--speed", "100", "--to",
        "unix:\(sandbox.path)/s",
      ])
    let received = try listen(
      in: sandbox,
      """
      data = b""
      while piece := link.recv(65536): data += piece
      print(data.count(b"\\n"))
      """)
    let outcome = try command.outcome()
    #expect(
      outcome.status == 0 && outcome.errors.contains("waiting for a connection"), "\(outcome)")
    #expect(try #require(Int(received.output.dropLast())) > 150, "\(received)")
    #expect(!sandbox.exists("s"), "the socket is removed")
  }

  /// A slow reader loses nothing, at any speed.
  @Test func slowClientLosesNothing() throws {
    let sandbox = try Sandbox()
    let words = ["play", TestPaths.corridor, "--as", "json", "--truth", "--speed", "max"]
    let whole = try sandbox.venuesim(words)
    let command = try sandbox.start(
      TestPaths.venuesim, words + ["--to", "unix:\(sandbox.path)/s", "--quiet"])
    let received = try listen(
      in: sandbox,
      """
      time.sleep(1)
      data = b""
      while piece := link.recv(4096): data += piece
      sys.stdout.write(data.decode())
      """)
    #expect(try command.outcome().status == 0)
    // More than a socket holds.
    #expect(received.output == whole.output && whole.output.utf8.count > 300_000, "\(received)")
  }

  /// A reader may leave, and another may connect; playback continues without readers.
  @Test func anotherClientCanConnectAfterTheFirst() throws {
    let sandbox = try Sandbox()
    let command = try sandbox.start(
      TestPaths.venuesim,
      [
        "play", TestPaths.corridor, "--as", "json", "--speed", "15", "--to",
        "unix:\(sandbox.path)/s",
      ])
    let received = try listen(
      in: sandbox,
      """
      link.recv(100); link.close()
      time.sleep(0.5)
      link = socket.socket(socket.AF_UNIX); link.connect(sys.argv[1])
      data = b""
      while piece := link.recv(65536): data += piece
      print(data.count(b"\\n"))
      """)
    let outcome = try command.outcome()
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try #require(Int(received.output.dropLast())) > 0, "\(received)")
  }

  /// Two hundred clients connect at once, and none is refused or waits.
  @Test func aBurstOfClientsConnects() throws {
    let sandbox = try Sandbox()
    let command = try sandbox.start(
      TestPaths.venuesim,
      [
        "play", TestPaths.corridor, "--as", "json", "--speed", "1", "--to",
        "unix:\(sandbox.path)/s",
      ])
    let received = try listen(
      in: sandbox,
      """
      links = []
      for _ in range(200):
          one = socket.socket(socket.AF_UNIX); one.setblocking(False); one.connect(sys.argv[1]); links.append(one)
      for one in links:
          one.setblocking(True)
      print(sum(len(one.recv(100)) > 0 for one in links))
      """)
    command.signal(SIGINT)
    _ = try command.outcome()
    #expect(received.output == "200\n", "\(received)")
  }

  @Test func playbackEndsWithoutClients() throws {
    let sandbox = try Sandbox()
    let command = try sandbox.start(
      TestPaths.venuesim,
      ["play", TestPaths.corridor, "--truth", "--speed", "max", "--to", "unix:\(sandbox.path)/s"])
    _ = try listen(in: sandbox, "link.recv(100)")
    let outcome = try command.outcome()
    #expect(outcome.status == 0 && !sandbox.exists("s"), "\(outcome)")
  }

  /// Ctrl-C doesn't wait for a reader that reads nothing.
  @Test func interruptDoesNotWaitForABlockedClient() throws {
    let sandbox = try Sandbox()
    let python = try #require(TestPaths.python)
    let command = try sandbox.start(
      TestPaths.venuesim,
      [
        "play", TestPaths.corridor, "--as", "json", "--truth", "--speed", "max", "--to",
        "unix:\(sandbox.path)/s",
      ])
    let listener = try sandbox.start(
      python, ["-c", Self.connecting + "open('there', 'w'); time.sleep(3600)", sandbox.path + "/s"])
    defer {
      listener.signal(SIGKILL)
      _ = try? listener.outcome()
    }
    waitUntil { sandbox.exists("there") || !listener.isRunning }
    // More than a socket holds is written by then.
    usleep(1_500_000)
    #expect(command.isRunning)
    command.signal(SIGINT)
    let outcome = try command.outcome()
    #expect(outcome.status == 130 && outcome.errors.contains("interrupted"), "\(outcome)")
  }

  /// Ctrl-C also ends a write to a pipe that isn't read.
  @Test func interruptEndsAWriteToAFullPipe() throws {
    let sandbox = try Sandbox()
    let shell = try #require(TestPaths.program("bash"))
    let script = """
      mkfifo pipe; exec 3<> pipe
      "$0" play "$1" --as json --truth --speed max > pipe & job=$!
      sleep 4; kill -INT $job; wait $job
      """
    let outcome = try sandbox.run(shell, ["-c", script, TestPaths.venuesim, TestPaths.corridor])
    #expect(outcome.status == 130, "\(outcome)")
  }

  @Test func pseudoterminalProvidesSentences() throws {
    let sandbox = try Sandbox()
    let shell = try #require(TestPaths.program("bash"))
    let script = """
      "$0" play "$1" --speed 10 --to pty:gps --quiet &
      while kill -0 $! && ! [ -e gps ]; do sleep 0.05; done
      head -n 40 gps
      kill $!; wait
      """
    let outcome = try sandbox.run(shell, ["-c", script, TestPaths.venuesim, TestPaths.corridor])
    let lines = outcome.output.split(whereSeparator: \.isNewline)
    #expect(lines.count == 40 && lines.allSatisfy { $0.hasPrefix("$GN") }, "\(outcome)")
    #expect(!sandbox.exists("gps"), "the link is removed")
  }

  /// An existing file is never replaced by the link, except an earlier link to a terminal.
  @Test func onlyTerminalLinksAreReplaced() throws {
    let sandbox = try Sandbox()
    let link = sandbox.path + "/gps"
    func play() throws -> Outcome {
      try sandbox.venuesim("play", TestPaths.corridor, "--speed", "max", "--to", "pty:gps")
    }
    func target() -> String? { try? FileManager.default.destinationOfSymbolicLink(atPath: link) }
    #expect(symlink("notes.txt", link) == 0)
    let other = try play()
    #expect(other.status == 1 && other.errors.contains("a link to 'notes.txt'"), "\(other)")
    #expect(target() == "notes.txt")
    #expect(unlink(link) == 0)
    try sandbox.write("gps", "mine")
    let file = try play()
    #expect(file.status == 1 && file.errors.contains("not a link to a terminal"), "\(file)")
    #expect(try sandbox.read("gps") == "mine")
    #expect(unlink(link) == 0 && symlink("/dev/pts/99999", link) == 0)
    #expect(try play().status == 0)
    #expect(target() == nil, "the own link is removed")
  }

  /// A link that has been replaced by one to another terminal isn't removed.
  @Test func foreignLinkIsNotRemoved() throws {
    let sandbox = try Sandbox()
    let link = sandbox.path + "/gps"
    let command = try sandbox.start(
      TestPaths.venuesim, ["play", TestPaths.corridor, "--to", "pty:gps", "--quiet"])
    waitUntil { sandbox.exists("gps") || !command.isRunning }
    #expect(unlink(link) == 0 && symlink("/dev/pts/99999", link) == 0)
    command.signal(SIGINT)
    #expect(try command.outcome().status == 130)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: link) == "/dev/pts/99999")
  }

  @Test func usedSocketPathSuggestsARemedy() throws {
    let sandbox = try Sandbox()
    try sandbox.write("s", "")
    let outcome = try sandbox.venuesim("play", TestPaths.corridor, "--to", "unix:s")
    #expect(
      outcome.status == 1 && outcome.errors.contains("delete the file if no"), "\(outcome)")
  }

  @Test(arguments: [
    (["--to", "tcp:99999"], "takes a port"), (["--to", "tcp:nowhere:80"], "takes a port"),
    (["--speed", "0"], "--speed takes a number from 0.001"),
    (["--as", "gpx", "--speed", "1e-300"], "--speed takes a number from 0.001"),
    (["--to", "udp:10110"], "--to has no 'udp:10110'"), (["--to", "pty:"], "--to has no 'pty:'"),
    (["--to="], "--to names no file"),
    (["--as", "nmae"], "did you mean 'nmea'?"), (["--as", "gpx", "--to", "pty"], "gpx is a file"),
    (["--agent", "walkr"], "did you mean 'walker'?"),
  ]) func mistakesAreReported(arguments: [String], words: String) throws {
    let outcome = try Sandbox().venuesim(["play", TestPaths.corridor] + arguments)
    #expect(outcome.status == 2 && outcome.errors.contains(words), "\(outcome)")
  }
}
