import Observations

/// What gathers what the devices of a unit come to, as they come to it.
///
/// A device's rows come piece by piece, so that nobody need hold all of them; and devices may run at the
/// same time, each in a part of its own.
public protocol UnitGathering: Sendable {
  /// What is gathered of one device.
  associatedtype Part: Sendable

  /// Begins with a device.
  func begin(_ device: String) -> Part

  /// Takes in more of what a device came to; called from any thread.
  ///
  /// - Parameters:
  ///   - piece: Rows that follow those before; the last piece has the metrics' values.
  ///   - part: What was gathered of the device so far.
  func add(_ piece: DeviceScore, to part: inout Part)

  /// Takes in all of a device; called in the scenario's order.
  mutating func append(_ part: Part)
}

/// Gathers nothing.
public struct NoGathering: UnitGathering {
  /// Creates it.
  public init() {}
  public func begin(_ device: String) {}
  public func add(_ piece: DeviceScore, to part: inout Void) {}
  public mutating func append(_ part: Void) {}
}

/// Gathers whole scores, with all their rows in memory.
public struct ScoreList: UnitGathering {
  /// A score for each device, in the scenario's order.
  public private(set) var scores: [DeviceScore] = []

  /// Creates a list with nothing in it.
  public init() {}

  public func begin(_ device: String) -> DeviceScore { DeviceScore(device: device) }

  public func add(_ piece: DeviceScore, to part: inout DeviceScore) { part.append(piece) }

  public mutating func append(_ part: DeviceScore) { scores.append(part) }
}

extension DeviceScore {
  /// Adds the rows that follow, and the values if there are any.
  mutating func append(_ next: DeviceScore) {
    fixes += next.fixes
    transitions += next.transitions
    power += next.power
    battery += next.battery
    track += next.track
    states += next.states
    events += next.events
    decisions += next.decisions
    clouds += next.clouds
    journal += next.journal
    samples += next.samples
    filtered += next.filtered
  }

  /// Forgets the rows and keeps their room.
  mutating func removeRows() {
    fixes.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
    clouds.removeAll(keepingCapacity: true)
    (transitions, power, battery, track) = ([], [], [], [])
    (states, decisions, journal) = ([], [], [])
  }
}

/// Judges what a device's stack told by the truth, and hands the rows on as they come.
///
/// - Parameters:
///   - input: What was told, and the truth.
///   - filters: Parts of the run to be judged by themselves as well.
///   - take: Takes rows that follow each other, piece by piece; with the last come the metrics' values.
public func scoreDevice(
  _ input: ScoringInput, filters: [ScoreFilter] = [], take: (DeviceScore) -> Void
) {
  var piece = DeviceScore(device: input.device)
  for state in input.states {
    piece.states.append(state)
    guard piece.states.count == 1024 else { continue }
    take(piece)
    piece.removeRows()
  }
  take(piece)
  var scorer = DeviceScorer(input, filters: filters, keepsRows: true, keepsStates: false)
  for output in input.outputs {
    scorer.add(output)
    if scorer.rowCount >= 1024 { scorer.handOver(to: take) }
  }
  take(scorer.finish())
}
