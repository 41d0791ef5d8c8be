public import Documents
import Geometry
import Kernel
import Maps
public import Signals
public import Venues

extension Scenario {
  /// Returns the changes of the venue's access points, in the order of the file.
  ///
  /// - Throws: All names that the venue lacks.
  public func accessPointChanges(in venue: Venue) throws(DocumentError) -> [WiFiChange] {
    var maker = PlanMaker(scenario: self, venue: venue, seed: 0)
    let names = venue.transmitters.accessPoints.map(\.name)
    var changes: [WiFiChange] = []
    for entry in accessPoints {
      if !names.contains(entry.name.value) {
        maker.wrong.append(
          unknown("access point", entry.name.value, at: entry.name.place, among: names))
      }
      guard let kind = maker.kind(of: entry) else { continue }
      changes.append(
        WiFiChange(
          accessPoint: entry.name.value, time: SimTime(seconds: entry.time), kind: kind))
    }
    guard maker.wrong.isEmpty else { throw DocumentError(maker.wrong) }
    return changes
  }
}

extension PlanMaker {
  fileprivate mutating func kind(of entry: AccessPointChangeEntry) -> WiFiChange.Kind? {
    switch entry.fate {
    case .on: return .appears
    case .off: return .vanishes
    case .replaced: return .replaced
    case .moved(let target, let height):
      guard let spot = spot(of: target) else { return nil }
      let floor = spot.level.map { venue.levels[$0].elevationMetres } ?? 0
      return .moves(to: Vec3(spot.point, floor + height), level: spot.level)
    }
  }
}
