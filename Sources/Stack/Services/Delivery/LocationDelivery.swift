import Kernel
import Observations

/// What an app has been told of locations, and what still waits for it.
///
/// It knows nothing of authorization: whoever hands it a fix has made sure that the app may have
/// it.
struct LocationDelivery: Hashable, Sendable {
  /// How an app stands when a fix comes.
  enum Readiness: Sendable {
    /// It can be told now.
    case ready
    /// It is asleep.
    case asleep
    /// It has put its locations off.
    case deferring
  }

  private let constants: ServiceConstants.Delivery
  private let deferred: ServiceConstants.Deferred
  /// The last location accepted for the app, told or waiting.
  private(set) var last: LocationFix?
  private var bestAccuracy = Double.infinity
  /// What waits, oldest first.
  private(set) var waiting: [LocationFix] = []
  /// Until when the app is busy with what it was told.
  private(set) var busyUntil = SimTime.distantPast

  /// Creates one that has told nothing.
  init(_ constants: ServiceConstants) {
    self.constants = constants.delivery
    deferred = constants.deferred
  }

  /// Whether the app's filter lets a fix through.
  ///
  /// The first fix goes through, one that is far enough from the last, and one that is better: an
  /// app that sits still still learns that the location was refined.
  ///
  /// - Parameters:
  ///   - fix: The fix.
  ///   - distance: The app's distance filter, in m; 0 for none.
  /// - Returns: Whether it is for the app.
  func passes(_ fix: LocationFix, distance: Double) -> Bool {
    guard distance > 0, let last else { return true }
    return fix.horizontalAccuracyMetres <= bestAccuracy * constants.betterRatio
      || GroundSpan.metres(last.coordinate, fix.coordinate) >= distance
  }

  /// Takes a fix for an app with continuous updates.
  ///
  /// - Parameters:
  ///   - fix: The fix.
  ///   - distance: The app's distance filter, in m; 0 for none.
  ///   - readiness: Whether the app can be told now.
  ///   - handling: How long the app takes over a message.
  ///   - time: The time now.
  /// - Returns: What to tell, if anything.
  mutating func receive(
    _ fix: LocationFix, distance: Double, _ readiness: Readiness, handling: SimDuration,
    at time: SimTime
  ) -> Output? {
    guard passes(fix, distance: distance) else { return nil }
    bestAccuracy =
      if let last, GroundSpan.metres(last.coordinate, fix.coordinate) < distance {
        min(bestAccuracy, fix.horizontalAccuracyMetres)
      } else {
        fix.horizontalAccuracyMetres
      }
    last = fix
    if readiness == .ready, time >= busyUntil, waiting.isEmpty {
      busyUntil = handling > .zero ? time + handling : .distantPast
      return .location(fix)
    }
    let limit =
      readiness == .deferring ? max(constants.queue, deferred.limit) : constants.queue
    // After a clock was set back, what it had said before would be out of order.
    while let last = waiting.last, last.time > fix.time { waiting.removeLast() }
    if waiting.count >= limit { waiting.removeFirst(waiting.count - limit + 1) }
    waiting.append(fix)
    return nil
  }

  /// Whether there is no more room for what is deferred.
  var isFull: Bool { waiting.count >= deferred.limit }

  /// Hands over what waits, as one message, oldest first.
  /// - Returns: What to tell, if anything waits and the app isn't busy.
  mutating func flush(handling: SimDuration, at time: SimTime) -> Output? {
    guard time >= busyUntil, let only = waiting.first else { return nil }
    busyUntil = handling > .zero ? time + handling : .distantPast
    defer { waiting.removeAll(keepingCapacity: waiting.count <= 64) }
    return waiting.count == 1 ? .location(only) : .locations(waiting)
  }

  /// Notes a location that was told by other ways, as a cached one or a significant change.
  mutating func note(_ fix: LocationFix) {
    last = fix
    bestAccuracy = fix.horizontalAccuracyMetres
  }

  /// Drops what waits, as when the app may no longer have it.
  mutating func dropWaiting() {
    waiting.removeAll()
  }

  /// Ends continuous updates: what waits is never told.
  mutating func stop() {
    waiting.removeAll()
    last = nil
    bestAccuracy = .infinity
  }
}
