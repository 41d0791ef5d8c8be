import Geometry
import Kernel
import Maps
import Observations
import Positioning
import Testing

/// Buildings of the map, and the filter.
@Suite struct CityAidTests {
  private func map(at east: Double, on origin: Geodetic, heights: [Double]) throws -> VenueMap {
    let square = [Vec2(-20, -20), Vec2(20, -20), Vec2(20, 20), Vec2(-20, 20)]
    let houses = try heights.enumerated().map { number, height in
      let corners = square.map { $0 + Vec2(east, Double(number) * 60) }
      return Building(
        name: "", footprint: [try Polygon(exterior: corners)], heightMetres: height)
    }
    return VenueMap(
      name: "town", frame: LocalFrame(origin: origin), buildings: houses, levels: [])
  }

  /// A map without buildings doesn't help; buildings without effect change nothing; near ones do no harm.
  @Test func helpsOnlyNearBuildings() throws {
    let drive = try GNSSDrive(seed: 71, seconds: 60)
    let epochs = drive.epochs(GNSSDrive.walking)
    let origin = drive.frame.origin
    #expect(CityAid(try map(at: 0, on: origin, heights: [])) == nil)
    #expect(CityAid(try map(at: 0, on: origin, heights: [.nan, -3, 0.5])) == nil)
    let far = try #require(CityAid(try map(at: 5000, on: origin, heights: [40])))
    let near = try #require(CityAid(try map(at: 60, on: origin, heights: [8, 15])))
    var filters = [GNSSFilter(), GNSSFilter(city: far), GNSSFilter(city: near)]
    for message in drive.messages {
      for index in filters.indices { filters[index].receive(message) }
    }
    for (epoch, truth) in epochs {
      let fixes = filters.indices.map { filters[$0].receive(epoch) }
      #expect(fixes[0] == fixes[1])
      guard let fix = fixes[2] else { continue }
      #expect(try drive.error(fix, truth).xy.length < 40)
    }
  }
}
