package import Documents

/// The bytes of a text file that may be packed with gzip.
///
/// - Throws: Why it can't be unpacked; a file packed by `compress` is named as such.
package func unpackedText(_ bytes: [UInt8], file: String) throws(DocumentError) -> [UInt8] {
  if bytes.starts(with: [0x1F, 0x9D]) {
    throw DocumentError(
      "\(file): is packed with 'compress' (.Z), which isn't read; unpack it with 'gzip -d' first")
  }
  guard Gzip.isGzip(bytes) else { return bytes }
  do throws(ArchiveError) {
    return try Gzip.decompress(bytes, name: file)
  } catch {
    throw DocumentError(error.description)
  }
}

/// Where text begins in a file: behind a byte order mark, if there is one.
package func startOfText(_ bytes: [UInt8]) -> Int {
  bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
}

/// The place of a byte of a line, with its column in characters, as editors count.
package func sourcePlace(
  _ bytes: [UInt8], lineStart: Int, offset: Int, file: String, line: Int
)
  -> SourcePlace
{
  let before = bytes[min(lineStart, offset)..<offset]
  // Continuation bytes of UTF-8 are no characters of their own.
  let column = before.count { $0 & 0xC0 != 0x80 }
  return SourcePlace(file: file, line: line, column: column + 1)
}

/// Text from a file as a message can show it: one line, printable, not too long.
package func brief(_ text: some Sequence<UInt8>) -> String {
  var result = ""
  for scalar in String(decoding: Array(text.prefix(200)), as: UTF8.self).unicodeScalars {
    if result.unicodeScalars.count == 40 { return result + "…" }
    let isControl = scalar.properties.generalCategory == .control
    result.unicodeScalars.append(isControl ? " " : scalar)
  }
  return result
}
