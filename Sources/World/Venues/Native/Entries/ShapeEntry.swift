import Documents
import Geometry

/// The file entry of a polygon with holes, one part of several.
struct PolygonEntry: DocumentObject {
  static let schemaName = "Polygon"

  let outline: [SIMD2<Double>]
  let holes: [[SIMD2<Double>]]

  init(from object: inout ObjectReader) {
    outline = object.required("outline", ringForm, "Corners, in order.")
    holes = object.optional(
      "holes", .list(ringForm, count: 0...10_000), default: [], "Holes, each by its corners.")
  }
}

let ringForm: ListForm<PointForm<SIMD2<Double>>> = .list(.point, count: 3...100_000)

/// A shape: a rectangle, a circle, a polygon or several polygons.
///
/// It is not an object of its own: its keys are among those of its owner.
struct ShapeEntry: Sendable {
  let at: SIMD2<Double>?
  let size: SIMD2<Double>?
  let radius: Double?
  let outline: [SIMD2<Double>]?
  let holes: [[SIMD2<Double>]]
  let outlines: [PolygonEntry]?

  /// Reads the keys; only some objects may have several parts.
  init(reading object: inout ObjectReader, parts: Bool = false) {
    at = object.optional(
      "at", .point, "Lower left corner of a rectangle, or centre of a circle.")
    size = object.optional("size", .point, "Width and depth of a rectangle.")
    radius = object.optional(
      "radius", .quantity(.length, .between(0.01, 10_000)), "Radius of a circle.")
    outline = object.optional("outline", ringForm, "Corners of a polygon, in order.")
    holes = object.optional(
      "holes", .list(ringForm, count: 0...10_000), default: [], "Holes, each by its corners.")
    outlines =
      parts
      ? object.optional(
        "outlines", .list(.object(PolygonEntry.self), count: 0...10_000),
        "Several polygons; empty if the shape is unknown.") : nil
  }

  /// True if the shape has no key.
  var isMissing: Bool {
    size == nil && radius == nil && outline == nil && outlines == nil
  }

  /// The rings of each part, in the drawing's coordinates; throws for an invalid shape.
  func rings() throws(DocumentFormError) -> [[[Vec2]]] {
    let ways = [size != nil, radius != nil, outline != nil, outlines != nil].count { $0 }
    guard ways <= 1 else {
      throw DocumentFormError("has several shapes; keep one of 'size', 'radius', 'outline(s)'")
    }
    if let outlines { return outlines.map { [$0.outline] + $0.holes } }
    if let outline { return [[outline] + holes] }
    guard size != nil || radius != nil else {
      throw DocumentFormError("needs a shape: 'at' and 'size', 'at' and 'radius', or 'outline'")
    }
    guard let at else { throw DocumentFormError("needs 'at' with 'size' or 'radius'") }
    if let radius { return [[Self.circle(at, radius)] + holes] }
    guard let size, size.x > 0, size.y > 0 else {
      throw DocumentFormError("has a size that is not above 0 m in both directions")
    }
    let far = at + size
    return [[[at, Vec2(far.x, at.y), far, Vec2(at.x, far.y)]] + holes]
  }

  /// A circle as a polygon of 32 corners with equal area.
  private static func circle(_ middle: Vec2, _ radius: Double) -> [Vec2] {
    let corners = 32
    let turn = 2 * Double.pi / Double(corners)
    // n r² sin(2π/n) / 2 is the area of a regular polygon with n corners.
    let reach = radius * (turn / Vec2(angle: turn).y).squareRoot()
    return (0..<corners).map { middle + Vec2(angle: turn * (Double($0) + 0.5), length: reach) }
  }
}
