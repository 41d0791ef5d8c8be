import Harness
import Kernel
import TestSupport
import Testing

/// Every parameter has an effect, or a reason why none of the scenarios can show one.
///
/// `results/dials.csv` has a value and a trial with a different result for each parameter. `benchmarks dials`
/// makes it.
@Suite struct DialProofTests {
  private static let proofs = (try? DialProof.read("results/dials.csv")) ?? []

  @Test func everyDialHasAProofOrAReason() {
    let known = Dictionary(
      Self.proofs.map { ("\($0.part) \($0.dial)", $0) }, uniquingKeysWith: { $1 })
    let rows = DialTable.rows
    #expect(rows.count > 1_000)
    let dials = rows.map { "\($0[1]) \($0[0])" }
    var silent: [String] = []
    for dial in dials {
      let proof = known[dial]
      #expect(proof != nil, "\(dial) is not in results/dials.csv: benchmarks dials")
      guard let proof, proof.value.isEmpty, proof.reason.isEmpty else { continue }
      silent.append(dial)
    }
    #expect(silent == [], "dead: neither a proof nor a reason")
    // A proof of a removed parameter is outdated.
    let all = Set(dials)
    for name in known.keys.sorted() { #expect(all.contains(name), "\(name) is no dial") }
  }

  /// Some proofs from all over the table, with the fastest trial.
  @Test func someProofsHoldAgain() throws {
    let quick = Self.proofs.filter { $0.trial == "corridor" && $0.part != "world" }
    try #require(quick.count >= 4)
    let trial = try DialTrial("corridor")
    for index in stride(from: 0, to: quick.count, by: max(1, quick.count / 12)) {
      let proof = quick[index]
      #expect(trial.changes(proof.dial, to: proof.value), "\(proof.dial)=\(proof.value)")
    }
  }

  /// Only some proofs, because whole days take long; `benchmarks dials` checks all of them.
  ///
  /// If a stack change removes the effect of a value, the parameter's other values are tried.
  @Test(.enabled(if: runsLong, "make test-long")) func longMoreProofsHoldAgain() throws {
    let proofs = Self.proofs.filter { !$0.value.isEmpty }
    try #require(proofs.count > 100)
    let some = stride(from: 0, to: proofs.count, by: 12).map { proofs[$0] }
    let groups = Dictionary(grouping: some) { "\($0.part == "world") \($0.trial)" }
    let lost = try groups.sorted { $0.key < $1.key }.flatMap { _, proofs in
      let trial = try DialTrial(proofs[0].trial, senses: proofs[0].part == "world")
      return try parallelMap(proofs, jobs: 2) { proof in
        let values = [proof.value] + DialTable.others(of: proof.dial, proof.part)
        return values.contains { trial.changes(proof.dial, to: $0) } ? nil : proof.dial
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
  ]) func aWorldThatMovedOnceIsAsGoodAsNew(name: String, dial: String, value: String) throws {
    let trial = try DialTrial(name)
    let shared = try #require(trial.digest(turning: dial, to: value))
    #expect(shared == trial.digest(turning: dial, to: value, afresh: true))
    #expect(trial.changes(dial, to: value))
  }

  /// A trial detects no false changes, and rejects what the scenario would.
  @Test func aTrialSeesOnlyWhatChanges() throws {
    let trial = try DialTrial("corridor; duration=40 s")
    // The value that it has anyway, and one that only another part uses.
    let usual = try #require(
      DialTable.rows.first { $0[0] == "stack.locator.window" && $0[1] == "strongest-beacon" })
    #expect(!trial.changes("stack.locator.window", to: usual[2]))
    #expect(!trial.changes("stack.locator.particles", to: "10"))
    #expect(!trial.changes("stack.locator.window", to: "-3 s"))
  }
}
