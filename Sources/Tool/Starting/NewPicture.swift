import Documents
import Geometry
import Venues

/// A new venue from a picture of a floor plan.
struct NewPicture {
  let path: String
  /// The picture beside the venue, its header, and the file to be written, if it isn't there yet.
  private let picture: String
  private let header: PictureHeader
  private let copy: (path: String, bytes: [UInt8])?

  /// Reads a picture; a page of a PDF is converted to a PNG file beside the venue.
  ///
  /// - Parameters:
  ///   - source: Path of the picture.
  ///   - page: Page of a PDF, from 1.
  ///   - path: Path of the venue.
  ///   - overwrites: True to convert a page again that was converted before.
  /// - Throws: The reason why it is no usable picture.
  init(_ source: String, page: Int, for path: String, overwrites: Bool) throws {
    self.path = path
    let bytes = try readFile(source, limit: PictureHeader.maxBytes)
    let header = try PictureHeader(bytes, name: source)
    let folder = realPath(withoutSlash(splitPath(path).folder))
    if header.format == .pdf {
      picture = "\(fileStem(source))-page-\(page).png"
      let target = besides(path, picture)
      if overwrites || !exists(target) { try Self.convert(source, page: page, to: target) }
      self.header = try PictureHeader(
        try readFile(target, limit: PictureHeader.maxBytes), name: target)
      copy = nil
      return
    }
    self.header = header
    let found = realPath(source)
    if found.hasPrefix(folder + "/") {
      picture = String(found.dropFirst(folder.utf8.count + 1))
      copy = nil
    } else {
      picture = splitPath(source).name
      copy = (besides(path, picture), bytes)
    }
  }

  /// The text of the venue.
  func venue(_ invocation: Invocation) throws -> String {
    let anchors = try invocation.values(.newAnchor).map { try PictureAnchorText($0) }
    guard anchors.count == 2 || invocation.has(.newWidth) else { throw unknownScale }
    let origin = try origin(invocation, anchors)
    let (first, second) = try ends(anchors, invocation, origin)
    let frame: PictureFrame
    do throws(DocumentFormError) {
      frame = try PictureFrame(size: size, first, second)
    } catch {
      throw UsageError("the picture \(error.message)")
    }
    let venue = PictureVenue(
      name: fileStem(path), origin: origin, picture: picture, frame: frame,
      anchors: [first.pixel, second.pixel])
    return venue.text(file: quoted(splitPath(path).name))
  }

  /// Writes the copy of the picture.
  func write(overwriting: Bool) throws {
    guard let copy else { return }
    if exists(copy.path), !overwriting {
      guard try readFile(copy.path, limit: PictureHeader.maxBytes) == copy.bytes else {
        throw UsageError("'\(copy.path)' exists already; --force overwrites it")
      }
      return
    }
    try makeFolder(withoutSlash(splitPath(copy.path).folder))
    try writeFile(copy.bytes, to: copy.path)
  }

  private var size: Vec2 { Vec2(header.width, header.height) }

  /// The two anchors in metres, or those of a picture with a known width.
  private func ends(
    _ anchors: [PictureAnchorText], _ invocation: Invocation, _ origin: Geodetic
  ) throws -> (PictureFrame.PictureAnchor, PictureFrame.PictureAnchor) {
    if let text = invocation.value(.newWidth) {
      guard anchors.isEmpty else { throw UsageError("give --width or two --anchor, not both") }
      guard let width = try? Quantity.parse(text, as: .length), width > 0 else {
        throw UsageError(
          "--width takes the picture's width on the ground, such as '42 m', not '\(text)'")
      }
      return (
        PictureFrame.PictureAnchor(pixel: Vec2(0, size.y), position: .zero),
        PictureFrame.PictureAnchor(pixel: size, position: Vec2(width, 0))
      )
    }
    return (anchors[0].anchor(from: origin), anchors[1].anchor(from: origin))
  }

  private var unknownScale: UsageError {
    UsageError(
      "the picture \(copy?.path ?? besides(path, picture)) has \(Int(size.x)) by \(Int(size.y)) pixels, of unknown "
        + "scale; give --width, its width on the ground, or two anchors: \(PictureAnchorText.example)"
    )
  }

  /// The origin of the venue: `--origin`, or the first anchor with latitude and longitude.
  private func origin(_ invocation: Invocation, _ anchors: [PictureAnchorText]) throws -> Geodetic {
    if let origin = try givenOrigin(invocation) { return origin }
    for anchor in anchors {
      if case .ground(let place) = anchor.position { return place }
    }
    throw UsageError(
      "where on the Earth is [0 m, 0 m]? Give --origin LAT,LON, or anchors with latitude and longitude"
    )
  }

  private static func convert(_ source: String, page: Int, to target: String) throws {
    func plain(_ path: String) -> String { path.hasPrefix("-") ? "./" + path : path }
    let stem = String(plain(target).dropLast(".png".count))
    let arguments = [
      "-png", "-singlefile", "-r", "150", "-f", "\(page)", "-l", "\(page)", plain(source), stem,
    ]
    var result = status(of: "pdftocairo", arguments)
    if result == nil { result = status(of: "pdftoppm", arguments) }
    guard let result else {
      throw UsageError(
        "a PDF page needs pdftocairo (Debian: apt install poppler-utils), or save the page as PNG")
    }
    guard result == 0, exists(target) else {
      throw DocumentError("pdftocairo can't convert page \(page) of '\(source)'; has it that page?")
    }
  }
}

/// An anchor of the command line: `120,940=0 m,0 m` or `120,940=47.3769 deg,8.5417 deg`.
struct PictureAnchorText {
  enum AnchorPosition {
    case metres(Vec2)
    case ground(Geodetic)
  }

  static let example =
    "--anchor '120,940=0 m,0 m' --anchor '1830,940=42 m,0 m', or with latitude and longitude "
    + "'120,940=47.3769 deg,8.5417 deg'"

  let pixel: Vec2
  let position: AnchorPosition

  init(_ text: String) throws(UsageError) {
    let sides = text.split(separator: "=", maxSplits: 1).map { side in
      side.split(separator: ",").map(String.init)
    }
    guard sides.count == 2, sides[0].count == 2, sides[1].count == 2,
      let x = Double(sides[0][0]), let y = Double(sides[0][1]), x.isFinite, y.isFinite
    else {
      throw UsageError(
        "--anchor takes a pixel and its position, such as \(Self.example); not '\(text)'")
    }
    pixel = Vec2(x, y)
    func values(_ dimension: Documents.Dimension) -> [Double]? {
      let values = sides[1].compactMap { try? Quantity.parse($0, as: dimension) }
      return values.count == 2 ? values : nil
    }
    if let metres = values(.length) {
      position = .metres(Vec2(metres[0], metres[1]))
    } else if let angles = values(.angle),
      let place = try? Geodetic(
        latitudeDegrees: angles[0] * 180 / .pi, longitudeDegrees: angles[1] * 180 / .pi)
    {
      position = .ground(place)
    } else {
      throw UsageError(
        "the position of --anchor '\(text)' needs units, such as \(Self.example)")
    }
  }

  /// The anchor in metres from an origin.
  func anchor(from origin: Geodetic) -> PictureFrame.PictureAnchor {
    switch position {
    case .metres(let point): PictureFrame.PictureAnchor(pixel: pixel, position: point)
    case .ground(let place):
      PictureFrame.PictureAnchor(
        pixel: pixel, position: LocalFrame(origin: origin).enu(of: place).xy)
    }
  }
}
