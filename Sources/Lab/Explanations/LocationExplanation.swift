import Geometry
public import Harness
public import Kernel
import Observations
import Recordings
import Reporting
import Scoring
import Truth

/// An explanation of a reported location: the inputs before it, its error, and the inputs that moved it.
public struct LocationExplanation: Sendable {
  /// The error of a location.
  public struct LocationError: Hashable, Sendable {
    /// Reported less true position, in m.
    public var east, north: Double
    /// The horizontal distance, in m.
    public var distance: Double
    /// Along the true path (negative behind the person), and across it (positive to the left), in m;
    /// nil at rest.
    public var along, across: Double?
  }

  /// The results with other random draws of the stack.
  public struct Draws: Hashable, Sendable {
    /// The errors of the locations, in m; empty without truth.
    public var errors: [Double] = []
    /// The median distance between two of the locations, in m.
    public var scatter = 0.0
  }

  /// The subject: scenario, seed and device.
  public let title: String
  /// The time of the report.
  public let moment: SimTime
  /// The app that received it.
  public let app: String
  public let state: LocationState
  /// Nil if the true position is unknown.
  public let error: LocationError?
  /// The median error of the run, in m; nil if unknown.
  public let usualError: Double?
  /// The largest reductions of the error first.
  public let pulls: [Pull]
  /// Nil if the stack has no random draws.
  public let draws: Draws?
  /// Nil without truth, or if the error isn't large.
  public let onset: ErrorOnset?
  /// Limits of the explanation.
  public let notes: [String]

  /// The smallest distance, in m, that counts as a move.
  private static let smallestMove = 0.05

  /// Explains the last location that an app received by a moment.
  ///
  /// - Parameters:
  ///   - device: The device.
  ///   - title: The subject in words.
  ///   - moment: The time of the report.
  ///   - app: The app that received it.
  ///   - usualError: The median error of the run, in m.
  ///   - jobs: The number of concurrent replays, which doesn't affect the results.
  ///   - cancellation: Cancels the work.
  ///   - progress: Receives the numbers of finished and of all replays.
  /// - Throws: ``Cancelled``, or a failure of the stack.
  public init(
    _ device: ReplayableDevice, title: String, at moment: SimTime, to app: String,
    usualError: Double?, jobs: Int = 1, cancellation: CancellationToken? = nil,
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws {
    let replays = try CounterfactualReplays(
      device, at: moment, to: app, cancellation: cancellation)
    guard let location = replays.baseline.locations.last?.item else {
      throw MissingLocation(moment: moment)
    }
    (self.title, self.moment, self.app, self.usualError) = (title, moment, app, usualError)
    state = LocationState(replays, reporting: location)
    let truth = device.truth()
    let position = state.truePosition
    error = position.flatMap { position in
      truth.flatMap { LocationError(of: location, from: position, at: moment, $0) }
    }
    onset =
      position == nil
      ? nil : truth.flatMap { ErrorOnset(replays, truth: $0, usual: usualError ?? 0) }
    let pulls = try replays.pulls(from: position, jobs: jobs, progress: progress)
    let drawn = try replays.drawn(jobs: jobs)
    draws = drawn.isEmpty ? nil : Draws(drawn + [location], truth: position)
    let scatter = max(draws?.scatter ?? 0, Self.smallestMove)
    self.pulls = pulls.map { pull in
      var pull = pull
      pull.isWithinScatter = pull.metres <= scatter
      return pull
    }
    notes = Self.notes(device, replays)
  }

  private static func notes(
    _ device: ReplayableDevice, _ replays: CounterfactualReplays
  ) -> [String] {
    var notes: [String] = []
    if !device.isCopyable {
      notes.append(
        "the stack has an external program, which replays from the start each time: inputs are left "
          + "out for 30 s only, and single transmitters are the four strongest")
    }
    let live = device.recording.outputs.last { output in
      guard case .location = output.item else { return false }
      return output.time == replays.moment && output.app == replays.app
    }
    if case .location(let fix)? = live?.item, let location = replays.baseline.locations.last?.item,
      let distance = GroundOffset(from: fix.coordinate, to: location.coordinate)?.distance,
      distance > smallestMove
    {
      notes.append(
        "the replay without a change is \(figureText(distance)) m from the recorded location: the stack "
          + "or its map isn't the recorded one")
    }
    return notes
  }

  /// The app had no location yet.
  struct MissingLocation: Error, CustomStringConvertible {
    let moment: SimTime
    var description: String { "no location was reported by \(moment.brief)" }
  }
}

extension LocationExplanation.LocationError {
  /// The speed, in m/s, below which a person has no direction.
  private static let slow = 0.2
  /// The period over which the direction is taken, in s.
  private static let period = 4.0

  init?(
    of fix: LocationFix, from truth: Coordinate, at moment: SimTime,
    _ truths: (SimTime) -> TruthSample
  ) {
    guard let offset = GroundOffset(from: truth, to: fix.coordinate) else { return nil }
    (east, north, distance) = (offset.vector.x, offset.vector.y, offset.distance)
    let before = truths(moment - .seconds(Self.period))
    guard before.known.contains(.position),
      let way = GroundOffset(from: before.coordinate, to: truth)?.vector,
      way.length >= Self.slow * Self.period, let direction = way.normalized
    else { return }
    along = direction.dot(offset.vector)
    across = direction.cross(offset.vector)
  }
}

extension LocationExplanation.Draws {
  init(_ fixes: [LocationFix], truth: Coordinate?) {
    if let truth {
      errors = fixes.dropLast().compactMap {
        GroundOffset(from: truth, to: $0.coordinate)?.distance
      }
    }
    let pairs = fixes.indices.flatMap { one in
      fixes[..<one].compactMap {
        GroundOffset(from: $0.coordinate, to: fixes[one].coordinate)?.distance
      }
    }
    scatter = median(pairs) ?? 0
  }
}
