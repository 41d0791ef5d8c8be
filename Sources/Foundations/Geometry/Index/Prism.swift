/// An upright prism: a footprint extruded from a base to a top.
public struct Prism: Hashable, Sendable {
  /// The outline seen from above; holes are open from base to top.
  public let footprint: Polygon
  /// The height of the bottom face in metres.
  public let base: Double
  /// The height of the top face in metres.
  public let top: Double

  /// Creates a prism.
  ///
  /// - Throws: ``GeometryError/unusableHeights(base:top:)`` unless the top is above the base.
  public init(footprint: Polygon, base: Double, top: Double) throws(GeometryError) {
    guard abs(base) <= 1e100, abs(top) <= 1e100, base < top else {
      throw .unusableHeights(base: base, top: top)
    }
    self.footprint = footprint
    self.base = base
    self.top = top
  }

  /// Returns whether a point lies in the prism or on its surface.
  public func contains(_ point: Vec3) -> Bool {
    point.z >= base && point.z <= top && footprint.contains(point.xy)
  }
}
