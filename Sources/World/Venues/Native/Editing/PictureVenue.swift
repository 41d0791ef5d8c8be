import Documents
public import Geometry
import Kernel
import Observations

/// A new venue of one level, as large as a picture of its floor plan.
public struct PictureVenue: Sendable {
  public var name: String
  /// The position of [0 m, 0 m].
  public var origin: Geodetic
  /// The picture's path from the venue's file.
  public var picture: String
  /// The placement of the picture in metres east and north of the origin.
  public var frame: PictureFrame
  /// The pixels of the two anchors in the file.
  public var anchors: [Vec2]

  public init(
    name: String, origin: Geodetic, picture: String, frame: PictureFrame, anchors: [Vec2]
  ) {
    (self.name, self.origin, self.picture) = (name, origin, picture)
    (self.frame, self.anchors) = (frame, anchors)
  }

  /// The text of the venue's file, named `file` in its comments.
  public func text(file: String) -> String {
    let name = YAMLText.inFlow(.string(name))
    let uuid = Identifier128(
      high: stableHash("\(self.name) beacons"), low: stableHash("\(self.name) uuid"))
    var text = NativeText()
    text.line(
      "# A floor from a picture. Its walls, rooms and transmitters are drawn over it, then checked:"
    )
    text.line("#")
    text.line("#     venuesim edit \(file)")
    text.line("#     venuesim check \(file)")
    text.line("name: \(name)")
    text.line(
      "origin: {latitude: \(Flow.decimal(origin.latitudeDegrees, digits: 8)) deg, longitude: "
        + "\(Flow.decimal(origin.longitudeDegrees, digits: 8)) deg, altitude: "
        + "\(Flow.metres(origin.altitudeMetres)) m}")
    text.line("beacon_uuid: \(uuid)  # of all beacons that name no other")
    text.line("")
    text.line("buildings:")
    text.line("- name: \(name)", indent: 2)
    let level = levelFrame
    if level.isRotated {
      text.line("origin: \(Flow.point(level.origin))  # the picture's lower left corner", indent: 4)
      text.line(
        "rotation: \(Flow.decimal(frame.angle * 180 / .pi, digits: 6)) deg  # so that its rows are level",
        indent: 4)
    }
    text.line(
      "at: \(Flow.point(level.corner))  # the picture's extent; 'Outline' draws the real one",
      indent: 4)
    text.line("size: \(Flow.point(frame.ground))", indent: 4)
    text.line("levels:", indent: 4)
    text.line("- ordinal: 0", indent: 6)
    text.line("height: 3 m", indent: 8)
    text.line("picture:", indent: 8)
    text.line("file: \(YAMLText.inFlow(.string(picture)))", indent: 10)
    let size = frame.size
    text.line("size: [\(pixels(size.x)), \(pixels(size.y))]", indent: 10)
    text.line("anchors:", indent: 10)
    for pixel in anchors {
      text.line(
        "- {pixel: [\(pixels(pixel.x)), \(pixels(pixel.y))], at: \(Flow.point(level.position(pixel)))}",
        indent: 12)
    }
    text.line("doors:", indent: 8)
    let door = level.corner + Vec2(frame.ground.x / 2, 0)
    text.line(
      "- {at: \(Flow.point(door)), width: 1 m}  # the entrance; move it to its place", indent: 10)
    return text.text
  }

  private func pixels(_ value: Double) -> String { Flow.decimal(value, digits: 2) }

  /// The level's own coordinates: those of the anchors, or along a rotated picture.
  private var levelFrame: LevelFrame { LevelFrame(frame) }

  private struct LevelFrame {
    let frame: PictureFrame
    let origin: Vec2
    let isRotated: Bool

    init(_ frame: PictureFrame) {
      self.frame = frame
      // Below a millimetre over the picture, it is rounding.
      isRotated = abs(frame.angle) * frame.ground.length > 1e-3
      origin = isRotated ? frame.corners[0] : .zero
    }

    var corner: Vec2 { isRotated ? .zero : frame.corners[0] }

    func position(_ pixel: Vec2) -> Vec2 {
      corner + Vec2(pixel.x, frame.size.y - pixel.y) * frame.metresPerPixel
    }
  }
}
