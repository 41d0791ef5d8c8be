public import Documents
import Geometry
import Glibc

/// Floor plan images of a report page, georeferenced by anchors.
///
/// They are listed in a table: a row per anchor, with the image's file next to the table, the
/// floor, the image's size, and the anchor's position and pixel. `venuesim survey --pictures`
/// writes such a table. The first image of each floor counts.
public struct FloorPlans: Sendable {
  private struct Picture: Sendable {
    var name: String
    /// Nil for the outdoors.
    var floor: Int?
    /// In pixels.
    var size: Vec2
    var anchors: [FloorPlanTransform.Anchor] = []
    /// The transformation from pixels to the ground.
    var transform: FloorPlanTransform?
    /// The file as a `data:` URL.
    var address = ""
  }

  private static let columns = [
    "picture", "floor", "width_px", "height_px", "latitude_deg", "longitude_deg", "x_px", "y_px",
  ]
  /// Maximum size of an image file, in bytes, and maximum width and height in pixels.
  private static let maxBytes = 8 << 20
  private static let maxPixels = 100_000.0
  /// Maximum root mean square error of the anchors, in m, and maximum distance from the run's
  /// venue.
  private static let maxMiss = 10.0, maxAway = 10_000.0

  private let path: String
  private var pictures: [Picture] = []

  /// Reads a table and its images.
  ///
  /// - Throws: An error of the table, an image or its anchors.
  public init(path: String) throws(DocumentError) {
    self.path = path
    guard var table = try TableStream(path, columns: Self.columns) else {
      throw DocumentError(
        "there is no file '\(path)'; 'venuesim survey --pictures' writes such a table")
    }
    while try table.next() { try add(table) }
    guard !pictures.isEmpty else { throw DocumentError("'\(path)' names no picture") }
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    for number in pictures.indices {
      pictures[number].transform = try fit(pictures[number])
      pictures[number].address = try Self.address(of: path[..<slash] + pictures[number].name)
    }
  }

  private mutating func add(_ table: TableStream) throws(DocumentError) {
    let name = table.text(0)
    let floor = try table.integer(1)
    if let last = pictures.indices.last, pictures[last].name == name {
      return pictures[last].anchors.append(try anchor(table))
    }
    guard !pictures.contains(where: { $0.floor == floor }) else { return }
    let size = Vec2(try table.number(2), try table.number(3))
    guard (1...Self.maxPixels).contains(size.x), (1...Self.maxPixels).contains(size.y) else {
      throw DocumentError("'\(path)': '\(name)' can't be \(size.x) by \(size.y) pixels")
    }
    pictures.append(
      Picture(name: name, floor: floor, size: size, anchors: [try anchor(table)]))
  }

  private func anchor(
    _ table: TableStream
  ) throws(DocumentError) -> FloorPlanTransform.Anchor {
    let (latitude, longitude) = (try table.number(4), try table.number(5))
    guard
      let place = try? Geodetic(
        latitudeDegrees: latitude, longitudeDegrees: longitude, altitudeMetres: 0)
    else {
      throw DocumentError("'\(path)': '\(table.text(0))' has an anchor with invalid coordinates")
    }
    return FloorPlanTransform.Anchor(
      place: place, pixel: Vec2(try table.number(6), try table.number(7)))
  }

  private func fit(_ picture: Picture) throws(DocumentError) -> FloorPlanTransform {
    let fit: FloorPlanFit
    do throws(GeometryError) {
      fit = try FloorPlanFit(picture.anchors)
    } catch {
      throw DocumentError("'\(path)': the anchors of '\(picture.name)' don't fit: \(error)")
    }
    guard !fit.looksMirrored else {
      throw DocumentError(
        "'\(path)': the anchors of '\(picture.name)' would fit mirrored; pixels must be counted from the top down"
      )
    }
    guard fit.rootMeanSquareMetres <= Self.maxMiss else {
      throw DocumentError(
        "'\(path)': the anchors of '\(picture.name)' are off by \(Int(fit.rootMeanSquareMetres)) m on "
          + "average; one of them may be wrong")
    }
    return fit.transform
  }

  private static func address(of file: some StringProtocol) throws(DocumentError) -> String {
    let bytes = try readFile(String(file), limit: maxBytes)
    let kind: String
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      kind = "image/png"
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      kind = "image/jpeg"
    } else if bytes.starts(with: Array("<svg".utf8)) || bytes.starts(with: Array("<?xml".utf8)) {
      kind = "image/svg+xml"
    } else {
      throw DocumentError(
        "'\(file)' isn't a picture that a page can show: it must be PNG, JPEG or SVG")
    }
    return "data:\(kind);base64," + base64(bytes)
  }

  /// Returns the images with their placement in the run's venue, for a page.
  ///
  /// - Parameter run: The run.
  /// - Returns: For each floor its image, and the six numbers that transform pixels to metres east
  ///   and north.
  /// - Throws: An error if the images are elsewhere, or the run's venue is unknown.
  func json(for run: RunReport) throws(DocumentError) -> JSONValue {
    guard let frame = run.scenarios.lazy.compactMap({ run.frame(ofScenario: $0) }).first else {
      throw DocumentError(
        "the run's folder has no position of its venue, so plans can't be placed")
    }
    var list: [JSONValue] = []
    for picture in pictures {
      guard let plan = picture.transform,
        let corner = Self.point(of: .zero, plan, frame),
        let right = Self.point(of: Vec2(picture.size.x, 0), plan, frame),
        let down = Self.point(of: Vec2(0, picture.size.y), plan, frame)
      else { throw DocumentError("'\(path)': '\(picture.name)' reaches beyond the map") }
      guard corner.length < Self.maxAway else {
        throw DocumentError(
          "'\(path)': '\(picture.name)' lies \(Int(corner.length / 1000)) km from the run's place")
      }
      let (u, v) = ((right - corner) / picture.size.x, (down - corner) / picture.size.y)
      list.append([
        "floor": picture.floor.map { .int(Int64($0)) } ?? .null, "name": .string(picture.name),
        "width": .number(picture.size.x), "height": .number(picture.size.y),
        "to": .array([u.x, u.y, v.x, v.y, corner.x, corner.y].map { .number($0) }),
        "data": .string(picture.address),
      ])
    }
    return .array(list)
  }

  private static func point(
    of pixel: Vec2, _ plan: FloorPlanTransform, _ frame: LocalFrame
  ) -> Vec2? {
    guard let place = try? plan.place(of: pixel),
      let level = try? Geodetic(
        latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees,
        altitudeMetres: frame.origin.altitudeMetres)
    else { return nil }
    return frame.enu(of: level).xy
  }

  /// Base64 encoding of RFC 4648.
  private static func base64(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let left = min(3, bytes.count - start)
      var group = 0
      for index in 0..<3 { group = group << 8 | (index < left ? Int(bytes[start + index]) : 0) }
      for index in 0..<4 {
        text.append(index <= left ? letters[group >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
