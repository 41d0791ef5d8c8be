public import Documents
public import Geometry

/// The similarity transform (scale, rotation, shift) from a picture's pixels to metres, by two anchors.
///
/// In complex numbers, with y up on both sides: w = a z + b, so a is the ratio of the anchors' offsets.
public struct PictureFrame: Hashable, Sendable {
  /// A pixel, counted from the left and from the top, and its position in metres.
  public struct PictureAnchor: Hashable, Sendable {
    public var pixel: Vec2
    public var position: Vec2

    public init(pixel: Vec2, position: Vec2) {
      (self.pixel, self.position) = (pixel, position)
    }
  }

  /// Width and height in pixels.
  public let size: Vec2
  public let metresPerPixel: Double
  /// The rotation of the picture's rows from the x axis, in radians anticlockwise.
  public let angle: Double
  private let origin: Vec2

  /// Min distance of the anchors, as a share of the picture's diagonal: an error of a pixel turns and scales
  /// the plan by its ratio to that distance.
  public static let minSpread = 0.02
  /// The accepted lengths of a side on the ground, in m.
  public static let sides = 1.0...10_000.0

  /// Creates the transform.
  ///
  /// - Throws: The reason why the anchors can't be right.
  public init(size: Vec2, _ first: PictureAnchor, _ second: PictureAnchor) throws(DocumentFormError)
  {
    for anchor in [first, second] {
      let pixel = anchor.pixel
      guard (0...size.x).contains(pixel.x), (0...size.y).contains(pixel.y) else {
        throw DocumentFormError(
          "has an anchor at pixel [\(shown(pixel.x)), \(shown(pixel.y))], outside of its \(shown(size.x)) by "
            + "\(shown(size.y)) pixels")
      }
      guard isInReach(anchor.position) else {
        throw DocumentFormError("has an anchor more than 100 km from the venue's origin")
      }
    }
    let (z, w) = (Self.upward(second.pixel - first.pixel), second.position - first.position)
    guard z.length >= Self.minSpread * size.length else {
      throw DocumentFormError(
        "has anchors \(shown(z.length)) pixels apart, too close to fix scale and rotation; choose two "
          + "points far from each other")
    }
    guard w.length > 0 else {
      throw DocumentFormError("has both anchors at the position \(shown(first.position))")
    }
    metresPerPixel = w.length / z.length
    let ground = size * metresPerPixel
    guard Self.sides.contains(ground.x), Self.sides.contains(ground.y) else {
      throw DocumentFormError(
        "would be \(Quantity.format(rounded(ground.x), as: .length)) by "
          + "\(Quantity.format(rounded(ground.y), as: .length)) large, where a floor plan has 1 m to 10 km; "
          + "check the positions of the anchors and their units")
    }
    self.size = size
    angle = Vec2(z.dot(w), z.cross(w)).angle
    origin = first.position - Self.upward(first.pixel).rotated(by: angle) * metresPerPixel
  }

  /// The position of a pixel.
  public func callAsFunction(_ pixel: Vec2) -> Vec2 {
    origin + Self.upward(pixel).rotated(by: angle) * metresPerPixel
  }

  /// Width and height on the ground, in m.
  public var ground: Vec2 { size * metresPerPixel }

  /// The corners from the lower left, anticlockwise.
  public var corners: [Vec2] {
    [Vec2(0, size.y), size, Vec2(size.x, 0), .zero].map { self($0) }
  }

  private static func upward(_ pixel: Vec2) -> Vec2 { Vec2(pixel.x, -pixel.y) }
}

/// A length with three significant digits, for messages.
private func rounded(_ value: Double) -> Double {
  guard value > 0, value.isFinite else { return value }
  var scale = 1.0
  while value * scale < 100 { scale *= 10 }
  return (value * scale).rounded() / scale
}
