import Glibc
import Kernel
import Observations

/// Simple motions as felt by a phone in a pocket.
enum ActivitySignals {
  /// The activity.
  enum Kind: CaseIterable, Sendable {
    case table, standing, walking, running
  }

  /// A rotation of the device axes.
  struct Turn: Sendable {
    var angle = 0.0, other = 0.0

    func callAsFunction(_ x: Double, _ y: Double, _ z: Double) -> SIMD3<Double> {
      let (a, b) = (x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle))
      return [a * cos(other) + z * sin(other), b, z * cos(other) - a * sin(other)]
    }
  }

  /// Specific force in m/s² at a time in s.
  ///
  /// Walking after the figures for a trunk in the UCI HAR set (steps of 1.8 Hz, 0.2 g), twice as strong as in
  /// trouser pockets; running as half-sines with a contact of 0.65 of a step at 2.7 Hz.
  static func force(_ kind: Kind, at time: Double, _ draws: inout RandomStream) -> SIMD3<Double> {
    let g = 9.80665
    func noise(_ size: Double) -> Double { size * draws.gaussian() }
    switch kind {
    case .table: return [noise(0.02), noise(0.02), g + noise(0.02)]
    case .standing:
      let sway = 0.05 * sin(2 * .pi * 0.4 * time)
      return [sway + noise(0.06), g + noise(0.06), noise(0.06)]
    case .walking:
      let step = 2 * .pi * 1.85 * time
      let up = 3.2 * sin(step) + 1.2 * sin(2 * step + 0.7) + 0.8 * sin(3 * step)
      let side = 1.6 * sin(step / 2) + 1.0 * sin(3 * step / 2)
      return [side + noise(0.5), g + up + noise(0.5), 1.2 * cos(step) + noise(0.5)]
    case .running:
      let phase = (2.7 * time).truncatingRemainder(dividingBy: 1) / 0.65
      let up = phase < 1 ? g * .pi / (2 * 0.65) * sin(.pi * phase) : 0
      let side = 3 * sin(.pi * 2.7 * time)
      return [side + noise(1), up + noise(1), 2.5 * sin(2 * .pi * 2.7 * time) + noise(1)]
    }
  }

  /// Batches of 2.5 s of consecutive activities.
  static func batches(
    _ parts: [(kind: Kind, seconds: Double)], hertz: Double = 50, seed: UInt64 = 1,
    turn: Turn = Turn(), from start: Double = 0
  ) -> [InertialBatch] {
    var draws = RandomStream(seed: seed, purpose: "activity.signals")
    let ends = parts.reduce(into: [0.0]) { $0.append($0[$0.count - 1] + $1.seconds) }
    var batches: [InertialBatch] = [InertialBatch(samples: [])]
    let count = Int(ends[ends.count - 1] * hertz)
    for number in 0..<count {
      let time = Double(number) / hertz
      if time >= 2.5 * Double(batches.count) { batches.append(InertialBatch(samples: [])) }
      let part = (ends.firstIndex { $0 > time } ?? parts.count) - 1
      let felt = force(parts[part].kind, at: time, &draws)
      let turned = turn(felt.x, felt.y, felt.z)
      batches[batches.count - 1].samples.append(
        InertialSample(
          time: SimTime(seconds: start + time), x: Float(turned.x), y: Float(turned.y),
          z: Float(turned.z)))
    }
    return batches
  }

  /// The expected flags of a motion.
  static func flags(_ kind: Kind) -> ActivityFlags {
    switch kind {
    case .table, .standing: .stationary
    case .walking: .walking
    case .running: .running
    }
  }
}
