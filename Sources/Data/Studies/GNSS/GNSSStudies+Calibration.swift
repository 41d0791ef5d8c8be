import Numerics
import Scoring

extension GNSSPhoneStudy {
  /// Compares reported uncertainties with actual errors, and the rate of lost carrier lock.
  static func addHonesty(
    _ real: [GNSSStudyRun], _ synthetic: [GNSSStudyRun], _ comparison: inout SignalComparison
  ) throws {
    let figures = StudyFigures(
      signal: "GNSS", situation: "phone at rest, open sky", source: ValidationSet.googleGNSS.source)
    let share = { (rows: [GNSSStudyRow]) -> Double? in
      guard let white = StudyNumbers.whiteNoise(rows.map(\.range)), white > 0 else { return nil }
      return try? SortedSample(rows.map(\.reported)).median / white
    }
    let strong = [28.0..<42]
    try figures.add(
      "pseudorange uncertainty, reported over measured noise, 28 to 42 dB-Hz", unit: "",
      real: real.recorded(by: GNSSStudyBins.strength, strong, share)[0],
      synthetic: synthetic.binned(by: GNSSStudyBins.strength, strong, share)[0], to: &comparison)
    // One of the phones reports no carrier phase.
    let counting = real.filter { run in run.rows.contains { $0.isCarrierKept } }
    let kept = { (rows: [GNSSStudyRow]) in rows.shareOfCarriersKept }
    let levels = [18.0..<22, 22..<26, 26..<30, 30..<42]
    let found = counting.recorded(by: GNSSStudyBins.strength, levels, kept)
    let made = synthetic.binned(by: GNSSStudyBins.strength, levels, kept)
    for (number, bin) in levels.enumerated() {
      try figures.add(
        "seconds with an unbroken carrier at \(GNSSStudyBins.name(bin, "dB-Hz"))", unit: "share",
        real: found[number], synthetic: made[number], to: &comparison)
    }
  }
}
