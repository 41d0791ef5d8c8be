import Geometry
import Testing

@Suite struct GeodesicTests {
  private func place(_ latitude: Double, _ longitude: Double) throws -> Geodetic {
    try Geodetic(latitudeDegrees: latitude, longitudeDegrees: longitude)
  }

  private func difference(_ first: Double, _ second: Double) -> Double {
    abs((first - second).remainder(dividingBy: 360))
  }

  @Test func matchesGeodSolve() throws {
    #expect(geodSolveFigures.count == 78)
    for figure in geodSolveFigures {
      let start = try place(figure[0], figure[1])
      let end = try place(figure[2], figure[3])
      let distance = figure[6]
      let found = Geodesic(from: start, to: end)
      #expect(abs(found.distance - distance) < 1e-6, "\(figure)")
      guard distance > 0 else { continue }
      // At short distances the figures' last digit limits azimuths, near antipodes the position's.
      let tolerance = 1e-8 + 1e-6 / distance
      #expect(difference(found.initialAzimuthDegrees, figure[4]) < tolerance, "\(figure) \(found)")
      #expect(difference(found.finalAzimuthDegrees, figure[5]) < tolerance, "\(figure) \(found)")
      let (reached, azimuth) = try Geodesic.destination(
        from: start, azimuthDegrees: found.initialAzimuthDegrees, distance: distance)
      #expect(Geodesic(from: reached, to: end).distance < 2e-6, "\(figure)")
      if abs(end.latitudeDegrees) < 90 {
        #expect(difference(azimuth, figure[5]) < tolerance, "\(figure)")
      }
    }
  }

  @Test func closedForms() throws {
    let degree = WGS84.semiMajorAxis * .pi / 180
    let quadrant = 10_001_965.729_313  // GeodSolve 2.1.2: 0 0 90 0
    let cases: [(Double, Double, Double, Double, Double)] = [
      (0, 10, 0, 11, degree), (0, 179.5, 0, -179.5, degree), (0, -60, 0, 110, 170 * degree),
      (0, 7, 90, 7, quadrant), (0, 7, 90, -100, quadrant), (-90, 0, 90, 33, 2 * quadrant),
      (0, 0, 0, 180, 2 * quadrant), (12, -180, 12, 180, 0), (90, 5, 90, 77, 0),
      (30, 0, -30, 180, 2 * quadrant),
    ]
    for (latitude, longitude, endLatitude, endLongitude, distance) in cases {
      let start = try place(latitude, longitude)
      let end = try place(endLatitude, endLongitude)
      #expect(abs(Geodesic(from: start, to: end).distance - distance) < 1e-6, "\(start) \(end)")
    }
    let coincident = Geodesic(from: try place(3, 4), to: try place(3, 4))
    #expect(coincident.distance == 0 && coincident.initialAzimuthDegrees == 0)
  }

  @Test func symmetriesAndRoundTrips() throws {
    var random = TestRandom(seed: 19)
    for step in 0..<4000 {
      let latitude = step % 9 == 0 ? 90.0 : step % 10 == 0 ? 0 : random.uniform(-90, 90)
      let start = try place(latitude, random.uniform(-180, 180))
      let end: Geodetic
      if step % 3 == 0 {
        // Nearly antipodal.
        end = try place(
          max(-90, min(90, -latitude + random.uniform(-1, 1))),
          start.longitudeDegrees + 180 + random.uniform(-1, 1))
      } else {
        end = try place(random.uniform(-90, 90), random.uniform(-180, 180))
      }
      let way = Geodesic(from: start, to: end)
      let back = Geodesic(from: end, to: start)
      #expect(abs(way.distance - back.distance) < 1e-7, "\(start) \(end)")
      #expect(way.distance <= 20_003_931.4586255)
      let (reached, _) = try Geodesic.destination(
        from: start, azimuthDegrees: way.initialAzimuthDegrees, distance: way.distance)
      #expect(Geodesic(from: reached, to: end).distance < 1e-6, "\(start) \(end)")
      // No detour is shorter.
      let detour = try place(random.uniform(-90, 90), random.uniform(-180, 180))
      let detourLength =
        Geodesic(from: start, to: detour).distance + Geodesic(from: detour, to: end).distance
      #expect(detourLength > way.distance - 1e-6)
      // Forward and back, also around the world.
      let distance = random.uniform(-1e8, 1e8)
      let azimuth = random.uniform(-400, 400)
      let (there, final) = try Geodesic.destination(
        from: start, azimuthDegrees: azimuth, distance: distance)
      guard abs(latitude) < 89.9, abs(there.latitudeDegrees) < 89.9 else { continue }
      let (home, _) = try Geodesic.destination(
        from: there, azimuthDegrees: final, distance: -distance)
      #expect(Geodesic(from: home, to: start).distance < 1e-6, "\(start) \(azimuth) \(distance)")
    }
  }

  @Test func rejectsInvalidInput() throws {
    let start = try place(1, 2)
    #expect(throws: GeometryError.notFinite(.azimuth)) {
      try Geodesic.destination(from: start, azimuthDegrees: .nan, distance: 1)
    }
    for distance in [Double.nan, .infinity, 1e13] {
      #expect(throws: GeometryError.notFinite(.distance)) {
        try Geodesic.destination(from: start, azimuthDegrees: 1, distance: distance)
      }
    }
  }
}
