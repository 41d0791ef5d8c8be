import Kernel

/// Speed profile of a train, from standstill to standstill: constant acceleration and braking
/// within the limits of curves, with stops.
///
/// The distance is then averaged over a moving window of two seconds. That keeps positions and
/// stops, and turns each step of the acceleration into a ramp, as a driver's controller does.
struct TrainRun: Hashable, Sendable {
  /// A phase of constant acceleration.
  private struct MotionPhase: Hashable, Sendable {
    /// The start time, in s, and distance, in m; the speed there, in m/s, and the acceleration, in
    /// m/s².
    var start: Double
    var way: Double
    var speed: Double
    var acceleration: Double
    /// The integral of the distance over time up to the start, in m s.
    var sum: Double
  }

  /// In m/s²: 0.7 to 1.0 and 0.8 to 1.0 are usual for suburban and regional trains; estimates.
  static let acceleration = 0.7
  static let braking = 0.8
  /// The length of the averaging window, in s.
  ///
  /// It gives a jerk of 0.35 m/s³ on departure, 0.4 on stopping, and 0.75 from traction to braking;
  /// standing passengers tolerate 0.5 to 1 (Powell and Palacin 2015, from memory).
  static let easing = 2.0

  private var phases: [MotionPhase] = []
  /// The time of the standstill at the end, in s after departure.
  private(set) var durationSeconds = 0.0

  /// Plans a run along a line, with the max `speed` in m/s, sorted `stops` in m along the line, and
  /// the dwell time `halt` in s.
  init(along line: RailLine, speed: Double, stops: [Double], halt: Double) {
    let bends = line.pieces.filter { $0.turn != 0 }
    let edges = Set(
      [0, line.lengthMetres] + stops + bends.flatMap { [$0.start, $0.start + $0.length] }
    ).sorted()
    let limits = zip(edges, edges.dropFirst()).map { from, to in
      let middle = (from + to) / 2
      let bend = bends.first { $0.start < middle && middle < $0.start + $0.length }
      return min(speed, bend?.limit ?? speed)
    }
    // Forward and backward pass: the max speed at each edge that respects the limits on both sides.
    var speeds = [0.0] + zip(limits, limits.dropFirst()).map { min($0, $1) } + [0]
    for (number, edge) in edges.enumerated() where stops.contains(edge) { speeds[number] = 0 }
    for number in limits.indices {
      let reach = 2 * Self.acceleration * (edges[number + 1] - edges[number])
      speeds[number + 1] = min(
        speeds[number + 1], (speeds[number] * speeds[number] + reach).squareRoot())
    }
    for number in limits.indices.reversed() {
      let reach = 2 * Self.braking * (edges[number + 1] - edges[number])
      speeds[number] = min(
        speeds[number], (speeds[number + 1] * speeds[number + 1] + reach).squareRoot())
    }
    var end = MotionPhase(start: 0, way: 0, speed: 0, acceleration: 0, sum: 0)
    for number in limits.indices {
      cross(
        edges[number + 1] - edges[number], from: speeds[number], to: speeds[number + 1],
        limit: limits[number], &end)
      // Prevents the accumulation of rounding errors.
      end.way = edges[number + 1]
      end.speed = speeds[number + 1]
      if number + 1 < limits.count, end.speed == 0 {
        add(seconds: halt + Self.easing, acceleration: 0, &end)
      }
    }
    end.acceleration = 0
    phases.append(end)
    durationSeconds = end.start + Self.easing
  }

  /// Adds the phases that cross a stretch with one speed limit.
  private mutating func cross(
    _ length: Double, from: Double, to: Double, limit: Double, _ end: inout MotionPhase
  ) {
    let (a, b) = (Self.acceleration, Self.braking)
    let crest = ((2 * a * b * length + b * from * from + a * to * to) / (a + b)).squareRoot()
    let top = max(from, to, min(limit, crest))
    let rise = (top * top - from * from) / (2 * a)
    let fall = (top * top - to * to) / (2 * b)
    add(seconds: (top - from) / a, acceleration: a, &end)
    if top > 0 { add(seconds: max(0, length - rise - fall) / top, acceleration: 0, &end) }
    add(seconds: (top - to) / b, acceleration: -b, &end)
  }

  private mutating func add(seconds: Double, acceleration: Double, _ end: inout MotionPhase) {
    guard seconds > 1e-9 else { return }
    end.acceleration = acceleration
    phases.append(end)
    end.sum = Self.sum(end, after: seconds)
    end.way += (end.speed + acceleration * seconds / 2) * seconds
    end.speed = max(0, end.speed + acceleration * seconds)
    end.start += seconds
  }

  private static func sum(_ phase: MotionPhase, after seconds: Double) -> Double {
    phase.sum
      + ((phase.acceleration / 6 * seconds + phase.speed / 2) * seconds + phase.way) * seconds
  }

  /// The integral of the distance over time up to a moment.
  private func sum(at seconds: Double) -> Double {
    guard seconds > 0 else { return 0 }
    let phase = phases[max(1, phases.partitioningIndex { $0.start > seconds }) - 1]
    return Self.sum(phase, after: seconds - phase.start)
  }

  /// The distance covered, in m, a number of seconds after departure.
  func way(at seconds: Double) -> Double {
    (sum(at: seconds) - sum(at: seconds - Self.easing)) / Self.easing
  }
}
