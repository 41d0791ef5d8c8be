import Foundation
import Testing

/// `venuesim plot`, as a user runs it.
struct PlotTests {
  private func run(_ sandbox: Sandbox) throws {
    let run = try sandbox.venuesim(
      "run", TestPaths.corridor, "--seeds", "1-3", "--out", "kept", "--quiet")
    #expect(run.status == 0, "\(run)")
  }

  @Test func plotsDependOnTheRunFolderOnly() throws {
    let sandbox = try Sandbox()
    try run(sandbox)
    let plot = try sandbox.venuesim("plot", "kept/")
    #expect(plot.status == 0 && plot.errors.isEmpty, "\(plot)")
    let first = try sandbox.files(below: "kept/plots")
    #expect(first.keys.contains("errors.svg") && first.keys.contains("level-0-map.svg"))
    let said = plot.output.split(separator: "\n").map(String.init)
    #expect(Set(said) == Set(first.keys.map { "kept/plots/" + $0 }))
    let again = try sandbox.venuesim("plot", "kept", "--out", "again", "--quiet")
    #expect(again.status == 0 && again.output.isEmpty, "\(again)")
    #expect(try sandbox.files(below: "again") == first)
    let one = try sandbox.venuesim("plot", "kept", "--figure", "time", "--out", "one", "--quiet")
    #expect(one.status == 0, "\(one)")
    #expect(try sandbox.files(below: "one") == ["time.svg": first["time.svg"]])
    // Pictures of an earlier run don't belong to the next one's tables.
    let next = try sandbox.venuesim(
      "run", TestPaths.corridor, "--seed", "9", "--out", "kept", "--force", "--quiet")
    #expect(next.status == 0 && !sandbox.exists("kept/plots"), "\(next)")
  }

  /// Expected accuracy from a survey beside the actual errors.
  @Test func mapShowsTheExpectedAccuracyOfTheSurvey() throws {
    let sandbox = try Sandbox()
    try run(sandbox)
    let survey = try sandbox.venuesim("survey", TestPaths.corridor, "--out", "c.vspf", "--quiet")
    #expect(survey.status == 0, "\(survey)")
    let plot = try sandbox.venuesim(
      "plot", "kept", "--figure", "map", "--survey", "c.vspf", "--quiet")
    #expect(plot.status == 0, "\(plot)")
    #expect(try sandbox.read("kept/plots/level-0-map.svg").contains("(modelled)"))
  }

  /// A working converter, one that fails, and none.
  @Test(arguments: ["cp \"$3\" \"$2\"", "exit 3", nil])
  func pngFilesNeedAConverter(script: String?) throws {
    let sandbox = try Sandbox()
    try run(sandbox)
    try sandbox.write("bin/README", "No program is here but what the test puts in.")
    if let script {
      let path = try sandbox.write("bin/rsvg-convert", "#!/bin/sh\nPATH=/usr/bin:/bin\n\(script)\n")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    let plot = try sandbox.run(
      "env",
      [
        "PATH=\(sandbox.path)/bin", TestPaths.venuesim, "plot", "kept", "--figure", "errors",
        "--png",
        "--out", "out",
      ])
    #expect(sandbox.exists("out/errors.svg"), "\(plot)")
    switch script {
    case "exit 3": #expect(plot.status == 1 && plot.errors.contains("can't make 'out/errors.png'"))
    case nil:
      #expect(plot.status == 1 && plot.errors.contains("apt install librsvg2-bin"), "\(plot)")
      #expect(plot.errors.split(separator: "\n").count == 1)
    default:
      #expect(plot.status == 0 && plot.output == "out/errors.svg\nout/errors.png\n", "\(plot)")
      #expect(try sandbox.read("out/errors.png") == sandbox.read("out/errors.svg"))
    }
    #expect(sandbox.exists("out/errors.png") == (plot.status == 0))
  }

  @Test(arguments: [
    (["plot"], "plot which run's folder?"), (["plot", "nowhere"], "'nowhere' holds no run"),
    (["plot", "kept", "--figure", "mpa"], "no figure is called 'mpa' (did you mean 'map'?)"),
    (["plot", "kept", "--figure", "zz"], "there are errors, floors, time, map, ways"),
    (["plot", "kept", "--figure", "time"], "nothing to draw of 'time'"),
    (["plot", "kept"], "'kept' holds nothing that can be drawn"),
    (["plot", "kept", "--survey", "none"], "cannot read 'none'"),
  ]) func mistakesAreReported(arguments: [String], message: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("kept/manifest.json", "{\"run\": \"r\"}")
    let outcome = try sandbox.venuesim(arguments)
    #expect(outcome.status == 2 && outcome.errors.contains(message), "\(outcome)")
    #expect(!sandbox.exists("kept/plots"))
  }

  /// Maps of errors show stairs and lifts.
  @Test func mapsShowStairsAndLifts() throws {
    let sandbox = try Sandbox()
    let museum = TestPaths.root + "/scenarios/museum-visit.yaml"
    let run = try sandbox.venuesim("run", museum, "--seed", "1001", "--out", "m", "--quiet")
    #expect([0, 4].contains(run.status), "\(run)")
    #expect(try sandbox.venuesim("plot", "m", "--figure", "map", "--quiet").status == 0)
    let ground = try sandbox.read("m/plots/level-0-map.svg")
    for kind in ["stairs", "escalator", "lift"] {
      #expect(ground.contains("<title>\(kind) "), "\(kind)")
    }
  }
}
