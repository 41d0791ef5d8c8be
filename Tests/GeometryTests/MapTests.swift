import Geometry
import Testing

@Suite struct MapTests {
  private func place(_ latitude: Double, _ longitude: Double) throws -> Geodetic {
    try Geodetic(latitudeDegrees: latitude, longitudeDegrees: longitude)
  }

  @Test func mapPoints() throws {
    let world = MapPoint.worldSize
    #expect(world == 268_435_456)
    #expect(MapPoint(try place(0, 0)) == MapPoint(x: world / 2, y: world / 2))
    #expect(MapPoint(try place(0, -180)).x == 0)
    #expect(abs(MapPoint.maximumLatitudeDegrees - 85.051_128_779_806_59) < 1e-13)
    for latitude in [90, 86, MapPoint.maximumLatitudeDegrees] {
      #expect(abs(MapPoint(try place(latitude, 0)).y) < 1e-6)
      #expect(abs(MapPoint(try place(-latitude, 0)).y - world) < 1e-6)
    }
    // MKMapPoint of 40.7128 N, 74.006 W, by MapKit on macOS 26.1.
    let newYork = MapPoint(try place(40.7128, -74.006))
    #expect(abs(newYork.x - 79_034_854.786_844_45) < 1e-6)
    #expect(abs(newYork.y - 100_926_577.027_632_56) < 1e-6)

    var random = TestRandom(seed: 20)
    for _ in 0..<10_000 {
      let start = try place(random.uniform(-85, 85), random.uniform(-180, 180))
      let back = try MapPoint(start).place()
      #expect(abs(back.latitudeDegrees - start.latitudeDegrees) < 1e-12)
      let error = (back.longitudeDegrees - start.longitudeDegrees).remainder(dividingBy: 360)
      #expect(abs(error) < 1e-12)
    }
    #expect(try MapPoint(x: world * 1.25, y: world / 2).place().longitudeDegrees == -90)
    #expect(try MapPoint(x: 0, y: -1e12).place().latitudeDegrees == 90)
    #expect(throws: GeometryError.notFinite(.mapPoint)) { try MapPoint(x: .nan, y: 0).place() }
    let (east, west) = (MapPoint(x: world - 2, y: 5), MapPoint(x: 3, y: 9))
    #expect(east.offset(to: west) == Vec2(5, 4))
    #expect(west.offset(to: east) == Vec2(-5, -4))
  }

  @Test func scales() throws {
    // Results of MKMetersPerMapPointAtLatitude and MKMapPointsPerMeterAtLatitude on macOS and iOS.
    let figures: [(Double, Double)] = [
      (0, 0.148_289_773_337_725_44), (37.3326, 1 / 8.449_910_702_134_479),
      (60, 0.074_701_090_708_174_68),
    ]
    for (latitude, metres) in figures {
      let scale = MapPoint.metresPerMapPoint(atLatitude: latitude)
      #expect(abs(scale / metres - 1) < 1e-13, "\(latitude)")
      #expect(MapPoint.metresPerMapPoint(atLatitude: -latitude) == scale)
    }
    #expect(MapPoint.metresPerMapPoint(atLatitude: 90) > 0)
    #expect(MapPoint.metresPerMapPoint(atLatitude: .nan).isFinite)
    // The scale is exact from south to north.
    for latitude in stride(from: -80.0, through: 80, by: 5) {
      let (a, b) = (try place(latitude - 0.001, 9), try place(latitude + 0.001, 9))
      let metres = MapPoint.metresPerMapPoint(atLatitude: latitude)
      let offset = MapPoint(a).offset(to: MapPoint(b))
      let distance = try MapPoint.metresBetween(MapPoint(a), MapPoint(b))
      #expect(abs(offset.length * metres / distance - 1) < 1e-3)
      #expect(abs(distance - Geodesic(from: a, to: b).distance) < 1e-7)
    }
    let (east, west) = (MapPoint(try place(10, 179.9)), MapPoint(try place(10, -179.9)))
    let direct = Geodesic(from: try place(10, 0), to: try place(10, 0.2)).distance
    #expect(abs(try MapPoint.metresBetween(east, west) - direct) < 1e-6)
    #expect(throws: GeometryError.notFinite(.mapPoint)) {
      try MapPoint.metresBetween(east, MapPoint(x: 0, y: .nan))
    }
  }
}
