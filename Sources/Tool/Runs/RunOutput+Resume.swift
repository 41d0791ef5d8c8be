import Documents
import Harness
import Kernel
import Reporting
import Scenarios
import Scoring

// Resumes a run that was stopped or killed.

extension RunOutput {
  /// Opens the output folder, and adds the results of an earlier attempt to the summary.
  ///
  /// - Throws: ``DocumentError`` if the folder is unusable.
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
      throw DocumentError("the folder '\(path)' has no run that --resume can continue")
    case .unfinished:
      var units = plan.units.makeIterator()
      return try RunFolder(resuming: path, identity: identity, unitCount: plan.units.count) {
        figures in
        guard let unit = units.next() else { return }
        summary.add(figures, scenario: unit.scenario.scenario.name, seed: unit.seed)
      }
    }
  }

  /// The status of a run that is resumed but already complete; nil if there is work to do.
  ///
  /// - Throws: ``DocumentError`` if the folder or its tables are invalid.
  func statusOfFinishedRun() throws -> ExitStatus? {
    guard invocation.has(.resume), let path = invocation.value(.out),
      case .finished(let manifest) = RunFolderState(ofFolder: path)
    else { return nil }
    let recorded = manifest["recordings"] == true
    guard manifest["run"] == .string(digest), recorded == plan.records else {
      throw DocumentError(
        "the run in '\(path)' is finished, and is a different one: its scenario, seeds, settings, stack, "
          + "version or --record differ; name another folder with --out, or use --force")
    }
    // A complete run may lack the scene, if the disk was full.
    if !exists(path + "/" + RunScene.fileName) {
      let text = Array((scene(of: plan).value.text() + "\n").utf8)
      try writeFile(text, to: path + "/" + RunScene.fileName)
      if var checksums = try ChecksumList(folder: path) {
        checksums.add(RunScene.fileName, text)
        try writeFile(checksums.bytes, to: path + "/" + ChecksumList.fileName)
      }
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

  /// The status of a complete run, from its table of budgets.
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
  /// Everything that determines the results.
  fileprivate func identity(digest: String) -> RunIdentity {
    RunIdentity(
      run: digest, version: version, stack: stack.identity,
      seeds: seeds?.text ?? "", settings: settings,
      scenarios: scenarios.map { loaded in
        RunIdentity.ScenarioDigest(
          name: loaded.scenario.name, digest: loaded.digest + loaded.programDigest,
          venueDigest: loaded.venueDigest)
      }, records: records)
  }
}

extension Option {
  static let resume = Option(
    "resume", "Continue the run in --out DIR that was stopped or killed.")
}
