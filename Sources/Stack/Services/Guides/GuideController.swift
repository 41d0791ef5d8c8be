import Kernel
public import Maps
import Observations
import Positioning

/// Wayfinding for apps, with one destination per app at a time.
///
/// Builds the graph of walkways when the first app requests a route.
public struct GuideController: Sendable {
  /// Active route request; the wayfinder is nil if there is no route.
  private struct Guide: Sendable {
    var wish: Demand.Guide
    var finder: Wayfinder?
  }

  private let map: VenueMap?
  private let constants: ServiceConstants
  private var network: WalkwayGraph?
  private var guides: [Guide] = []
  private var version = -1

  /// Creates a controller without routes; a nil map disables wayfinding.
  public init(map: VenueMap?, constants: ServiceConstants = ServiceConstants()) {
    self.map = map
    self.constants = constants
  }

  /// Starts and stops routes to match a new version of the apps' demand.
  mutating func follow(
    _ wishes: [Demand.Guide], version newVersion: Int, into found: inout [ServiceEvent]
  ) {
    guard newVersion != version else { return }
    version = newVersion
    guard let map else { return }
    guides.removeAll { guide in !wishes.contains(guide.wish) }
    for wish in wishes where !guides.contains(where: { $0.wish == wish }) {
      let known = network ?? WalkwayGraph(map, parameters: constants.pathways)
      network = known
      var guide = Guide(wish: wish)
      do throws(WayfindingError) {
        guide.finder = try Wayfinder(
          to: wish.target, along: known, by: wish.isStepFree ? .stepFree : .shortest,
          arrivalTime: wish.arrivalTime, parameters: constants.wayfinding)
      } catch {
        found.append(
          ServiceEvent(
            app: wish.app,
            output: .wayfinding(
              WayfindingEvent(.unreachable, target: wish.target, reason: error.description))))
      }
      guides.append(guide)
    }
  }

  /// Updates all routes with a location.
  mutating func receive(_ fix: LocationFix, into found: inout [ServiceEvent]) {
    for number in guides.indices {
      guard let event = guides[number].finder?.receive(fix) else { continue }
      found.append(ServiceEvent(app: guides[number].wish.app, output: .wayfinding(event)))
    }
  }

  /// Clears all routes after a restart of the phone.
  mutating func boot() {
    guides.removeAll()
    version = -1
  }
}
