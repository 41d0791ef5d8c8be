/// The header of a JPEG file (ITU-T T.81), and the orientation of its Exif data.
enum JPEGHeader {
  static func read(_ bytes: [UInt8]) throws(PictureError) -> PictureHeader {
    var offset = 2
    while let mark = bytes.bigEndian(offset, count: 2),
      let length = bytes.bigEndian(offset + 2, count: 2)
    {
      guard mark >> 8 == 0xFF, length >= 2 else {
        throw PictureError("is a JPEG file with a broken header, at byte \(offset)")
      }
      let kind = mark & 0xFF
      // Fill bytes may precede a marker.
      if kind == 0xFF {
        offset += 1
        continue
      }
      if kind == 0xE1 { try checkOrientation(bytes, from: offset + 4, count: length - 2) }
      // A start of frame; 0xC4, 0xC8 and 0xCC are tables.
      if (0xC0...0xCF).contains(kind), ![0xC4, 0xC8, 0xCC].contains(kind) {
        guard let height = bytes.bigEndian(offset + 5, count: 2),
          let width = bytes.bigEndian(offset + 7, count: 2)
        else { break }
        return try PictureHeader(.jpeg, Double(width), Double(height))
      }
      if kind == 0xDA { break }
      offset += 2 + length
    }
    throw PictureError("is a JPEG file that ends before its size")
  }

  /// Refuses pictures that browsers show rotated: their pixels would be counted in two ways.
  private static func checkOrientation(
    _ bytes: [UInt8], from start: Int, count: Int
  ) throws(PictureError) {
    let end = min(bytes.count, start + count)
    guard start + 14 <= end, bytes[start..<(start + 6)].elementsEqual(Array("Exif\0\0".utf8)) else {
      return
    }
    let tiff = Array(bytes[(start + 6)..<end])
    let isLittle = tiff.starts(with: [0x49, 0x49])
    func number(_ offset: Int, _ count: Int) -> Int? {
      guard isLittle else { return tiff.bigEndian(offset, count: count) }
      guard offset >= 0, offset <= tiff.count - count else { return nil }
      return tiff[offset..<(offset + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    guard let directory = number(4, 4), let entries = number(directory, 2) else { return }
    for index in 0..<min(entries, 1000) {
      let entry = directory + 2 + 12 * index
      guard let tag = number(entry, 2), let value = number(entry + 8, 2) else { return }
      if tag == 0x0112, value > 1 {
        throw PictureError("is rotated or mirrored by its Exif data; save it upright, such as PNG")
      }
    }
  }
}
