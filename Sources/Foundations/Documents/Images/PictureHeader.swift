/// The format and the size of a picture, read from its header alone.
///
/// A browser decodes the picture; this reads a bounded number of bytes, and refuses what a browser could not
/// show or what is no picture, with a reason.
public struct PictureHeader: Hashable, Sendable {
  public enum PictureFormat: String, Sendable {
    case png, jpeg, svg, pdf
  }

  public let format: PictureFormat
  /// Width and height in pixels, those of an SVG in CSS pixels; zero for a PDF file, which has pages.
  public let width, height: Double

  /// Max size of a file, in bytes.
  public static let maxBytes = 64 << 20
  /// The accepted lengths of a side, in pixels.
  public static let sides = 16.0...32_767.0

  /// Reads a header; `name` appears in messages.
  public init(_ bytes: [UInt8], name: String) throws(DocumentError) {
    do {
      self = try Self.read(bytes, name: name)
    } catch let error as PictureError {
      throw DocumentError("'\(excerpt(name, limit: 200))' \(error.reason)")
    } catch let error as DocumentError {
      throw error
    } catch {
      throw DocumentError("'\(excerpt(name, limit: 200))' can't be read")
    }
  }

  init(_ format: PictureFormat, _ width: Double, _ height: Double) throws(PictureError) {
    guard Self.sides.contains(width), Self.sides.contains(height) else {
      throw PictureError(
        "is \(shownSize(width)) by \(shownSize(height)) pixels; a floor plan has 16 to 32767 on each side"
      )
    }
    (self.format, self.width, self.height) = (format, width, height)
  }

  private init(pages: Void) { (format, width, height) = (.pdf, 0, 0) }

  private static func read(_ bytes: [UInt8], name: String) throws -> PictureHeader {
    guard !bytes.isEmpty else { throw PictureError("is empty") }
    if bytes.starts(with: PNGHeader.signature) { return try PNGHeader.read(bytes) }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return try JPEGHeader.read(bytes) }
    if bytes.prefix(1024).firstRange(of: Array("%PDF-".utf8)) != nil {
      return PictureHeader(pages: ())
    }
    for (magic, what) in others where bytes.starts(with: magic) {
      throw PictureError("is a \(what) file; save it as PNG")
    }
    if bytes.prefix(4096).firstRange(of: Array("<svg".utf8)) != nil {
      return try SVGHeader.read(bytes, name: name)
    }
    throw PictureError("is no picture of a known format: PNG, JPEG, SVG, or a PDF page")
  }

  private static let others: [(magic: [UInt8], what: String)] = [
    (Array("GIF8".utf8), "GIF"), (Array("RIFF".utf8), "WebP"), (Array("BM".utf8), "BMP"),
    ([0x49, 0x49, 0x2A, 0x00], "TIFF"), ([0x4D, 0x4D, 0x00, 0x2A], "TIFF"),
    (Array("AC10".utf8), "DWG"),
  ]
}

/// The reason why a file is no usable picture; the file's name precedes it.
struct PictureError: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

private func shownSize(_ value: Double) -> String {
  value.isFinite && abs(value) < 1e12 ? Quantity.plain((value * 10).rounded() / 10) : "\(value)"
}

extension [UInt8] {
  /// The big-endian number at an offset; nil beyond the end.
  func bigEndian(_ offset: Int, count: Int) -> Int? {
    guard offset >= 0, count <= 4, offset <= self.count - count else { return nil }
    return self[offset..<(offset + count)].reduce(0) { $0 << 8 | Int($1) }
  }
}
