import Observations

/// Collector of the scores of a unit's devices, while they run.
///
/// A device's rows come in pieces, so that they need not all stay in memory; devices may run
/// concurrently, each with its own part.
public protocol UnitGathering: Sendable {
  /// The collected data of one device.
  associatedtype Part: Sendable

  /// Returns the empty part of a device.
  func begin(_ device: String) -> Part

  /// Adds rows of a device; called from any thread.
  ///
  /// - Parameters:
  ///   - piece: The rows that follow the previous ones; the last piece has the metrics' values.
  ///   - part: The device's part.
  func add(_ piece: DeviceScore, to part: inout Part)

  /// Adds a complete device; called in the scenario's order.
  mutating func append(_ part: Part)
}

/// A collector that discards everything.
public struct NoGathering: UnitGathering {
  public init() {}
  public func begin(_ device: String) {}
  public func add(_ piece: DeviceScore, to part: inout Void) {}
  public mutating func append(_ part: Void) {}
}

/// A collector of complete scores, with all rows in memory.
public struct ScoreList: UnitGathering {
  /// In the scenario's order.
  public private(set) var scores: [DeviceScore] = []

  public init() {}

  public func begin(_ device: String) -> DeviceScore { DeviceScore(device: device) }

  public func add(_ piece: DeviceScore, to part: inout DeviceScore) { part.append(piece) }

  public mutating func append(_ part: DeviceScore) { scores.append(part) }
}

extension DeviceScore {
  /// Appends the following rows, and the values if there are any.
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
    routes += next.routes
    journal += next.journal
    samples += next.samples
    filtered += next.filtered
  }

  /// Removes the rows and keeps their capacity.
  mutating func removeRows() {
    fixes.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
    clouds.removeAll(keepingCapacity: true)
    routes.removeAll(keepingCapacity: true)
    (transitions, power, battery, track) = ([], [], [], [])
    (states, decisions, journal) = ([], [], [])
  }
}

/// Scores a device's outputs against the truth, and hands rows over as they come.
///
/// - Parameters:
///   - input: The outputs and the truth.
///   - filters: Parts of the run to be scored separately too.
///   - take: Receives successive pieces of rows; the last one has the metrics' values.
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
