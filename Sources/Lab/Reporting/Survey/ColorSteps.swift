/// A stepped colour scale.
struct ColorSteps: Sendable {
  /// The upper limits of all steps but the last, ascending.
  let limits: [Double]
  /// A colour per step: one more than the limits.
  let colors: [String]
  /// The steps' labels in a legend.
  let labels: [String]

  /// Returns the index of a value's step.
  func step(of value: Double) -> Int {
    limits.firstIndex { value <= $0 } ?? limits.count
  }

  /// For radii: darker is better (after ColorBrewer's YlGnBu, safe for colour-blind readers), and
  /// red is unusable.
  static let radius = ColorSteps(
    limits: [2.4, 2.7, 3, 3.5, 4, 5, 7],
    colors: [
      "#0c2c84", "#225ea8", "#1d91c0", "#41b6c4", "#7fcdbb", "#c7e9b4", "#f5e6a0", "#f0a48c",
    ],
    labels: ["2.4 m", "2.7 m", "3 m", "3.5 m", "4 m", "5 m", "7 m", "more"])

  /// For strengths in dBm.
  static let strength = ColorSteps(
    limits: [-90, -80, -70, -65, -60, -50],
    colors: ["#f0a48c", "#f7e4b8", "#d9e8c4", "#a8d5c2", "#6db7bf", "#3a86ad", "#1d4f8c"],
    labels: [
      "below −90", "−90 to −80", "−80 to −70", "−70 to −65", "−65 to −60", "−60 to −50", "above",
    ])

  /// Returns a scale for numbers of transmitters up to a maximum.
  static func counts(upTo maximum: Int) -> ColorSteps {
    let ladders = [[0, 1, 2, 3, 4, 6, 8], [0, 2, 4, 6, 10, 15, 20], [0, 4, 10, 20, 30, 45, 60]]
    let ladder =
      ladders.first { maximum <= ($0.last ?? 0) * 3 / 2 } ?? [0, 10, 25, 50, 75, 100, 150]
    let labels = ladder.indices.map { index in
      let low = index == 0 ? 0 : ladder[index - 1] + 1
      return low == ladder[index] ? "\(low)" : "\(low)–\(ladder[index])"
    }
    return ColorSteps(
      limits: ladder.map { Double($0) + 0.5 },
      colors: [
        "#f0a48c", "#f7eec9", "#d3e6bd", "#a3d4bb", "#6fbcc0", "#4496bb", "#2a69a5", "#123f7c",
      ],
      labels: labels + ["more"])
  }
}
