/// The size of an SVG picture, by `width` and `height` or else by `viewBox`.
enum SVGHeader {
  static func read(_ bytes: [UInt8], name: String) throws -> PictureHeader {
    var reader = XMLReader(try withoutDocumentType(bytes), name: name)
    guard case .start(let root, let attributes, _)? = try reader.next(),
      root == "svg" || root.hasSuffix(":svg")
    else { throw PictureError("is XML, but no SVG picture") }
    guard bytes.suffix(4096).firstRange(of: Array("svg>".utf8)) != nil else {
      throw PictureError("is an SVG file that is cut off after \(bytes.count) bytes")
    }
    func value(_ key: String) -> String? { attributes.first { $0.name == key }?.value }
    let box = try value("viewBox").map(viewBox)
    let sides = try ["width", "height"].map { try value($0).flatMap(pixels) }
    if let width = sides[0], let height = sides[1] {
      return try PictureHeader(.svg, width, height)
    }
    guard let box else {
      throw PictureError(
        "is an SVG file without a size: give it 'viewBox', or 'width' and 'height'")
    }
    // One side follows from the other, by the proportions of the box.
    if let width = sides[0] {
      return try PictureHeader(.svg, width, width * box.height / box.width)
    }
    if let height = sides[1] {
      return try PictureHeader(.svg, height * box.width / box.height, height)
    }
    return try PictureHeader(.svg, box.width, box.height)
  }

  private static func viewBox(
    _ text: String
  ) throws(PictureError) -> (width: Double, height: Double) {
    let numbers = text.split { $0 == "," || $0 == " " || $0 == "\n" || $0 == "\t" }.map {
      Double($0)
    }
    guard numbers.count == 4, let width = numbers[2], let height = numbers[3], width > 0,
      height > 0,
      width.isFinite, height.isFinite
    else {
      throw PictureError("has a 'viewBox' that isn't four numbers with a size: '\(excerpt(text))'")
    }
    return (width, height)
  }

  /// CSS pixels per unit (CSS Values 4, section 6.2); relative units have none.
  private static let units: [(symbol: String, pixels: Double)] = [
    ("px", 1), ("pt", 96.0 / 72), ("pc", 16), ("mm", 96 / 25.4), ("cm", 96 / 2.54), ("in", 96),
  ]

  /// A length in CSS pixels; nil for one that depends on where the picture is shown.
  private static func pixels(_ text: String) throws(PictureError) -> Double? {
    let text = text.filter { $0 != " " }
    if text == "auto" || text.hasSuffix("%") || text.hasSuffix("em") || text.hasSuffix("ex") {
      return nil
    }
    let unit = units.first { text.hasSuffix($0.symbol) }
    guard let number = Double(text.dropLast(unit?.symbol.count ?? 0)), number.isFinite else {
      throw PictureError("has a size that isn't a length: '\(excerpt(text))'")
    }
    return number * (unit?.pixels ?? 1)
  }

  /// Blanks a document type that only names a public identifier, as older editors write.
  private static func withoutDocumentType(_ bytes: [UInt8]) throws(PictureError) -> [UInt8] {
    guard let mark = bytes.prefix(4096).firstRange(of: Array("<!DOCTYPE".utf8)) else {
      return bytes
    }
    guard let end = bytes[mark.upperBound...].prefix(1024).firstIndex(of: UInt8(ascii: ">")),
      !bytes[mark.lowerBound..<end].contains(UInt8(ascii: "["))
    else { throw PictureError("declares entities in its document type; remove '<!DOCTYPE …>'") }
    var blanked = bytes
    for index in mark.lowerBound...end where bytes[index] != 0x0A { blanked[index] = 0x20 }
    return blanked
  }
}
