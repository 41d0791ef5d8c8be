import Documents
import Harness
import Reporting
import Scenarios
import Scoring

// Going on with a run that was stopped or killed.

extension RunOutput {
  /// Opens the folder for the results, and adds up what an earlier attempt left in it.
  ///
  /// - Throws: What is wrong with the folder.
  func openFolder(_ summary: inout RunSummary) throws -> RunFolder? {
    guard let path = invocation.value(.out) else { return nil }
    let identity = plan.identity(digest: digest)
    guard invocation.has(.resume) else {
      return try RunFolder(
        path: path, run: digest, overwrites: invocation.has(.force), identity: identity)
    }
    switch RunFolderState(ofFolder: path) {
    case .empty:
      return try RunFolder(path: path, run: digest, overwrites: false, identity: identity)
    case .foreign, .finished:
      throw DocumentError("the folder '\(path)' holds no run that --resume could go on with")
    case .unfinished:
      var units = plan.units.makeIterator()
      return try RunFolder(resuming: path, identity: identity, unitCount: plan.units.count) {
        figures in
        guard let unit = units.next() else { return }
        summary.add(figures, scenario: unit.scenario.scenario.name, seed: unit.seed)
      }
    }
  }

  /// How the run ended that is to be gone on with, if it is at its end; nil if there is work to do.
  ///
  /// - Throws: What is wrong with the folder, or with the tables in it.
  func statusOfFinishedRun() throws -> ExitStatus? {
    guard invocation.has(.resume), let path = invocation.value(.out),
      case .finished(let manifest) = RunFolderState(ofFolder: path)
    else { return nil }
    let recorded = manifest["recordings"] == true
    guard manifest["run"] == .string(digest), recorded == plan.records else {
      throw DocumentError(
        "the run in '\(path)' is finished, and is another one: its scenario, seeds, settings, stack, "
          + "version or --record differ; name another folder with --out, or say --force")
    }
    // The scene is the one file that a finished run may lack, where there was no room for it.
    if !exists(path + "/" + RunScene.fileName) {
      try writeFile(scene(of: plan).value.text() + "\n", to: path + "/" + RunScene.fileName)
    }
    let status = try verdict(ofFolder: path)
    if invocation.has(.json) {
      let answer: JSONValue = [
        "run": .string(digest), "folder": .string(path), "already_finished": true,
        "status": .int(Int64(status.rawValue)),
      ]
      say(answer.text(pretty: false))
    } else if !invocation.has(.quiet) {
      say("Nothing to do: all \(plan.units.count) runs are finished. The files are in \(path)/.")
    }
    return status
  }

  /// The status that a finished run ended with, from its table of budgets.
  private func verdict(ofFolder path: String) throws(DocumentError) -> ExitStatus {
    var table = try CSVReader(path: path + "/budgets.csv")
    guard let column = table.columns.firstIndex(of: "verdict") else {
      throw DocumentError("no column 'verdict' in '\(path)/budgets.csv'")
    }
    while try table.nextRow() {
      if BudgetVerdict.Verdict(rawValue: table.text(at: column)) == .missed { return .budgetMissed }
    }
    return .success
  }
}

extension RunPlan {
  /// All that decides the results, piece by piece.
  fileprivate func identity(digest: String) -> RunIdentity {
    RunIdentity(
      run: digest, version: version, stack: stack.identity,
      seeds: seeds.map { "\($0.lowerBound)-\($0.upperBound)" } ?? "", settings: settings,
      scenarios: scenarios.map { loaded in
        RunIdentity.Scenario(
          name: loaded.scenario.name, digest: loaded.digest + loaded.programDigest,
          venueDigest: loaded.venueDigest)
      }, records: records)
  }
}

extension Option {
  static let resume = Option(
    "resume", "Go on with the run in --out DIR that was stopped or killed.")
}
