package import Documents

/// The bytes of a text file, decompressed if it is gzipped.
///
/// - Throws: ``DocumentError`` if it can't be decompressed, or if it was compressed by `compress`.
package func unpackedText(_ bytes: [UInt8], file: String) throws(DocumentError) -> [UInt8] {
  try unpackedText(ByteWindow(bytes), file: file).contents()
}

/// The bytes of a text file, decompressed if it is gzipped, in a window.
///
/// - Throws: ``DocumentError`` if it can't be decompressed, or if it was compressed by `compress`.
package func unpackedText(_ window: ByteWindow, file: String) throws(DocumentError) -> ByteWindow {
  if window.bytes.starts(with: [0x1F, 0x9D]) {
    throw DocumentError(
      "\(file): is packed with 'compress' (.Z), which isn't supported; unpack it with 'gzip -d' first"
    )
  }
  guard Gzip.isGzip(window.bytes) else { return window }
  let unpacked: ByteWindow
  do { unpacked = try Gzip.decompress(window, name: file) } catch {
    throw error as? DocumentError ?? DocumentError("\(error)")
  }
  guard !Gzip.isGzip(unpacked.bytes) else {
    throw DocumentError("\(file): is packed twice; unpack it once with 'gzip -d'")
  }
  return unpacked
}

/// Offset of the text in a file: after the byte order mark, if there is one.
package func startOfText(_ bytes: [UInt8]) -> Int {
  bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
}

/// The position of a byte in a line, with its column in characters, as in editors.
///
/// `columnsBefore` is the number of the line's columns before `lineStart`.
package func sourcePosition(
  _ bytes: [UInt8], lineStart: Int, columnsBefore: Int = 0, offset: Int, file: String, line: Int
)
  -> SourcePosition
{
  let column = bytes[min(lineStart, offset)..<offset].count(where: isStartOfCharacter)
  return SourcePosition(file: file, line: line, column: columnsBefore + column + 1)
}

/// False for the continuation bytes of UTF-8.
package func isStartOfCharacter(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }

/// A short excerpt of a file's text for messages: one line, printable, up to 40 characters.
package func brief(_ text: some Sequence<UInt8>) -> String {
  var result = ""
  for scalar in String(decoding: Array(text.prefix(200)), as: UTF8.self).unicodeScalars {
    if result.unicodeScalars.count == 40 { return result + "…" }
    let isControl = scalar.properties.generalCategory == .control
    result.unicodeScalars.append(isControl ? " " : scalar)
  }
  return result
}
