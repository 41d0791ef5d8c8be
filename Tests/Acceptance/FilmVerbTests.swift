import Foundation
import Testing

/// `venuesim report --film`, as a user runs it.
struct FilmVerbTests {
  private func run(_ sandbox: Sandbox) throws {
    let run = try sandbox.venuesim(
      "run", TestPaths.corridor, "--seeds", "1-3", "--out", "kept", "--quiet")
    #expect(run.status == 0, "\(run)")
  }

  private func data(_ sandbox: Sandbox, _ file: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: sandbox.path + "/" + file))
  }

  @Test func filmIsAnAnimatedGIF() throws {
    let sandbox = try Sandbox()
    try run(sandbox)
    let film = try sandbox.venuesim("report", "kept/", "--film", "walk.gif", "--width", "400")
    #expect(film.status == 0 && film.errors.isEmpty, "\(film)")
    let lines = film.output.split(separator: "\n")
    #expect(lines.count == 2 && lines.last == "walk.gif", "\(film)")
    #expect(lines[0].hasPrefix("corridor, walker, seed ") && lines[0].contains("frames of 400 by"))
    let bytes = try data(sandbox, "walk.gif")
    #expect(bytes.starts(with: Data("GIF89a".utf8)) && bytes.last == 0x3B)
    #expect((50_000..<1_500_000).contains(bytes.count), "\(bytes.count)")
    #expect(!sandbox.exists("kept/report.html"), "the film replaces the page")
    // The same bytes again, and through a pipe.
    let again = try sandbox.run(
      "sh",
      [
        "-c",
        "\(TestPaths.venuesim) report kept --film /dev/stdout --width 400 --quiet | cat > piped.gif",
      ])
    #expect(again.status == 0, "\(again)")
    #expect(try data(sandbox, "piped.gif") == bytes)
  }

  @Test func optionsChooseDeviceTimeAndColors() throws {
    let sandbox = try Sandbox()
    try run(sandbox)
    let film = try sandbox.venuesim(
      "report", "kept", "--film", "a.gif", "--seed", "2", "--device", "walker", "--from", "1 min",
      "--to", "90 s", "--speed", "10", "--fps", "5", "--width", "320", "--dark", "--json")
    #expect(film.status == 0, "\(film)")
    #expect(
      film.output.contains(
        "corridor, walker, seed 2 · 10 × real time: 1:00 to 1:30, 16 frames of 320 by"))
  }

  @Test(arguments: [
    (["--film", "a.mp4"], "a film is a GIF file; name it 'a.gif'"),
    (
      ["--film", "a.gif", "--seed", "9"],
      "no such scenario, seed or device; it has the devices walker, under seeds 1-3"
    ),
    (["--film", "a.gif", "--from", "2"], "--from '2': "),
    (["--film", "a.gif", "--from", "2 min", "--to", "60 s"], "--from must be before --to"),
    (["--film", "a.gif", "--speed", "0"], "--speed takes a number from 0.1 to 10000, not '0'"),
    (["--film", "a.gif", "--width", "nan"], "--width takes a number from 320 to 1920, not 'nan'"),
    (["--film", "a.gif", "--fps", "99"], "--fps takes a number from 1 to 50, not '99'"),
    (["--film", "a.gif", "--against", "kept"], "--film and --against exclude each other"),
    (["--film", "a.gif", "--csv"], "--film and --csv exclude each other"),
    (["--film", "none/a.gif"], "cannot write 'none/a.gif'"),
    (["--dark"], "--dark is for --film FILE"), (["--seed", "1"], "--seed is for --film FILE"),
  ]) func mistakesAreReported(arguments: [String], message: String) throws {
    let sandbox = try Sandbox()
    try run(sandbox)
    let outcome = try sandbox.venuesim(["report", "kept"] + arguments)
    #expect([1, 2].contains(outcome.status) && outcome.errors.contains(message), "\(outcome)")
    #expect(!sandbox.exists("a.gif") && !sandbox.exists("a.mp4"))
  }
}
