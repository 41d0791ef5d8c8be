import Glibc

/// Similarity transform between positions on the ground and pixels of a floor plan.
///
/// A floor plan is a flat picture with x to the right and y down, rotated and scaled but not
/// mirrored. The steps are those of Apple's WWDC 2014 session 708, "Taking Core Location Indoors",
/// and of its sample code: positions become map points, then metres east and south of an anchor,
/// then pixels by scale and rotation.
public struct FloorPlanTransform: Hashable, Sendable {
  /// A position on the ground and its pixel on the floor plan.
  public struct Anchor: Hashable, Sendable {
    /// The position; its height is ignored.
    public let place: Geodetic
    /// The pixel: x to the right, y down.
    public let pixel: Vec2

    public init(place: Geodetic, pixel: Vec2) {
      self.place = place
      self.pixel = pixel
    }
  }

  /// Min distance of two anchors on the ground, in metres; closer anchors coincide.
  public static let minGroundDistance = 1e-3
  /// Min distance of two anchors on the plan, in pixels; closer anchors coincide.
  public static let minPlanDistance = 1e-6

  /// The scale of the plan in pixels per metre.
  public let pixelsPerMetre: Double
  /// Rotation from ground to plan in radians, in (-pi, pi].
  ///
  /// Positive clockwise as seen on the plan: at pi / 2, east points down.
  public let rotation: Double
  /// The length of one map point in metres, as used by the conversion.
  public let metresPerMapPoint: Double
  /// The map point from which offsets are measured.
  public let originMapPoint: MapPoint
  /// The pixel at ``originMapPoint``.
  public let originPixel: Vec2

  private let sine: Double
  private let cosine: Double

  /// Creates the transform of session 708 from two anchors.
  ///
  /// The scale is the distance of the anchors in pixels over that in metres along the ellipsoid.
  /// Map points become metres at the latitude of the first anchor, by
  /// ``MapPoint/metresPerMapPoint(atLatitude:)``, which is exact from north to south only. The
  /// first anchor fits exactly; the second is off by up to 0.67 % of their distance if they lie
  /// west and east of one another at the equator. ``FloorPlanFit`` avoids that.
  ///
  /// - Throws: ``GeometryError/coincidentAnchors(first:second:_:)``, or another case for an anchor
  ///   that is not finite or off the map.
  public init(from first: Anchor, to second: Anchor) throws(GeometryError) {
    try Self.check([first, second])
    let origin = MapPoint(first.place)
    let target = MapPoint(second.place)
    let metres = try MapPoint.metresBetween(origin, target)
    let planOffset = second.pixel - first.pixel
    let pixels = hypot(planOffset.x, planOffset.y)
    let eastSouth = origin.offset(to: target)
    self.init(
      pixelsPerMetre: pixels / metres,
      rotation: atan2(planOffset.y, planOffset.x) - atan2(eastSouth.y, eastSouth.x),
      metresPerMapPoint: MapPoint.metresPerMapPoint(atLatitude: first.place.latitudeDegrees),
      originMapPoint: origin, originPixel: first.pixel)
  }

  init(
    pixelsPerMetre: Double, rotation: Double, metresPerMapPoint: Double, originMapPoint: MapPoint,
    originPixel: Vec2
  ) {
    self.pixelsPerMetre = pixelsPerMetre
    let turned = rotation.remainder(dividingBy: 2 * .pi)
    self.rotation = turned == -.pi ? .pi : turned
    self.metresPerMapPoint = metresPerMapPoint
    self.originMapPoint = originMapPoint
    self.originPixel = originPixel
    sine = sin(rotation)
    cosine = cos(rotation)
  }

  /// Returns the pixel of a position; it may lie outside the picture.
  ///
  /// Positions beyond the edge latitude of the map are moved to its edge; see ``MapPoint/init(_:)``.
  public func pixel(of place: Geodetic) -> Vec2 {
    let metres = originMapPoint.offset(to: MapPoint(place)) * metresPerMapPoint
    let pixels = metres * pixelsPerMetre
    return originPixel
      + Vec2(pixels.x * cosine - pixels.y * sine, pixels.x * sine + pixels.y * cosine)
  }

  /// Returns the position of a pixel, at height 0.
  ///
  /// - Throws: ``GeometryError/notFinite(_:)`` for a pixel that is not finite or beyond 1e100.
  public func place(of pixel: Vec2) throws(GeometryError) -> Geodetic {
    guard pixel.isUsable else { throw .notFinite(.pixel) }
    let turned = pixel - originPixel
    let pixels = Vec2(turned.x * cosine + turned.y * sine, turned.y * cosine - turned.x * sine)
    let offset = pixels / pixelsPerMetre / metresPerMapPoint
    return try MapPoint(x: originMapPoint.x + offset.x, y: originMapPoint.y + offset.y).place()
  }

  /// Checks the anchors: at least two, finite, on the map, and apart.
  static func check(_ anchors: [Anchor]) throws(GeometryError) {
    guard anchors.count >= 2 else { throw .tooFewAnchors(anchors.count) }
    for (index, anchor) in anchors.enumerated() {
      guard anchor.pixel.isUsable else { throw .notFinite(.pixel) }
      let latitude = anchor.place.latitudeDegrees
      guard abs(latitude) <= MapPoint.maximumLatitudeDegrees else {
        throw .latitudeOutOfRange(latitude, limit: MapPoint.maximumLatitudeDegrees)
      }
      for (otherIndex, other) in anchors[..<index].enumerated() {
        guard anchor.pixel.distance(to: other.pixel) >= minPlanDistance else {
          throw .coincidentAnchors(first: otherIndex, second: index, .plan)
        }
        guard Geodesic(from: other.place, to: anchor.place).distance >= minGroundDistance else {
          throw .coincidentAnchors(first: otherIndex, second: index, .ground)
        }
      }
    }
  }
}
