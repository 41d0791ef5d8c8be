import Geometry
import Testing

@Suite struct WGS84Tests {
  /// By CartConvert of GeographicLib 2.1.2 (`CartConvert -p 6`).
  private static let figures: [(Double, Double, Double, Vec3)] = [
    (0, 0, 0, Vec3(6378137, 0, 0)),
    (90, 0, 0, Vec3(0, 0, 6356752.314245)),
    (-90, 0, -10000, Vec3(0, 0, -6346752.314245)),
    (48.137, 11.575, 520, Vec3(4177999.822107, 855720.557193, 4727443.090592)),
    (-33.8568, 151.2153, -10000, Vec3(-4639690.433146, 2549078.224114, -3527695.936130)),
    (37.332, -122.03, 20_200_000, Vec3(-11211591.674543, -17921409.960302, 16096693.119623)),
    (0.001, 179.9999, 30_000_000, Vec3(-36378136.994410, 63.491827, 634.173051)),
    (89.9999, 45, 100, Vec3(7.898080, 7.898080, 6356852.314235)),
    (-45, -180, 6_371_000, Vec3(-9022568.181788, 0, -8992325.711805)),
  ]

  @Test func matchesCartConvert() throws {
    for (latitude, longitude, altitude, position) in Self.figures {
      let place = try Geodetic(
        latitudeDegrees: latitude, longitudeDegrees: longitude, altitudeMetres: altitude)
      #expect(place.ecef.distance(to: position) < 1e-6, "\(place)")
      let back = try Geodetic(ecef: place.ecef)
      #expect(abs(back.latitudeDegrees - latitude) < 1e-11)
      #expect(abs(back.altitudeMetres - altitude) < 1e-6)
      guard abs(latitude) < 90 else { continue }
      #expect(abs((back.longitudeDegrees - longitude).remainder(dividingBy: 360)) < 1e-11)
    }
  }

  @Test func roundTrips() throws {
    var random = TestRandom(seed: 16)
    for step in 0..<50_000 {
      let isPolar = step % 5 == 0
      let latitude = isPolar ? 90 - random.uniform(0, 1e-6) : random.uniform(-90, 90)
      let isSeam = step % 7 == 0
      let longitude = isSeam ? 180 - random.uniform(0, 1e-9) : random.uniform(-180, 180)
      let altitude = random.uniform(-10_000, step % 2 == 0 ? 10_000 : 30_000_000)
      let place = try Geodetic(
        latitudeDegrees: step % 3 == 0 ? -latitude : latitude, longitudeDegrees: longitude,
        altitudeMetres: altitude)
      let back = try Geodetic(ecef: place.ecef)
      #expect(abs(back.latitudeDegrees - place.latitudeDegrees) < 1e-11, "\(place)")
      #expect(abs(back.altitudeMetres - altitude) < 1e-6, "\(place)")
      #expect(back.ecef.distance(to: place.ecef) < 1e-6, "\(place)")
      // Within a micrometre of the axis, longitude is meaningless.
      guard !isPolar else { continue }
      let error = (back.longitudeDegrees - place.longitudeDegrees).remainder(dividingBy: 360)
      #expect(abs(error) < 1e-11, "\(place)")
    }
  }

  @Test func insideTheEarth() throws {
    let center = try Geodetic(ecef: .zero)
    #expect(center.latitudeDegrees == 90 && center.longitudeDegrees == 0)
    #expect(abs(center.altitudeMetres + WGS84.semiMinorAxis) < 1e-6)
    var random = TestRandom(seed: 17)
    for step in 0..<5000 {
      let reach = [1e-3, 1e3, 5e4, 1e6][step % 4]
      var position = Vec3(random.point(-reach, reach), random.uniform(-reach, reach))
      if step % 3 == 0 { position.z = 0 }
      if step % 11 == 0 { (position.x, position.y) = (0, 0) }
      let place = try Geodetic(ecef: position)
      #expect(place.ecef.distance(to: position) < 1e-6, "\(position)")
    }
    let far = try Geodetic(ecef: Vec3(1e90, 0, 1e90))
    #expect(abs(far.latitudeDegrees - 45) < 1e-9 && far.altitudeMetres > 1e90)
  }

