import Documents
import Geometry

/// The file entry of a level's picture, which editors draw beneath the level; runs don't use it.
struct PictureEntry: DocumentObject {
  static let schemaName = "Picture"

  let file: String
  let size: [Double]
  let anchors: [PictureAnchorEntry]
  let place: SourcePosition

  init(from object: inout ObjectReader) {
    place = object.place
    file = object.required(
      "file",
      .string(
        "a file in the venue's folder", example: "plan.png", accepts: isInsideFolder),
      "PNG, JPEG or SVG file beside the venue's file, or in a folder there.")
    size = object.required(
      "size", .list(.number(.between(1, 1e6)), count: 2...2), "Width and height in pixels.")
    anchors = object.list(
      "anchors", of: PictureAnchorEntry.self, atLeast: 2, atMost: 2,
      "Two points of the picture with known positions; they fix scale, rotation and position.")
  }

  /// The placement of the picture in the level's coordinates.
  func frame() throws(DocumentFormError) -> PictureFrame {
    guard size.count == 2, anchors.count == 2, anchors.allSatisfy({ $0.pixel.count == 2 }) else {
      throw DocumentFormError("needs a size and two anchors")
    }
    return try PictureFrame(
      size: Vec2(size[0], size[1]),
      anchors[0].anchor, anchors[1].anchor)
  }
}

/// The file entry of a point of a picture with its position.
struct PictureAnchorEntry: DocumentObject {
  static let schemaName = "PictureAnchor"

  let pixel: [Double]
  let at: SIMD2<Double>

  init(from object: inout ObjectReader) {
    pixel = object.required(
      "pixel", .list(.number, count: 2...2), "Pixels from the left and from the top of the picture."
    )
    at = object.required("at", .point, "Position of this pixel on the level.")
  }

  var anchor: PictureFrame.PictureAnchor {
    PictureFrame.PictureAnchor(pixel: Vec2(pixel[0], pixel[1]), position: at)
  }
}

/// True for a relative path that stays within its folder.
@Sendable
private func isInsideFolder(_ path: String) -> Bool {
  !path.isEmpty && !path.hasPrefix("/") && !path.utf8.contains(0)
    && !path.split(separator: "/").contains("..")
}
