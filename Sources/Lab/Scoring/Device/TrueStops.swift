public import Kernel
import Observations
public import Truth

/// True stops of a moving carrier, as on a sports computer.
public enum TrueStops {
  /// Maximum speed of a stop, in m/s; creeping in a queue is faster.
  private static let standing = 0.3
  /// Minimum duration; a halt at a sign is shorter.
  private static let minimum = SimDuration.seconds(10)
  /// Minimum speed that counts as the begin of the trip, in m/s.
  private static let setOut = 1.0

  /// Finds the stops of a known track.
  ///
  /// A stop lasts at least ten seconds and begins after the start of the trip; without an end the
  /// carrier stayed.
  ///
  /// - Parameters:
  ///   - truth: The truth at a time.
  ///   - end: The end of the track.
  /// - Returns: Changes to a pause and back, in the order of time.
  public static func changes(
    in truth: (SimTime) -> TruthSample, until end: SimTime
  ) -> [TrueChange] {
    var found: [TrueChange] = []
    var (hasSetOut, since) = (false, SimTime?.none)
    func change(to event: PauseEvent, from before: PauseEvent, at time: SimTime) {
      found.append(
        TrueChange(time: time, kind: .pause, from: before.rawValue, to: event.rawValue))
    }
    var time = SimTime.start
    while time <= end {
      let now = truth(time)
      let (east, north) = (now.eastVelocityMetresPerSecond, now.northVelocityMetresPerSecond)
      let speed = (east * east + north * north).squareRoot()
      hasSetOut = hasSetOut || speed > setOut
      if hasSetOut, speed < standing {
        since = since ?? time
      } else if let begin = since {
        if time - begin >= minimum {
          change(to: .paused, from: .resumed, at: begin)
          change(to: .resumed, from: .paused, at: time)
        }
        since = nil
      }
      time = time + .seconds(1)
    }
    if let since, end - since >= minimum { change(to: .paused, from: .resumed, at: since) }
    return found
  }
}
