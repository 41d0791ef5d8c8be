import Devices
import Documents
import Geometry
import Kernel
import Observations
import Venues

extension AgentEntry {
  /// The agent's device, and what happens to it.
  ///
  /// - Throws: Regions that the venue lacks.
  func deviceSetup(in venue: Venue) throws(DocumentError) -> DeviceSetup {
    var wrong: [Diagnostic] = []
    let script = phone.map { entry in
      DeviceAct(at: SimTime(seconds: entry.value.time), entry.value.kind(in: venue, &wrong))
    }
    guard wrong.isEmpty else { throw DocumentError(wrong) }
    return DeviceSetup(device, script: script, batteryShare: battery)
  }
}

extension PhoneEntry {
  fileprivate func kind(in venue: Venue, _ wrong: inout [Diagnostic]) -> DeviceAct.Kind {
    switch act {
    case .user(let action): .user(app: app, action)
    case .call(let entry): .call(app: app, entry.call(in: venue, &wrong))
    case .kill: .kill(app: app)
    case .reboot(let seconds): .reboot(off: .seconds(seconds))
    case .network(.none): .network(NetworkReachability(route: .none, isExpensive: false))
    case .network(.cellular): .network(NetworkReachability(route: .cellular, isExpensive: true))
    case .network(.wifi): .network(NetworkReachability(route: .wifi, isExpensive: false))
    case .videoCall(let seconds): .videoCall(.seconds(seconds))
    }
  }
}

extension CallEntry {
  fileprivate func call(in venue: Venue, _ wrong: inout [Diagnostic]) -> AppCall {
    var call = AppCall(
      name, identifier: identifier ?? region?.value, distanceMetres: distance, isOn: isOn,
      option: option)
    if let uuid {
      call.beacon = BeaconConstraint(
        uuid: uuid, major: major.map { UInt16($0) }, minor: minor.map { UInt16($0) })
    }
    guard let region else { return call }
    guard let known = venue.regions.first(where: { $0.name == region.value }) else {
      wrong.append(
        unknown("region", region.value, at: region.place, among: venue.regions.map(\.name)))
      return call
    }
    // A venue's regions lie in its frame, on the Earth.
    if let place = try? venue.frame.geodetic(of: Vec3(known.center, 0)) {
      call.circle = CircularRegion(
        centre: Coordinate(
          latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
        radiusMetres: known.radiusMetres)
    }
    return call
  }
}
