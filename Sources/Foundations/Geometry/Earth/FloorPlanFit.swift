import Glibc

/// The least-squares similarity transform of a floor plan to its anchors, with residuals.
public struct FloorPlanFit: Hashable, Sendable {
  /// The misfit of the transform at an anchor.
  public struct Residual: Hashable, Sendable {
    /// From the anchor's pixel to the pixel computed for its place, in pixels.
    public let offset: Vec2
    /// The length of ``offset`` on the ground, in metres.
    public let metres: Double

    /// The length of ``offset``, in pixels.
    public var pixels: Double { offset.length }
  }

  /// The similarity transform (rotation, scale, shift) with the min sum of squared residuals in pixels.
  public let transform: FloorPlanTransform
  /// The misfit of each anchor, in the given order.
  public let residuals: [Residual]
  /// Root mean square residual in pixels.
  public let rootMeanSquarePixels: Double
  /// Root mean square residual in metres.
  public let rootMeanSquareMetres: Double
  /// True if a mirrored plan would fit far better: perhaps two axes are swapped, or one reversed.
  ///
  /// The criterion: mirroring removes nine tenths of a residual of more than 1 % of the plan's extent.
  /// Two anchors, or several in one line, can't decide it.
  public let looksMirrored: Bool

  /// Fits a transform to anchors.
  ///
  /// Two anchors fit exactly. Pixels per metre are the ratio of summed distances from the first anchor:
  /// on the fitted plan over along the ellipsoid.
  ///
  /// - Throws: ``GeometryError/tooFewAnchors(_:)``,
  ///   ``GeometryError/coincidentAnchors(first:second:_:)``,
  ///   ``GeometryError/inconsistentAnchors(mirrored:)`` if the rotation is undetermined, or another
  ///   case for an anchor that is not finite or off the map.
  public init(_ anchors: [FloorPlanTransform.Anchor]) throws(GeometryError) {
    try FloorPlanTransform.check(anchors)
    let reference = MapPoint(anchors[0].place)
    let ground = anchors.map { reference.offset(to: MapPoint($0.place)) }
    let similarity = Similarity(from: ground, to: anchors.map(\.pixel))
    let plain = similarity.proper.squaredLength.squareRoot()
    let mirrored = similarity.mirrored.squaredLength.squareRoot()
    let ideal = (similarity.targetSpread / similarity.sourceSpread).squareRoot()
    // Reject a fit that explains less than a four-hundredth of the plan's spread.
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

/// Least-squares similarity transforms, plain and mirrored, from one point set to another.
///
/// In complex numbers: w = a z + b, and w = a conj(z) + b. With both sets centred, a is the sum of
/// conj(z) w, or of z w, over the sum of |z|^2.
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