  @Test func rejectsInvalidCoordinatesAndHandlesSeams() throws {
    for latitude in [90.0000001, -91, 1e300] {
      #expect(throws: GeometryError.latitudeOutOfRange(latitude, limit: 90)) {
        try Geodetic(latitudeDegrees: latitude, longitudeDegrees: 0)
      }
    }
    for bad in [Double.nan, .infinity] {
      #expect(throws: GeometryError.notFinite(.latitude)) {
        try Geodetic(latitudeDegrees: bad, longitudeDegrees: 0)
      }
      #expect(throws: GeometryError.notFinite(.longitude)) {
        try Geodetic(latitudeDegrees: 0, longitudeDegrees: bad)
      }
      #expect(throws: GeometryError.notFinite(.altitude)) {
        try Geodetic(latitudeDegrees: 0, longitudeDegrees: 0, altitudeMetres: bad)
      }
      #expect(throws: GeometryError.notFinite(.position)) { try Geodetic(ecef: Vec3(1, bad, 1)) }
    }
    for (given, normal) in [(180.0, -180.0), (-180, -180), (540, -180), (190, -170), (-725, -5)] {
      let place = try Geodetic(latitudeDegrees: 1, longitudeDegrees: given)
      #expect(place.longitudeDegrees == normal)
    }
  }

  @Test func localFrames() throws {
    let origin = try Geodetic(
      latitudeDegrees: 48.137, longitudeDegrees: 11.575, altitudeMetres: 520)
    // By CartConvert of GeographicLib 2.1.2: `CartConvert -l 48.137 11.575 520 -p 6`.
    let figures: [(Double, Double, Double, Vec3)] = CartConvertFigures.local
    let frame = LocalFrame(origin: origin)
    for (latitude, longitude, altitude, enu) in figures {
      let place = try Geodetic(
        latitudeDegrees: latitude, longitudeDegrees: longitude, altitudeMetres: altitude)
      #expect(frame.enu(of: place).distance(to: enu) < 1e-5, "\(place)")
    }
    #expect(frame.enu(of: origin) == .zero)
    var random = TestRandom(seed: 18)
    for step in 0..<2000 {
      let latitude = step % 10 == 0 ? 90.0 : random.uniform(-90, 90)
      let frame = LocalFrame(
        origin: try Geodetic(
          latitudeDegrees: latitude, longitudeDegrees: random.uniform(-180, 180),
          altitudeMetres: random.uniform(-100, 9000)))
      #expect(abs(frame.east.cross(frame.north).dot(frame.up) - 1) < 1e-15)
      let local = Vec3(random.point(-1e5, 1e5), random.uniform(-1e3, 1e5))
      #expect(frame.enu(of: frame.ecef(of: local)).distance(to: local) < 1e-8)
      #expect(frame.enu(of: try frame.geodetic(of: local)).distance(to: local) < 1e-6)
      #expect(frame.enu(ofVector: frame.ecef(ofVector: local)).distance(to: local) < 1e-9)
      let (azimuth, elevation) = frame.azimuthElevation(of: frame.ecef(of: local))
      let (expectedAzimuth, expectedElevation) = LocalFrame.azimuthElevation(ofENU: local)
      #expect(abs(azimuth - expectedAzimuth) < 1e-6 && abs(elevation - expectedElevation) < 1e-6)
    }
    let directions: [(Vec3, Double, Double)] = [
      (Vec3(0, 1, 0), 0, 0), (Vec3(1, 0, 0), .pi / 2, 0), (Vec3(-1, 0, 0), 1.5 * .pi, 0),
      (Vec3(0, -1, 1), .pi, .pi / 4), (Vec3(0, 0, 2), 0, .pi / 2), (Vec3(0, 0, 0), 0, 0),
    ]
    for (vector, azimuth, elevation) in directions {
      let (a, e) = LocalFrame.azimuthElevation(ofENU: vector)
      #expect(a == azimuth && e == elevation, "\(vector)")
    }
    #expect(throws: GeometryError.notFinite(.position)) {
      try frame.geodetic(of: Vec3(.nan, 0, 0))
    }
  }
}

/// East, north, up about 48.137 N, 11.575 E, 520 m.
private enum CartConvertFigures {
  static let local: [(Double, Double, Double, Vec3)] = [
    (48.138, 11.576, 530, Vec3(74.432289, 111.202731, 9.998596)),
    (48.137, 11.575, 1520, Vec3(-0.000000, 0.000000, 1000.000000)),
    (48.2, 11.4, 400, Vec3(-13009.674755, 7020.431650, -137.110442)),
    (-10, -170, 0, Vec3(172660.251612, 3963618.865318, -11376842.149711)),
    (50, 20, 20200000, Vec3(2504254.138714, 1001214.678284, 20062341.199397)),
  ]
}
