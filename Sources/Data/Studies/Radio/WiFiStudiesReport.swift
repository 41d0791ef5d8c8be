import Scoring

/// Compares real and simulated walks and adds the figures.
struct WiFiStudiesReport {
  let situation: String
  let source: String
  private let real, synthetic: WiFiStudiesMeasures
  private let walks: (real: [WiFiStudiesWalk], synthetic: [WiFiStudiesWalk])

  private static let bands = ["2.4 GHz", "5 GHz"]

  init(
    situation: String, source: String, real: [WiFiStudiesWalk], synthetic: [WiFiStudiesWalk]
  ) {
    self.situation = situation
    self.source = source
    self.real = WiFiStudiesMeasures(real)
    self.synthetic = WiFiStudiesMeasures(synthetic)
    walks = (real, synthetic)
  }

  /// Adds RSSI and number of networks.
  func reportLevels(_ comparison: inout SignalComparison) throws {
    for (band, name) in Self.bands.enumerated() {
      try report("level about its walk's median, \(name)", "dB", \.shapes[band], &comparison)
      // The power of a place's access points and the offsets of phones aren't part of a model.
      let (found, made) = (about(real.medians[band]), about(synthetic.medians[band]))
      try report(
        "median level of a walk about all walks', \(name)", "dB", RecordedValues(found), made,
        &comparison)
      comparison.plots.append(
        .distributions(
          signal: "wifi", title: "Levels at \(name): \(situation)", xLabel: "RSSI, dBm",
          real: real.levels[band], synthetic: synthetic.levels[band],
          caption:
            "All fresh readings of \(source) and of synthetic buildings and phones. The slope "
            + "shows the spread of levels; the foot, the sensitivity of phones; the position along the axis "
            + "depends on the number of access points and on the phone."))
    }
    try report("networks in a scan", "", \.counts, &comparison)
    comparison.plots.append(
      .distributions(
        signal: "wifi", title: "Networks in a scan: \(situation)", xLabel: "BSSIDs",
        real: real.counts, synthetic: synthetic.counts,
        caption:
          "Fresh ones only, \(source). The number is specific to a building; the width is that of "
          + "positions within it."))
  }

  /// Adds scan durations, for scans whose readings have their own times.
  func reportTimes(_ comparison: inout SignalComparison) throws {
    try report("from a channel of 2.4 GHz to the next", "s", \.pitches, &comparison)
    try report("first to last reading of a scan", "s", \.spans, &comparison)
  }

  /// Adds RSSI changes between scans, shares received again, and differences of a radio's networks.
  func reportSuccession(_ comparison: inout SignalComparison) throws {
    for (band, name) in Self.bands.enumerated() {
      try report(
        "change from scan to scan, SD of a walk over √2, \(name)", "dB", \.changeSpreads[band],
        &comparison)
      for (number, range) in WiFiStudiesMeasures.ranges.enumerated() {
        try report(
          "share received again of \(Int(range.lowerBound)) to \(Int(range.upperBound)) dBm, \(name)",
          "", \.again[band][number], &comparison)
      }
      try report(
        "difference of a radio's networks in a scan, SD of a walk, \(name)", "dB",
        \.differenceSpreads[band], &comparison)
      comparison.plots.append(
        .distributions(
          signal: "wifi", title: "Change from scan to scan at \(name): \(situation)",
          xLabel: "dB", real: real.changes[band], synthetic: synthetic.changes[band],
          caption: "The same network in two scans in a row, \(source): fading, people and some "
            + "two to four metres of path."))
    }
    comparison.plots.append(
      SignalPlot(
        signal: "wifi", title: "Received again in the next scan: \(situation)",
        xLabel: "RSSI, dBm", yLabel: "share",
        series: Self.bands.indices.flatMap { band in
          [
            .init("\(Self.bands[band]) real", .real, real.againCurve(band)),
            .init("\(Self.bands[band]) synthetic", .synthetic, synthetic.againCurve(band)),
          ]
        },
        caption:
          "Share of the networks of a level that are received again, \(source). Weak signals "
          + "fade away; on crowded channels of 2.4 GHz stronger ones collide as well."))
  }

  /// Adds the spatial variation of RSSI.
  func reportPlaces(_ comparison: inout SignalComparison) throws {
    for (band, name) in Self.bands.enumerated() {
      let found = WiFiStudiesVariogram(walks.real, band: band)
      let made = WiFiStudiesVariogram(walks.synthetic, band: band)
      for (bin, distance) in [(3, "2 to 3.5 m"), (6, "10 to 15 m"), (9, "30 to 45 m")] {
        try report(
          "√γ of a radio over \(distance), \(name)", "dB", RecordedValues(found.byRadio[bin]),
          made.byRadio[bin],
          &comparison)
      }
      try report(
        "√γ of a radio on another walk within 1 m, \(name)", "dB", RecordedValues(found.revisits),
        made.revisits,
        &comparison)
      comparison.plots.append(
        SignalPlot(
          signal: "wifi", title: "Variogram at \(name): \(situation)", xLabel: "distance, m",
          yLabel: "√γ, dB",
          series: [
            .init("real, one walk", .real, found.curve(betweenWalks: false)),
            .init("real, two walks", .real, found.curve(betweenWalks: true)),
            .init("synthetic, one walk", .synthetic, made.curve(betweenWalks: false)),
            .init("synthetic, two walks", .synthetic, made.curve(betweenWalks: true)),
          ],
          caption: "Difference of one radio's level between two positions, \(source). The start "
            + "is due to fading and people at one position, the rise to walls and distance. "
            + "Two real walks are hours or days apart and face either way; here all are on "
            + "one day."))
    }
  }

  private func about(_ values: [Double]) -> [Double] {
    let middle = RadioStudyMath.median(values) ?? 0
    return values.map { $0 - middle }
  }

  private func report(
    _ quantity: String, _ unit: String, _ values: KeyPath<WiFiStudiesMeasures, [Double]>,
    _ comparison: inout SignalComparison
  ) throws {
    let byWalk = walks.real.map { WiFiStudiesMeasures([$0])[keyPath: values] }
    try report(
      quantity, unit, RecordedValues(byRecording: byWalk), synthetic[keyPath: values], &comparison)
  }

  private func report(
    _ quantity: String, _ unit: String, _ found: RecordedValues, _ made: [Double],
    _ comparison: inout SignalComparison
  ) throws {
    // Fewer walks aren't a sample.
    guard !made.isEmpty, found.count >= SignalFigure.minRecordings else { return }
    comparison.figures.append(
      try SignalFigure(
        signal: "wifi", situation: situation, quantity: quantity, unit: unit, real: found,
        synthetic: made, source: source))
  }
}
