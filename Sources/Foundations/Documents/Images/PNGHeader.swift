/// The header of a PNG file (ISO/IEC 15948).
enum PNGHeader {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let maxChunks = 1_000_000

  static func read(_ bytes: [UInt8]) throws(PictureError) -> PictureHeader {
    guard let length = bytes.bigEndian(8, count: 4), let width = bytes.bigEndian(16, count: 4),
      let height = bytes.bigEndian(20, count: 4), bytes.count >= 33
    else { throw PictureError("is a PNG file that ends within its header") }
    guard length == 13, bytes[12..<16].elementsEqual("IHDR".utf8) else {
      throw PictureError("is a PNG file without a header (IHDR)")
    }
    try checkChunks(bytes)
    return try PictureHeader(.png, Double(width), Double(height))
  }

  /// Checks that the chunks are complete, up to the last one (IEND).
  private static func checkChunks(_ bytes: [UInt8]) throws(PictureError) {
    var offset = signature.count
    var hasData = false
    for _ in 0..<maxChunks {
      guard let length = bytes.bigEndian(offset, count: 4), offset + 12 + length <= bytes.count
      else {
        throw PictureError("is a PNG file that is cut off after \(bytes.count) bytes")
      }
      let kind = bytes[(offset + 4)..<(offset + 8)]
      if kind.elementsEqual("IDAT".utf8) { hasData = true }
      if kind.elementsEqual("IEND".utf8) {
        guard hasData else { throw PictureError("is a PNG file without a picture (IDAT)") }
        return
      }
      offset += 12 + length
    }
    throw PictureError("is a PNG file of more than \(maxChunks) chunks")
  }
}
