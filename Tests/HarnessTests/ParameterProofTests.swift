import Harness
import Kernel
import TestSupport
import Testing

/// Every parameter has an effect, or a reason why none of the scenarios can show one.
///
/// `results/parameters.csv` has a value and a trial with a different result for each parameter. `benchmarks parameters`
/// makes it.
@Suite struct ParameterProofTests {
  private static let proofs = (try? ParameterProof.read("results/parameters.csv")) ?? []

  @Test func everyParameterHasAProofOrAReason() {
    let known = Dictionary(
      Self.proofs.map { ("\($0.part) \($0.parameter)", $0) }, uniquingKeysWith: { $1 })
    let rows = ParameterTable.rows
    #expect(rows.count > 1_000)
    let parameters = rows.map { "\($0[1]) \($0[0])" }
    var silent: [String] = []
    for parameter in parameters {
      let proof = known[parameter]
      #expect(proof != nil, "\(parameter) is not in results/parameters.csv: benchmarks parameters")
      guard let proof, proof.value.isEmpty, proof.reason.isEmpty else { continue }
      silent.append(parameter)
    }
    #expect(silent == [], "without effect: neither a proof nor a reason")
    // A proof of a removed parameter is outdated.
    let all = Set(parameters)
    for name in known.keys.sorted() { #expect(all.contains(name), "\(name) is not a parameter") }
  }

  /// Some proofs from all over the table, with the fastest trial.
  @Test func someProofsStillHold() throws {
    let quick = Self.proofs.filter { $0.trial == "corridor" && $0.part != "world" }
    try #require(quick.count >= 4)
    let trial = try ParameterTrial("corridor")
    for index in stride(from: 0, to: quick.count, by: max(1, quick.count / 12)) {
      let proof = quick[index]
      #expect(trial.changes(proof.parameter, to: proof.value), "\(proof.parameter)=\(proof.value)")
    }
  }

  /// Only some proofs, because whole days take long; `benchmarks parameters` checks all of them.
  ///
  /// If a stack change removes the effect of a value, the parameter's other values are tried.
  @Test(.enabled(if: runsLong, "make test-long")) func longMoreProofsStillHold() throws {
    let proofs = Self.proofs.filter { !$0.value.isEmpty }
    try #require(proofs.count > 100)
    let some = stride(from: 0, to: proofs.count, by: 12).map { proofs[$0] }
    let groups = Dictionary(grouping: some) { "\($0.part == "world") \($0.trial)" }
    let lost = try groups.sorted { $0.key < $1.key }.flatMap { _, proofs in
      let trial = try ParameterTrial(proofs[0].trial, senses: proofs[0].part == "world")
      return try parallelMap(proofs, jobs: 2) { proof in
        let values = [proof.value] + ParameterTable.others(of: proof.parameter, proof.part)
        return values.contains { trial.changes(proof.parameter, to: $0) } ? nil : proof.parameter
      }
    }
    #expect(lost.compactMap { $0 } == [])
  }

  /// Cached trajectories and surveys are equal to new ones.
  @Test(arguments: [
    ("museum-visit; duration=60 s", "stack.locator.survey", "half"),
    ("museum-visit; duration=60 s", "stack.locator.use", "strongest-beacon"),
    ("tile-roaming; duration=2 min", "stack.wifi.use", "areas"),
    ("reminder-geofence", "constants.region.dwell", "60 s"),
    ("corridor", "stack.satellites.use", "single-point"),
  ]) func cachedWorldsEqualNewOnes(name: String, parameter: String, value: String) throws {
    let trial = try ParameterTrial(name)
    let shared = try #require(trial.digest(turning: parameter, to: value))
    #expect(shared == trial.digest(turning: parameter, to: value, afresh: true))
    #expect(trial.changes(parameter, to: value))
  }

  /// A trial detects no false changes, and rejects what the scenario would.
  @Test func trialDetectsOnlyRealChanges() throws {
    let trial = try ParameterTrial("corridor; duration=40 s")
    // The value that it has anyway, and one that only another part uses.
    let usual = try #require(
      ParameterTable.rows.first { $0[0] == "stack.locator.window" && $0[1] == "strongest-beacon" })
    #expect(!trial.changes("stack.locator.window", to: usual[2]))
    #expect(!trial.changes("stack.locator.particles", to: "10"))
    #expect(!trial.changes("stack.locator.window", to: "-3 s"))
  }
}
