/// A scale of values in steps, each with a colour.
struct ColorSteps: Sendable {
  /// The upper ends of all steps but the last, rising.
  let limits: [Double]
  /// A colour for each step: one more than there are limits.
  let colors: [String]
  /// What each step is called in a legend.
  let labels: [String]

  /// The number of the step that a value is in.
  func step(of value: Double) -> Int {
    limits.firstIndex { value <= $0 } ?? limits.count
  }

  /// Of radii: the darker, the better (after ColorBrewer's YlGnBu, which those tell apart who see few
  /// colours), and red where no use can be made of it.
  static let radius = ColorSteps(
    limits: [2.4, 2.7, 3, 3.5, 4, 5, 7],
    colors: [
      "#0c2c84", "#225ea8", "#1d91c0", "#41b6c4", "#7fcdbb", "#c7e9b4", "#f5e6a0", "#f0a48c",
    ],
    labels: ["2.4 m", "2.7 m", "3 m", "3.5 m", "4 m", "5 m", "7 m", "more"])

  /// Of strengths in dBm.
  static let strength = ColorSteps(
    limits: [-90, -80, -70, -65, -60, -50],
    colors: ["#f0a48c", "#f7e4b8", "#d9e8c4", "#a8d5c2", "#6db7bf", "#3a86ad", "#1d4f8c"],
    labels: [
      "below −90", "−90 to −80", "−80 to −70", "−70 to −65", "−65 to −60", "−60 to −50", "above",
    ])

  /// Of numbers of transmitters, up to the most there are.
  static func counts(upTo most: Int) -> ColorSteps {
    let ladders = [[0, 1, 2, 3, 4, 6, 8], [0, 2, 4, 6, 10, 15, 20], [0, 4, 10, 20, 30, 45, 60]]
    let ladder = ladders.first { most <= ($0.last ?? 0) * 3 / 2 } ?? [0, 10, 25, 50, 75, 100, 150]
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
