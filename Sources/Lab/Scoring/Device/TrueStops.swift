public import Kernel
import Observations
public import Truth

/// Where somebody on the way truly stops, as a sports computer's user would see it.
public enum TrueStops {
  /// Slower than this one stands, in m/s: creeping in a queue is none.
  private static let standing = 0.3
  /// A halt at a sign is shorter and no stop.
  private static let least = SimDuration.seconds(10)
  /// Who was never as fast as this hasn't set out yet, in m/s.
  private static let setOut = 1.0

  /// The stops of a way that is known at every moment, as changes to a pause and back.
  ///
  /// A stop lasts ten seconds at least and begins after somebody has set out; without an end they didn't go
  /// on.
  ///
  /// - Parameters:
  ///   - truth: What is true at a time.
  ///   - end: When the way is over.
  /// - Returns: The changes, in the order of time.
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
        if time - begin >= least {
          change(to: .paused, from: .resumed, at: begin)
          change(to: .resumed, from: .paused, at: time)
        }
        since = nil
      }
      time = time + .seconds(1)
    }
    if let since, end - since >= least { change(to: .paused, from: .resumed, at: since) }
    return found
  }
}
