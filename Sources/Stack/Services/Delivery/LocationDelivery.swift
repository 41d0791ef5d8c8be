import Kernel
import Observations

/// Delivery state of an app: distance filter, last location, and queue.
///
/// It does not check authorization; callers pass only fixes that the app may receive.
struct LocationDelivery: Hashable, Sendable {
  /// Readiness of an app when a fix arrives.
  enum Readiness: Sendable {
    /// Can receive at once.
    case ready
    /// Suspended.
    case asleep
    /// Has deferred its updates.
    case deferring
  }

  private let constants: ServiceConstants.Delivery
  private let deferred: ServiceConstants.Deferred
  /// Last location accepted for the app, delivered or queued.
  private(set) var last: LocationFix?
  private var bestAccuracy = Double.infinity
  /// Queued locations, oldest first.
  private(set) var waiting: [LocationFix] = []
  /// Time until which the app handles the last delivery.
  private(set) var busyUntil = SimTime.distantPast

  /// Creates the state of an app without locations.
  init(_ constants: ServiceConstants) {
    self.constants = constants.delivery
    deferred = constants.deferred
  }

  /// True if the app's distance filter passes a fix.
  ///
  /// It passes the first fix, fixes far enough from the last, and more accurate ones: a stationary app
  /// also receives refinements. `distance` is the distance filter in m, 0 for none.
  func passes(_ fix: LocationFix, distance: Double) -> Bool {
    guard distance > 0, let last else { return true }
    return fix.horizontalAccuracyMetres <= bestAccuracy * constants.betterRatio
      || GroundSpan.metres(last.coordinate, fix.coordinate) >= distance
  }

  /// Processes a fix for an app with continuous updates.
  ///
  /// - Parameters:
  ///   - fix: The fix.
  ///   - distance: Distance filter, in m; 0 for none.
  ///   - readiness: Readiness of the app.
  ///   - handling: Time that the app takes per message.
  ///   - time: Present time.
  /// - Returns: The message to deliver at once; nil if the fix is filtered or queued.
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
    // After the clock was set back, later times would be out of order.
    while let last = waiting.last, last.time > fix.time { waiting.removeLast() }
    if waiting.count >= limit { waiting.removeFirst(waiting.count - limit + 1) }
    waiting.append(fix)
    return nil
  }

  /// True if the queue of deferred locations is full.
  var isFull: Bool { waiting.count >= deferred.limit }

  /// Delivers the queue as one message, oldest first; nil if it is empty or the app is busy.
  mutating func flush(handling: SimDuration, at time: SimTime) -> Output? {
    guard time >= busyUntil, let only = waiting.first else { return nil }
    busyUntil = handling > .zero ? time + handling : .distantPast
    defer { waiting.removeAll(keepingCapacity: waiting.count <= 64) }
    return waiting.count == 1 ? .location(only) : .locations(waiting)
  }

  /// Records a location that was delivered otherwise, such as a cached one or a significant change.
  mutating func note(_ fix: LocationFix) {
    last = fix
    bestAccuracy = fix.horizontalAccuracyMetres
  }

  /// Drops the queue, for example when authorization ends.
  mutating func dropWaiting() {
    waiting.removeAll()
  }

  /// Ends continuous updates; queued locations are never delivered.
  mutating func stop() {
    waiting.removeAll()
    last = nil
    bestAccuracy = .infinity
  }
}
