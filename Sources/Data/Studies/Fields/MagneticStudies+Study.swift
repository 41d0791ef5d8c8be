import Geometry
import Maps
import Numerics
import Scoring
import Signals
import Venues

/// Comparison of real walks with the same walks through synthetic buildings.
struct MagneticStudy {
  /// Kind of building, for figures.
  let place: String
  let set: ValidationSet
  private let signal = "magnetometer"

  init(place: String, set: ValidationSet) {
    self.place = place
    self.set = set
  }

  func run(_ site: MagneticStudyPlace, _ comparison: inout SignalComparison) throws {
    let real = site.walks
    // Buildings differ; with many walks fewer buildings are sufficient.
    let seeds: UInt64 = real.count > 40 ? 6 : 16
    var synthetic: [(building: UInt64, walk: MagneticStudyWalk)] = []
    for seed in 1...seeds {
      for (number, walk) in real.enumerated() {
        synthetic.append(
          (
            seed,
            try walk.synthetic(
              at: site.origin, room: site.room, seed: seed, device: UInt64(number + 1))
          ))
      }
    }
    let made = synthetic.map(\.walk)
    try addSpreads(real, made, &comparison)
    try addVariogram(real, made, &comparison)
    let groups = (1...seeds).map { seed in synthetic.filter { $0.building == seed }.map(\.walk) }
    try addRevisits(real, groups, &comparison)
    addProfiles(real, made, &comparison)
  }

  private var figures: StudyFigures {
    StudyFigures(signal: signal, situation: "walking, \(place)", source: set.source)
  }

  private func addSpreads(
    _ real: [MagneticStudyWalk], _ made: [MagneticStudyWalk],
    _ comparison: inout SignalComparison
  ) throws {
    let longest = real.map(\.length).max() ?? 0
    try figures.add(
      longest > 50 ? "SD of |B| over 50 m" : "SD of |B| over a walk", unit: "µT",
      real: RecordedValues(byRecording: real.map(\.spreads)),
      synthetic: made.flatMap(\.spreads), to: &comparison)
    comparison.plots.append(
      .distributions(
        signal: signal, title: "Unevenness of the field, \(place)",
        xLabel: "SD of |B| over a walk of up to 50 m (µT)", real: real.flatMap(\.spreads),
        synthetic: made.flatMap(\.spreads),
        caption: "Steel makes a building's field uneven by a tenth, and differently in each place. "
          + "\(real.count) walks of \(set.rawValue), and the same through random buildings."))
  }

  private func addVariogram(
    _ real: [MagneticStudyWalk], _ made: [MagneticStudyWalk],
    _ comparison: inout SignalComparison
  ) throws {
    let lags = [0.5, 1, 2, 3, 5, 7, 10, 15, 20, 30]
    let column = { (walks: [MagneticStudyWalk]) in
      lags.map { lag in walks.compactMap { $0.semivariance(over: lag) } }
    }
    let (found, drawn) = (column(real), column(made))
    for (index, lag) in lags.enumerated() where [1, 3, 10].contains(lag) && found[index].count > 2 {
      try figures.add(
        "semivariance of |B| over \(Int(lag)) m", unit: "µT²", real: found[index],
        synthetic: drawn[index], to: &comparison)
    }
    let quantiles = [(0.5, "real, median"), (0.1, "real, 10 %"), (0.9, "real, 90 %")]
    comparison.plots.append(
      SignalPlot(
        signal: signal, title: "Variogram of |B|, \(place)", xLabel: "distance walked (m)",
        yLabel: "semivariance (µT²)", hasLogX: true, hasLogY: true,
        series: try quantiles.map {
          SignalPlot.Series(
            $0.1, .real, try StudyNumbers.line(found, at: lags, quantile: $0.0, minimum: 3))
        } + (try StudyNumbers.band(drawn, at: lags)),
        caption: "It rises with the square of the distance at first, and levels off within some "
          + "metres: the size of the disturbances. Walks of \(set.rawValue)."))
  }

  /// Residuals of walks along one line after removal of their common profile.
  private func addRevisits(
    _ real: [MagneticStudyWalk], _ buildings: [[MagneticStudyWalk]],
    _ comparison: inout SignalComparison
  ) throws {
    let found = Self.revisits(real)
    guard !found.isEmpty else { return }
    try figures.add(
      "what walks along one line differ by, SD", unit: "µT", real: found,
      synthetic: buildings.flatMap(Self.revisits), to: &comparison)
  }

  private static func revisits(_ walks: [MagneticStudyWalk]) -> [Double] {
    let lines = Set(walks.map(\.line)).filter { !$0.isEmpty }.sorted()
    return lines.compactMap { line in
      let own = walks.filter { $0.line == line }
      guard own.count > 2 else { return nil }
      let profiles = own.map { walk -> [Double] in
        let profile = walk.profile
        let mean = StudyNumbers.mean(profile) ?? 0
        // A phone's own iron and calibration shift the whole walk.
        return (0..<30).map { profile[profile.count * $0 / 30] - mean }
      }
      var rest: [Double] = []
      for spot in 0..<30 {
        let values = profiles.map { $0[spot] }
        let mean = StudyNumbers.mean(values) ?? 0
        rest += values.map { $0 - mean }
      }
      return StudyNumbers.deviation(rest)
    }
  }

  private func addProfiles(
    _ real: [MagneticStudyWalk], _ made: [MagneticStudyWalk],
    _ comparison: inout SignalComparison
  ) {
    guard let longest = real.indices.max(by: { real[$0].length < real[$1].length }) else { return }
    let points = { (walk: MagneticStudyWalk) in
      walk.profile.enumerated().map {
        SIMD2(Double($0.offset) * MagneticStudyWalk.step, $0.element)
      }
    }
    comparison.plots.append(
      SignalPlot(
        signal: signal, title: "One walk, \(place)", xLabel: "distance walked (m)",
        yLabel: "|B| (µT)",
        series: [
          SignalPlot.Series("real", .real, points(real[longest])),
          SignalPlot.Series("synthetic building 1", .synthetic, points(made[longest])),
          SignalPlot.Series(
            "synthetic building 2", .synthetic, points(made[real.count + longest])),
        ],
        caption: "The longest walk of \(set.rawValue), and the same through two random buildings: "
          + "not the same hills, but hills of the same size and width."))
  }
}
