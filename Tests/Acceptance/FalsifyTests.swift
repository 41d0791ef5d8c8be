import Foundation
import Testing

struct FalsifyTests {
  @Test func writtenScenarioFailsAgain() throws {
    let sandbox = try Sandbox()
    let arguments = [
      "falsify", TestPaths.corridor, "--budget", "horizontal_error.p95 <= 8 m", "--tries", "24",
      "--vary", "stack.locator.window=1..30 s", "--set", "duration=100 s",
    ]
    let outcome = try sandbox.venuesim(arguments + ["--out", "deep/er.yaml"])
    #expect(outcome.status == 1, "a folder that isn't there: \(outcome)")
    let found = try sandbox.venuesim(arguments + ["--out", "one.yaml", "--jobs", "1"])
    #expect(found.status == 4 && found.output.contains("misses"), "\(found)")
    let text = try sandbox.read("one.yaml")
    #expect(text.hasPrefix("# Misses 'horizontal_error.p95 <= 8 m': horizontal_error.p95 is "))
    #expect(text.contains("# Found by: venuesim falsify corridor.yaml --budget"))
    #expect(text.contains("\nseed: ") && !text.contains("sweep"))
    // The comment agrees with the run.
    let figure =
      text.drop { $0 != "\n" }.isEmpty
      ? ""
      : String(
        text.prefix { $0 != "\n" }.split(separator: " ").dropLast().last ?? "")
    let run = try sandbox.venuesim("run", "one.yaml")
    #expect(run.status == 4, "\(run)")
    #expect(
      run.output.contains("missed: horizontal_error.p95 <= 8 m (\(figure) m)"),
      "\(figure): \(run)")
    let again = try sandbox.venuesim(arguments + ["--out", "two.yaml", "--jobs", "2"])
    #expect(again.status == 4)
    #expect(try sandbox.read("two.yaml") == text)
  }

  @Test func keptBudgetWritesNothing() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.venuesim(
      "falsify", TestPaths.corridor, "--budget", "availability.share >= 1 %", "--seeds", "1-3")
    #expect(outcome.status == 0 && outcome.output.contains("Nothing was written"), "\(outcome)")
    #expect(try sandbox.files().isEmpty)
  }

  @Test(arguments: [
    (["--metric", "horizontal_eror.p95"], "did you mean 'horizontal_error.p95'?"),
    ([], "--metric"), (["--metric", "ttff.p95", "--tries", "none"], "--tries"),
    (["--metric", "ttff.p95", "--vary", "stack.locator.window=1..9"], "with its unit"),
    (["--metric", "ttff.p95", "--vary", "stack.lokator.window=1..9 s"], "'locator'"),
    (["--metric", "ttff.p95", "--seeds", "9-1"], "--seeds"),
    (["--metric", "ttff.p95", "--out", TestPaths.corridor], "the scenario itself"),
    (["--metric", "ttff.p95", "other.yaml"], "does not expect"),
  ])
  func refusesBadInput(arguments: [String], cause: String) throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.venuesim(["falsify", TestPaths.corridor] + arguments)
    #expect(outcome.status == 2 && outcome.errors.contains(cause), "\(outcome)")
    #expect(try sandbox.files().isEmpty)
  }
}
