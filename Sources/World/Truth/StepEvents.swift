import Geometry
import Glibc
public import Kernel

/// The ground-truth step events of an agent: time, foot and step length.
///
/// They follow from the agent's true speed. Walking: walk ratio (step length over cadence) of
/// 0.0065 m per step/min (Sekiya et al. 1996, from memory). Running: nearly constant cadence, 160 to
/// 180 per minute. Stairs: one tread per step. Each bout takes a whole number of steps.
public struct StepEvents: Sendable {
  /// The left or the right foot.
  public enum Foot: String, Sendable {
    case left, right
  }

  /// A foot touching the ground.
  public struct FootContact: Hashable, Sendable {
    public let time: SimTime
    public let foot: Foot
    /// The path length since the last footfall, or since the start of the bout, in m.
    public let lengthMetres: Double
  }

  /// An uninterrupted run of steps.
  struct Bout: Sendable {
    var begin: SimTime
    var firstStep: Int
  }

  /// Nanoseconds per count of `times`; 32 bits then span nine days.
  private static let unit = 200_000 as Int64
  private(set) var times: [UInt32] = []
  /// Metres on foot up to each footfall.
  private(set) var distances: [Float] = []
  private(set) var bouts: [Bout] = []

  /// Memory use, in bytes.
  public var byteCount: Int { times.count * 8 + bouts.count * MemoryLayout<Bout>.stride }

  init(times: [UInt32], distances: [Float], bouts: [Bout]) {
    (self.times, self.distances, self.bouts) = (times, distances, bouts)
  }

  public var count: Int { times.count }

  /// The footfall at an index, in the order of time.
  public subscript(index: Int) -> FootContact {
    FootContact(
      time: time(of: index), foot: index.isMultiple(of: 2) ? .left : .right,
      lengthMetres: Double(distances[index] - (index > 0 ? distances[index - 1] : 0)))
  }

  /// Steps and metres at a moment; the fraction of a step is the phase of the current one.
  public func progress(at time: SimTime) -> (steps: Double, metres: Double) {
    let done = countUntil(time)
    guard done < times.count else { return (Double(done), Double(distances.last ?? 0)) }
    let bout = bout(ofStep: done)
    let before = done > 0 ? Double(distances[done - 1]) : 0
    let begin = done == bout.firstStep ? bout.begin : self.time(of: done - 1)
    let share = (time - begin).seconds / max(1e-6, (self.time(of: done) - begin).seconds)
    guard share > 0 else { return (Double(done), before) }
    return (
      Double(done) + min(share, 1), before + (Double(distances[done]) - before) * min(share, 1)
    )
  }

  /// The bout of a footfall; there must be at least one bout.
  func bout(ofStep number: Int) -> Bout {
    bouts[max(1, bouts.partitioningIndex { $0.firstStep > number }) - 1]
  }

  /// The number of footfalls up to and including a moment.
  public func countUntil(_ time: SimTime) -> Int {
    times.indices.partitioningIndex { self.time(of: $0) > time }
  }

  func time(of index: Int) -> SimTime {
    SimTime.start + SimDuration(nanoseconds: Int64(times[index]) * Self.unit)
  }

  /// Integrates the step rate along a path into footfalls.
  init(path: MotionPath, doing: Track<Doing>, gait: Gait) {
    var walked = 0.0
    for (number, change) in doing.changes.enumerated() where change.value.isOnFoot {
      let next = number + 1 < doing.changes.count ? doing.changes[number + 1].time : path.endTime
      walked = addBout(path, change.value, from: change.time, to: next, gait, walked)
    }
  }

  /// Sampling interval of the speed for the integration of the step rate, in s.
  private static let look = 0.1

  /// Adds the footfalls of a bout; returns the metres on foot at its end.
  private mutating func addBout(
    _ path: MotionPath, _ doing: Doing, from begin: SimTime, to end: SimTime, _ gait: Gait,
    _ walked: Double
  ) -> Double {
    let looks = max(2, Int(((end - begin).seconds / Self.look).rounded(.up)))
    let width = (end - begin).seconds / Double(looks)
    guard width > 0 else { return walked }
    // Step phase and distance at each sample, by the trapezoidal rule.
    var phases = [0.0]
    var ways = [0.0]
    phases.reserveCapacity(looks + 1)
    ways.reserveCapacity(looks + 1)
    var before: (rate: Double, speed: Double)?
    for look in 0...looks {
      let state = path.state(at: begin + .seconds(Double(look) * width))
      let speed = state.velocity.xy.length
      let rate = gait.stepRate(doing, speed: speed)
      if let last = before {
        phases.append(phases[look - 1] + (last.rate + rate) / 2 * width)
        ways.append(ways[look - 1] + (last.speed + speed) / 2 * width)
      }
      before = (rate, speed)
    }
    guard let turns = phases.last, let way = ways.last, turns >= 0.5 else { return walked }
    bouts.append(Bout(begin: begin, firstStep: times.count))
    let steps = turns.rounded()
    var look = 1
    for step in 1...Int(steps) {
      let phase = step == Int(steps) ? turns : Double(step) * turns / steps
      while look < looks, phases[look] < phase { look += 1 }
      let rise = phases[look] - phases[look - 1]
      let share = rise > 0 ? min(1, max(0, (phase - phases[look - 1]) / rise)) : 1
      let moment = begin + .seconds((Double(look - 1) + share) * width)
      times.append(UInt32(clamping: (moment - .start).nanoseconds / Self.unit))
      distances.append(
        Float(walked + ways[look - 1] + share * (ways[look] - ways[look - 1])))
    }
    return walked + way
  }
}

/// Step parameters of a person.
public struct Gait: Hashable, Sendable {
  /// Step length over cadence, in m per step/min: mean 0.0065, SD 0.0006 across people (Sekiya).
  public var walkRatio: Double
  /// Steps per second when running: 2.7 to 3.0.
  public var runningRate: Double
  /// The going (depth) of a stair tread, in m; building codes require 0.25 to 0.32.
  public static let tread = 0.29

  public init(walkRatio: Double = 0.0065, runningRate: Double = 2.8) {
    self.walkRatio = walkRatio
    self.runningRate = runningRate
  }

  /// Steps per second at a speed in m/s.
  public func stepRate(_ doing: Doing, speed: Double) -> Double {
    // Below this speed steps get rarer but no shorter: people shift their weight.
    let minimum = 0.1
    if speed < minimum { return max(0, speed / minimum) * stepRate(doing, speed: minimum) }
    switch doing {
    case .walking: return (speed / (60 * walkRatio)).squareRoot()
    // Cadence rises a little with speed (about 0.1 Hz per m/s, an estimate), and runs start slowly.
    case .running: return min(runningRate + 0.1 * (speed - 3), 2 * (speed / 0.39).squareRoot())
    case .stairsUp, .stairsDown: return speed / Self.tread
    default: return 0
    }
  }
}
