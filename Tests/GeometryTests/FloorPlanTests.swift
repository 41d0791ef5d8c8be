import Geometry
import Glibc
import Testing

@Suite struct FloorPlanTests {
  private typealias Anchor = FloorPlanTransform.Anchor

  private func place(_ latitude: Double, _ longitude: Double) throws -> Geodetic {
    try Geodetic(latitudeDegrees: latitude, longitudeDegrees: longitude)
  }

  /// Anchors of a floor plan on the ground: rotated, scaled, perhaps mirrored.
  private func anchors(
    at origin: Geodetic, scale: Double, rotation: Double, mirrored: Bool = false,
    places: [Vec2] = [Vec2(0, 0), Vec2(120, 10), Vec2(90, 80), Vec2(-20, 60)]
  ) throws -> [Anchor] {
    let frame = LocalFrame(origin: origin)
    return try places.map { east in
      let place = try frame.geodetic(of: Vec3(east.x, -east.y, 0))
      let pixel = Vec2(400, 300) + east.rotated(by: rotation) * scale
      return Anchor(place: place, pixel: mirrored ? Vec2(pixel.y, pixel.x) : pixel)
    }
  }

  @Test func twoAnchorsStepByStep() throws {
    // The steps of session 708, written out.
    let first = Anchor(place: try place(37.770_511, -122.465_810), pixel: Vec2(26, 47))
    let second = Anchor(place: try place(37.769_125, -122.466_356), pixel: Vec2(992, 544))
    let transform = try FloorPlanTransform(from: first, to: second)
    let from = MapPoint(first.place)
    let to = MapPoint(second.place)
    let metres = try MapPoint.metresBetween(from, to)
    let pixelsPerMetre = hypot(992.0 - 26, 544.0 - 47) / metres
    let rotation = atan2(544.0 - 47, 992.0 - 26) - atan2(to.y - from.y, to.x - from.x)
    let scale = MapPoint.metresPerMapPoint(atLatitude: 37.770_511)
    #expect(transform.pixelsPerMetre == pixelsPerMetre)
    #expect(abs((transform.rotation - rotation).remainder(dividingBy: 2 * .pi)) < 1e-15)
    #expect(transform.metresPerMapPoint == scale)
    let user = try place(37.769_9, -122.466_2)
    let east = (MapPoint(user).x - from.x) * scale * pixelsPerMetre
    let south = (MapPoint(user).y - from.y) * scale * pixelsPerMetre
    let expected = Vec2(
      26 + east * cos(rotation) - south * sin(rotation),
      47 + east * sin(rotation) + south * cos(rotation))
    #expect(transform.pixel(of: user).distance(to: expected) < 1e-9)
    #expect(transform.pixel(of: first.place) == first.pixel)
    let missed = transform.pixel(of: second.place).distance(to: second.pixel)
    #expect(missed < 0.0067 * hypot(966, 497))
  }

  @Test(arguments: [
    (37.77, -122.46), (0, 0), (-33.9, 151.2), (64.1, -21.9), (12, -180), (-17, 179.999_9),
    (84.9, 30),
  ])
  func roundTrips(latitude: Double, longitude: Double) throws {
    let origin = try place(latitude, longitude)
    var random = TestRandom(seed: 21)
    for rotation in [0, 0.5, .pi / 2, 3, -2.2] {
      let anchors = try anchors(at: origin, scale: 8, rotation: rotation)
      let fit = try FloorPlanFit(anchors)
      for transform in [try FloorPlanTransform(from: anchors[0], to: anchors[1]), fit.transform] {
        for _ in 0..<50 {
          let pixel = random.point(-1000, 2000)
          let back = transform.pixel(of: try transform.place(of: pixel))
          #expect(back.distance(to: pixel) < 1e-6, "\(pixel) \(rotation)")
        }
        let difference = (transform.rotation - rotation).remainder(dividingBy: 2 * .pi)
        #expect(abs(difference) < 0.005, "\(rotation)")
        #expect(abs(transform.pixelsPerMetre / 8 - 1) < 0.005)
      }
      #expect(!fit.looksMirrored)
      // The map's unequal scales leave at most 0.67 % of the extent.
      #expect(fit.rootMeanSquareMetres < 0.4)
      let pair = try FloorPlanFit(Array(anchors[..<2]))
      #expect(pair.rootMeanSquarePixels < 1e-6 && !pair.looksMirrored)
      let talk = try FloorPlanTransform(from: anchors[0], to: anchors[1])
      #expect(abs(pair.transform.pixelsPerMetre / talk.pixelsPerMetre - 1) < 1e-12)
      let turn = (pair.transform.rotation - talk.rotation).remainder(dividingBy: 2 * .pi)
      #expect(abs(turn) < 1e-9)
    }
  }

