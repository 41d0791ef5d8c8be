import Kernel
import Observations
import Parts

/// On whose behalf radios run: what they cost is shared among these (``RadioRequest/attribute(_:to:)``).
struct RadioCauses: Hashable, Sendable {
  private var latest: [RadioRequest.Sensor: [String]] = [:]
  private var version = -1
  private var hadWish = false

  /// What must be told the device, as far as it has changed.
  ///
  /// - Parameters:
  ///   - demand: What all apps together need.
  ///   - newVersion: Which version of that it is, so that nothing is done when nothing has changed.
  ///   - wish: What regions and visits need.
  /// - Returns: The requests.
  mutating func requests(
    for demand: Demand, version newVersion: Int, _ wish: PositionDemand?
  ) -> [RadioRequest] {
    guard newVersion != version || hadWish != (wish != nil) else { return [] }
    (version, hadWish) = (newVersion, wish != nil)
    let locating = demand.users(of: ["location", "indoor"])
    // Who watches regions and visits makes do with Wi-Fi.
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
      // What nobody asked for is the stack's own.
      let causes = users.isEmpty ? ["stack"] : users
      guard latest[sensor] != causes else { continue }
      latest[sensor] = causes
      requests.append(.attribute(sensor, to: causes))
    }
    return requests
  }
}

extension Demand {
  /// Who watches for beacons, as ``RadioRequest`` wants it.
  fileprivate var beaconWatchers: [String] {
    let apps = monitors.filter { $0.beacon != nil }.map(\.app)
    return users(of: ["regions"]).filter { use in apps.contains { use == $0 + "/regions" } }
  }
}
