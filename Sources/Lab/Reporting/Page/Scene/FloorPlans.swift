public import Documents
import Geometry
import Glibc

/// Pictures of floors that a page lays under what it shows, each where its anchors say.
///
/// A table names them: a row for each anchor, with the picture's file beside the table, the floor, the
/// picture's size, the anchor's place and the pixel that shows it. `venuesim survey --pictures` writes
/// such a table. Of each floor the first picture counts.
public struct FloorPlans: Sendable {
  private struct Picture: Sendable {
    var name: String
    /// The floor's ordinal; nil for the outdoors.
    var floor: Int?
    /// Its size in pixels.
    var size: Vec2
    var anchors: [FloorPlanTransform.Anchor] = []
    /// How many pixels are a metre, and how they lie on the ground.
    var transform: FloorPlanTransform?
    /// The file as a `data:` address.
    var address = ""
  }

  private static let columns = [
    "picture", "floor", "width_px", "height_px", "latitude_deg", "longitude_deg", "x_px", "y_px",
  ]
  /// How large a picture's file may be, in bytes, and how many pixels it may be wide or high.
  private static let mostBytes = 8 << 20
  private static let mostPixels = 100_000.0
  /// By how much anchors may miss in the mean, in m, and how far a plan may be from the run's place.
  private static let mostMiss = 10.0, mostAway = 10_000.0

  private let path: String
  private var pictures: [Picture] = []

  /// Reads a table and its pictures.
  ///
  /// - Parameter path: The table.
  /// - Throws: What is wrong with the table, with a picture or with its anchors.
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
    guard (1...Self.mostPixels).contains(size.x), (1...Self.mostPixels).contains(size.y) else {
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
      throw DocumentError("'\(path)': '\(table.text(0))' has an anchor at no place on Earth")
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
        "'\(path)': the anchors of '\(picture.name)' would fit mirrored; pixels count down from the top"
      )
    }
    guard fit.rootMeanSquareMetres <= Self.mostMiss else {
      throw DocumentError(
        "'\(path)': the anchors of '\(picture.name)' miss by \(Int(fit.rootMeanSquareMetres)) m in the "
          + "mean; one of them is perhaps wrong")
    }
    return fit.transform
  }

  private static func address(of file: some StringProtocol) throws(DocumentError) -> String {
    let bytes = try readFile(String(file), limit: mostBytes)
    let kind: String
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      kind = "image/png"
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      kind = "image/jpeg"
    } else if bytes.starts(with: Array("<svg".utf8)) || bytes.starts(with: Array("<?xml".utf8)) {
      kind = "image/svg+xml"
    } else {
      throw DocumentError("'\(file)' is no picture that a page can show: PNG, JPEG or SVG")
    }
    return "data:\(kind);base64," + base64(bytes)
  }

  /// Where each picture lies in the place of a run: what a page draws it by.
  ///
  /// - Parameter run: The run.
  /// - Returns: For each floor its picture, and by which six numbers pixels become metres east and
  ///   north.
  /// - Throws: That they lie elsewhere, or that nobody knows where the run took place.
  func json(for run: RunReport) throws(DocumentError) -> JSONValue {
    guard let frame = run.scenarios.lazy.compactMap({ run.frame(ofScenario: $0) }).first else {
      throw DocumentError(
        "the run's folder doesn't say where it took place, so no plan can be laid")
    }
    var list: [JSONValue] = []
    for picture in pictures {
      guard let plan = picture.transform,
        let corner = Self.point(of: .zero, plan, frame),
        let right = Self.point(of: Vec2(picture.size.x, 0), plan, frame),
        let down = Self.point(of: Vec2(0, picture.size.y), plan, frame)
      else { throw DocumentError("'\(path)': '\(picture.name)' reaches beyond the map") }
      guard corner.length < Self.mostAway else {
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

  /// Bytes in the letters of RFC 4648.
  private static func base64(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let left = min(3, bytes.count - start)
      var group = 0
      for place in 0..<3 { group = group << 8 | (place < left ? Int(bytes[start + place]) : 0) }
      for place in 0..<4 {
        text.append(place <= left ? letters[group >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