  @Test func fitMinimisesTheResiduals() throws {
    var random = TestRandom(seed: 22)
    for _ in 0..<50 {
      let origin = try place(random.uniform(-70, 70), random.uniform(-180, 180))
      let exact = try anchors(at: origin, scale: 10, rotation: random.uniform(-3, 3))
      let noisy = exact.map { Anchor(place: $0.place, pixel: $0.pixel + random.point(-5, 5)) }
      let fit = try FloorPlanFit(noisy)
      let squares = fit.residuals.reduce(0) { $0 + $1.offset.squaredLength }
      #expect(abs(squares - fit.rootMeanSquarePixels * fit.rootMeanSquarePixels * 4) < 1e-6)
      for (residual, anchor) in zip(fit.residuals, noisy) {
        let offset = fit.transform.pixel(of: anchor.place) - anchor.pixel
        #expect(offset.distance(to: residual.offset) < 1e-9)
        #expect(abs(residual.metres * fit.transform.pixelsPerMetre - residual.pixels) < 1e-9)
      }
      // Any other rotation, scale or shift about the centroid of the pixels is worse.
      let pixels = noisy.map { fit.transform.pixel(of: $0.place) }
      let middle = pixels.reduce(.zero, +) / 4
      for (turn, scale, shift) in [
        (1e-3, 1, Vec2.zero), (-1e-3, 1, .zero), (0, 1.001, .zero), (0, 0.999, .zero),
        (0, 1, Vec2(0.1, 0)), (0, 1, Vec2(0, -0.1)),
      ] {
        let other = zip(pixels, noisy).reduce(0) { sum, pair in
          let moved = middle + (pair.0 - middle).rotated(by: turn) * scale + shift
          return sum + (moved - pair.1.pixel).squaredLength
        }
        #expect(other > squares)
      }
    }
  }

  @Test func mirroredPlans() throws {
    let origin = try place(40, -3)
    let mirrored = try anchors(at: origin, scale: 5, rotation: 0.3, mirrored: true)
    #expect(try FloorPlanFit(mirrored).looksMirrored)
    let square = [Vec2(0, 0), Vec2(50, 0), Vec2(50, 50), Vec2(0, 50)]
    let hopeless = try anchors(at: origin, scale: 5, rotation: 0.3, mirrored: true, places: square)
    #expect(throws: GeometryError.inconsistentAnchors(mirrored: true)) {
      try FloorPlanFit(hopeless)
    }
    let inLine = [Vec2(0, 0), Vec2(50, 20), Vec2(100, 40)]
    let straight = try anchors(at: origin, scale: 5, rotation: 0.3, mirrored: true, places: inLine)
    #expect(try !FloorPlanFit(straight).looksMirrored)
  }

  @Test func rejectsInvalidInput() throws {
    let a = Anchor(place: try place(10, 20), pixel: Vec2(0, 0))
    let b = Anchor(place: try place(10.001, 20), pixel: Vec2(100, 0))
    let samePixel = Anchor(place: try place(10.002, 20), pixel: Vec2(100, 0))
    let samePlace = Anchor(place: try place(10, 20 + 1e-9), pixel: Vec2(50, 50))
    let cases: [([Anchor], GeometryError)] = [
      ([], .tooFewAnchors(0)), ([a], .tooFewAnchors(1)),
      ([a, b, samePixel], .coincidentAnchors(first: 1, second: 2, .plan)),
      ([a, b, samePlace], .coincidentAnchors(first: 0, second: 2, .ground)),
      ([a, Anchor(place: b.place, pixel: Vec2(.nan, 0))], .notFinite(.pixel)),
      (
        [a, Anchor(place: try place(86, 20), pixel: Vec2(9, 9))],
        .latitudeOutOfRange(86, limit: MapPoint.maximumLatitudeDegrees)
      ),
    ]
    for (anchors, error) in cases {
      #expect(throws: error) { try FloorPlanFit(anchors) }
      #expect(!error.description.isEmpty)
      guard anchors.count == 2 else { continue }
      #expect(throws: error) { try FloorPlanTransform(from: anchors[0], to: anchors[1]) }
    }
    #expect(throws: GeometryError.coincidentAnchors(first: 0, second: 1, .ground)) {
      try FloorPlanTransform(from: a, to: samePlace)
    }
    #expect(throws: GeometryError.coincidentAnchors(first: 0, second: 1, .plan)) {
      try FloorPlanTransform(from: b, to: samePixel)
    }
    let transform = try FloorPlanTransform(from: a, to: b)
    #expect(throws: GeometryError.notFinite(.pixel)) { try transform.place(of: Vec2(.infinity, 0)) }
    #expect(throws: Never.self) { try transform.place(of: Vec2(1e90, -1e90)) }
  }
}
