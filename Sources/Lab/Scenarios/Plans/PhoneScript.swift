import Devices
import Documents
import Geometry
import Kernel
import Observations
import Venues

extension AgentEntry {
  /// Creates the setup of the agent's device, with its events.
  ///
  /// - Throws: All names of regions that the venue lacks.
  func deviceSetup(in venue: Venue) throws(DocumentError) -> DeviceSetup {
    var wrong: [Diagnostic] = []
    var script: [DeviceAct] = []
    var reactions: [DeviceReaction] = []
    var cues: [DeviceCue] = []
    for entry in phone.map(\.value) {
      let kind = entry.kind(in: venue, &wrong)
      switch entry.trigger {
      case .time(let seconds): script.append(DeviceAct(at: SimTime(seconds: seconds), kind))
      case .event(let event, let delay, let times, let every):
        reactions.append(
          DeviceReaction(
            to: event, app: entry.app, after: .seconds(delay), times: times,
            spacing: .seconds(every), kind))
      case .change(let change, let value, let delay, let times):
        cues.append(DeviceCue(change, to: value, after: .seconds(delay), times: times, kind))
      }
    }
    guard wrong.isEmpty else { throw DocumentError(wrong) }
    return DeviceSetup(
      device, script: script, reactions: reactions, cues: cues, batteryShare: battery)
  }
}

extension PhoneEntry {
  fileprivate func kind(in venue: Venue, _ wrong: inout [Diagnostic]) -> DeviceAct.Kind {
    switch act {
    case .user(let action): .user(app: app, action)
    case .call(let entry):
      .call(
        app: app,
        PlannedCall(
          entry.call(in: venue, &wrong), radiusHereMetres: entry.radiusHere,
          radiusFoundMetres: entry.radiusFound,
          past: entry.past.map { .seconds($0) },
          timeout: (entry.timeout ?? entry.arriveWithin).map { .seconds($0) },
          asksForEachWalk: entry.asksForEachWalk))
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
      name, identifier: identifier ?? region?.value ?? target, distanceMetres: distance,
      isOn: isOn ?? stepFree,
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
    // The regions of a venue are in its local frame.
    if let place = try? venue.frame.geodetic(of: Vec3(known.center, 0)) {
      call.circle = CircularRegion(
        centre: Coordinate(
          latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
        radiusMetres: known.radiusMetres)
    }
    return call
  }
}
