import Documents
import Glibc
import Harness
import Kernel

/// Changes every parameter, one at a time, and tests if any run changes.
///
/// Up to three other values are tried in each of the scenarios that exercise the part, until an output, a
/// decision or the energy changes. Results in the table from an earlier time are tried first. `reasons`, a CSV
/// of `parameter,reason`, explains why some parameters have no effect in these scenarios.
///
/// - Parameter arguments: `[--only TEXT] [--trial TEXT] [--csv FILE] [--reasons FILE]`: parameters whose names
///   contain a text, or all; with `--trial`, those without a proof, in the trials whose names contain a text.
/// - Returns: The exit status: 4 if a parameter without a reason has no effect.
func runParameters(_ arguments: [String]) -> Int32 {
  var options: [String: String] = [:]
  var rest = arguments[...]
  while let name = rest.popFirst() {
    guard ["--only", "--trial", "--csv", "--reasons"].contains(name), let value = rest.popFirst()
    else {
      print(
        "usage: benchmarks parameters [--only TEXT] [--trial TEXT] [--csv FILE] [--reasons FILE]")
      return 2
    }
    options[name] = value
  }
  do {
    var search = try ParameterSearch(
      table: options["--csv"] ?? "results/parameters.csv",
      reasons: options["--reasons"] ?? "results/parameter_reasons.csv")
    for var group in ParameterGroup.all {
      if let text = options["--trial"] {
        group.trials.removeAll { !$0.contains(text) }
      }
      try search.look(
        group, only: options["--only"] ?? "", skipsProved: options["--trial"] != nil)
    }
    return search.verdict()
  } catch {
    print("benchmarks: \(error)")
    return 1
  }
}

/// The search for proofs, with the table that stores them.
private struct ParameterSearch {
  private let table: String
  private let reasons: [String: String]
  /// Earlier and new proofs, by part and parameter.
  private var proofs: [String: ParameterProof] = [:]
  private var order: [String] = []
  private let jobs = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  init(table: String, reasons: String) throws {
    self.table = table
    var known: [String: String] = [:]
    if access(reasons, R_OK) == 0 {
      var reader = try CSVReader(bytes: try readFile(reasons, limit: 1 << 22), file: reasons)
      while try reader.nextRow() { known[reader.text(at: 0)] = reader.text(at: 1) }
    }
    self.reasons = known
    guard access(table, R_OK) == 0 else { return }
    for proof in try ParameterProof.read(table) {
      proofs["\(proof.part) \(proof.parameter)"] = proof
    }
  }

  /// True if the parameter has had an effect, at any time.
  private func isProved(_ parameter: TurnedParameter, _ part: String) -> Bool {
    proofs["\(part) \(parameter.name)"].map { !$0.value.isEmpty } ?? false
  }

  /// Searches for proofs of a part's parameters, and writes the table after each chunk.
  mutating func look(_ group: ParameterGroup, only: String, skipsProved: Bool) throws {
    order += group.parameters.map { "\(group.part) \($0.name)" }
    let wanted = group.parameters.filter { parameter in
      (only.isEmpty || parameter.name.contains(only))
        && !(skipsProved && isProved(parameter, group.part))
    }
    guard !wanted.isEmpty else { return }
    var trials = TrialStore(group)
    let isKnown = { (parameter: TurnedParameter) in
      proofs["\(group.part) \(parameter.name)"].map { !$0.trial.isEmpty }
        ?? (reasons[parameter.name] != nil)
    }
    if !wanted.allSatisfy(isKnown) { try trials.prepareAll(jobs: jobs) }
    for first in stride(from: 0, to: wanted.count, by: 4 * jobs) {
      let chunk = Array(wanted[first..<min(first + 4 * jobs, wanted.count)])
      let before = chunk.map { proofs["\(group.part) \($0.name)"] }
      for proof in before.compactMap({ $0 }) { try trials.prepare(proof.trial) }
      let (shelf, reasons) = (trials, reasons)
      let found = try parallelMap(chunk.indices.map { (chunk[$0], before[$0]) }, jobs: jobs) {
        parameter, before in
        shelf.proof(of: parameter, before, reason: reasons[parameter.name])
      }
      for proof in found {
        proofs["\(proof.part) \(proof.parameter)"] = proof
        trials.count(proof)
      }
      try write()
      let live = found.filter { !$0.value.isEmpty }.count
      print(
        "\(group.name) \(group.part) \(first + chunk.count)/\(wanted.count): \(live) of \(chunk.count)"
      )
      fflush(nil)
    }
  }

  /// Prints the result.
  func verdict() -> Int32 {
    let all = order.compactMap { proofs[$0] }
    let silent = all.filter { $0.value.isEmpty && $0.reason.isEmpty }
    let live = all.filter { !$0.value.isEmpty }.count
    print(
      "\(all.count) parameters, \(live) change a run, \(all.count - live - silent.count) can't and say why"
    )
    for proof in silent { print("no effect, no reason: \(proof.parameter) (\(proof.part))") }
    return silent.isEmpty ? 0 : 4
  }

  private func write() throws {
    let known = Set(order)
    let rest = proofs.keys.filter { !known.contains($0) }.sorted()
    try ParameterProof.write((order + rest).compactMap { proofs[$0] }, to: table)
  }
}

/// A part's trials, ordered by their number of proofs.
private struct TrialStore {
  private let group: ParameterGroup
  private var trials: [String: ParameterTrial] = [:]
  private var hits: [String: Int] = [:]

  init(_ group: ParameterGroup) { self.group = group }

  /// Runs a trial with unchanged parameters, unless done before.
  mutating func prepare(_ name: String) throws {
    guard !name.isEmpty, trials[name] == nil else { return }
    trials[name] = try ParameterTrial(name, senses: group.senses)
  }

  /// Runs all trials with unchanged parameters.
  mutating func prepareAll(jobs: Int) throws {
    let senses = group.senses
    let made = try parallelMap(group.trials, jobs: jobs) { try ParameterTrial($0, senses: senses) }
    for trial in made { trials[trial.name] = trial }
  }

  /// Counts the proof for its trial.
  mutating func count(_ proof: ParameterProof) { hits[proof.trial, default: 0] += 1 }

  /// Tries the earlier proof, then every value in every trial.
  func proof(
    of parameter: TurnedParameter, _ before: ParameterProof?, reason: String?
  ) -> ParameterProof {
    if let before, let trial = trials[before.trial], trial.changes(parameter.name, to: before.value)
    {
      return before
    }
    var proof = ParameterProof(parameter: parameter.name, part: group.part)
    // A parameter with a reason is skipped, so that the search doesn't repeat everything each time.
    if let reason {
      proof.reason = reason
      return proof
    }
    let ranked = group.trials.enumerated().sorted {
      (-(hits[$0.element] ?? 0), $0.offset) < (-(hits[$1.element] ?? 0), $1.offset)
    }
    for name in ranked.map(\.element) {
      guard let trial = trials[name] else { continue }
      for value in parameter.others where trial.changes(parameter.name, to: value) {
        (proof.value, proof.trial) = (value, name)
        return proof
      }
    }
    return proof
  }
}
