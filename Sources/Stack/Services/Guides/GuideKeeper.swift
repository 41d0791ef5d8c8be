import Kernel
public import Maps
import Observations
import Positioning

/// Shows the way for the apps that ask for it, one place an app at a time.
///
/// The pathways are joined when the first app asks.
public struct GuideKeeper: Sendable {
  /// A way that is shown, or why none is.
  private struct Guide: Sendable {
    var wish: Demand.Guide
    var finder: Wayfinder?
  }

  private let map: VenueMap?
  private let constants: ServiceConstants
  private var network: WalkwayGraph?
  private var guides: [Guide] = []
  private var version = -1

  /// Creates a keeper of nothing.
  ///
  /// - Parameters:
  ///   - map: The place, as published; nil where none is known, and nobody is shown a way.
  ///   - constants: The numbers by which ways are found and shown.
  public init(map: VenueMap?, constants: ServiceConstants = ServiceConstants()) {
    self.map = map
    self.constants = constants
  }

  /// Does what the apps need now.
  ///
  /// - Parameters:
  ///   - wishes: Who wants to go where.
  ///   - newVersion: Which version of the demand that is.
  ///   - found: What apps are to be told: that a place isn't known, say.
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

  /// Takes a location.
  mutating func receive(_ fix: LocationFix, into found: inout [ServiceEvent]) {
    for number in guides.indices {
      guard let event = guides[number].finder?.receive(fix) else { continue }
      found.append(ServiceEvent(app: guides[number].wish.app, output: .wayfinding(event)))
    }
  }

  /// Forgets everything: the phone has started anew.
  mutating func boot() {
    guides.removeAll()
    version = -1
  }
}
