import Glibc

/// The floor-plan transform that fits any number of anchors best, and how well it does.
public struct FloorPlanFit: Hashable, Sendable {
  /// By how much the transform misses an anchor.
  public struct Residual: Hashable, Sendable {
    /// From the anchor's pixel to the one computed for its place, in pixels.
    public let offset: Vec2
    /// The length of ``offset`` on the ground, in metres.
    public let metres: Double

    /// The length of ``offset``, in pixels.
    public var pixels: Double { offset.length }
  }

  /// The turned, scaled and shifted plan with the least sum of squared residuals in pixels.
  public let transform: FloorPlanTransform
  /// By how much each anchor is missed, in the order given.
  public let residuals: [Residual]
  /// The root of the mean squared residual, in pixels.
  public let rootMeanSquarePixels: Double
  /// The root of the mean squared residual, in metres.
  public let rootMeanSquareMetres: Double
  /// Whether a mirrored plan would fit far better: perhaps two axes are swapped, or one reversed.
  ///
  /// True if mirroring takes away nine tenths of a residual of more than 1 % of the plan's extent.
  /// Two anchors, or more in one line, can't tell.
  public let looksMirrored: Bool

  /// Fits a transform to anchors.
  ///
  /// Two anchors are met exactly. Pixels per metre are the ratio, over all anchors, of distances
  /// from the first one on the plan as fitted to those along the ellipsoid.
  ///
  /// - Throws: ``GeometryError/tooFewAnchors(_:)``,
  ///   ``GeometryError/coincidentAnchors(first:second:_:)``,
  ///   ``GeometryError/inconsistentAnchors(mirrored:)`` if no rotation is better than another, or
  ///   another for an anchor that is not finite or off the map.
  public init(_ anchors: [FloorPlanTransform.Anchor]) throws(GeometryError) {
    try FloorPlanTransform.check(anchors)
    let reference = MapPoint(anchors[0].place)
    let ground = anchors.map { reference.offset(to: MapPoint($0.place)) }
    let similarity = Similarity(from: ground, to: anchors.map(\.pixel))
    let plain = similarity.proper.squaredLength.squareRoot()
    let mirrored = similarity.mirrored.squaredLength.squareRoot()
    let ideal = (similarity.targetSpread / similarity.sourceSpread).squareRoot()
    // A fit that explains less than a four-hundredth of the plan's extent is none.
    guard plain > 0.05 * ideal else {
      throw .inconsistentAnchors(mirrored: mirrored > 0.9 * ideal)
    }

    var metres = 0.0
    for anchor in anchors.dropFirst() {
      metres += try MapPoint.metresBetween(reference, MapPoint(anchor.place))
    }
    let mapPoints = ground.reduce(0) { $0 + $1.length }
    let center = similarity.sourceCenter
    let transform = FloorPlanTransform(
      pixelsPerMetre: plain * mapPoints / metres, rotation: similarity.proper.angle,
      metresPerMapPoint: metres / mapPoints,
      originMapPoint: MapPoint(x: reference.x + center.x, y: reference.y + center.y),
      originPixel: similarity.targetCenter)
    let residuals = anchors.map { anchor in
      let offset = transform.pixel(of: anchor.place) - anchor.pixel
      return Residual(offset: offset, metres: offset.length / transform.pixelsPerMetre)
    }
    let squares = residuals.reduce(0) { $0 + $1.offset.squaredLength }
    self.transform = transform
    self.residuals = residuals
    rootMeanSquarePixels = (squares / Double(anchors.count)).squareRoot()
    rootMeanSquareMetres = rootMeanSquarePixels / transform.pixelsPerMetre
    let squaresMirrored = max(
      similarity.targetSpread - similarity.sourceSpread * mirrored * mirrored, 0)
    looksMirrored =
      squares > 1e-4 * similarity.targetSpread && squaresMirrored < 0.01 * squares
  }
}

/// The least-squares similarities, plain and mirrored, from one set of points to another.
///
/// In complex numbers: w = a z + b, and w = a conj(z) + b. With both sets about their centres, a is
/// the sum of conj(z) w, or of z w, over that of |z|^2.
private struct Similarity {
  let sourceCenter: Vec2
  let targetCenter: Vec2
  /// The sums of squared distances from the centres.
  let sourceSpread: Double
  let targetSpread: Double
  /// The factor a without and with mirroring.
  let proper: Vec2
  let mirrored: Vec2

  init(from source: [Vec2], to target: [Vec2]) {
    let count = Double(source.count)
    let sourceCenter = source.reduce(.zero, +) / count
    let targetCenter = target.reduce(.zero, +) / count
    var (sourceSpread, targetSpread) = (0.0, 0.0)
    var (proper, mirrored) = (Vec2.zero, Vec2.zero)
    for (z, w) in zip(source, target) {
      let (z, w) = (z - sourceCenter, w - targetCenter)
      sourceSpread += z.squaredLength
      targetSpread += w.squaredLength
      proper += Vec2(z.dot(w), z.cross(w))
      mirrored += Vec2(z.x * w.x - z.y * w.y, z.x * w.y + z.y * w.x)
    }
    self.sourceCenter = sourceCenter
    self.targetCenter = targetCenter
    self.sourceSpread = sourceSpread
    self.targetSpread = targetSpread
    self.proper = proper / sourceSpread
    self.mirrored = mirrored / sourceSpread
  }
}
