import Kernel
import Observations
import Parts

/// Power attribution of radios to apps (``RadioRequest/attribute(_:to:)``).
struct RadioCauses: Hashable, Sendable {
  private var latest: [RadioRequest.Sensor: [String]] = [:]
  private var version = -1
  private var hadWish = false

  /// Returns the attribution requests that have changed since the last call.
  ///
  /// `wish` is the position demand of regions and visits.
  mutating func requests(
    for demand: Demand, version newVersion: Int, _ wish: PositionDemand?
  ) -> [RadioRequest] {
    guard newVersion != version || hadWish != (wish != nil) else { return [] }
    (version, hadWish) = (newVersion, wish != nil)
    let locating = demand.users(of: ["location", "indoor"])
    // Regions and visits need only Wi-Fi.
    let watching = wish == nil ? [] : demand.users(of: ["regions", "visits"])
    let changes = demand.users(of: ["changes"])
    let beacons = demand.users(of: ["ranging"]) + demand.beaconWatchers
    let motion = demand.users(of: ["activity", "pedometer"])
    var requests: [RadioRequest] = []
    for (sensor, users) in [
      (RadioRequest.Sensor.gnss, locating.isEmpty ? watching : locating),
      (.wifi, locating + watching), (.cell, locating + watching + changes),
      (.beacon, beacons.isEmpty ? locating : beacons), (.accelerometer, motion),
    ] {
      // Use without a requesting app is the stack's own.
      let causes = users.isEmpty ? ["stack"] : users
      guard latest[sensor] != causes else { continue }
      latest[sensor] = causes
      requests.append(.attribute(sensor, to: causes))
    }
    return requests
  }
}

extension Demand {
  /// Apps that monitor beacon regions, in the format of ``RadioRequest``.
  fileprivate var beaconWatchers: [String] {
    let apps = monitors.filter { $0.beacon != nil }.map(\.app)
    return users(of: ["regions"]).filter { use in apps.contains { use == $0 + "/regions" } }
  }
}
