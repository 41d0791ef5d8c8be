import Glibc

/// Lossless encoding of file names, which are bytes to the system and need not be UTF-8.
///
/// Each byte that isn't part of UTF-8 becomes a scalar of its own in a private-use area of Unicode, and
/// becomes that byte again when a file is opened.
public enum PathName {
  /// The scalar for byte 0; bytes below 0x80 are always UTF-8.
  private static let base: UInt32 = 0x10_F700
  private static let bytes = (base + 0x80)...(base + 0xFF)

  /// Returns the string of a name's bytes.
  public static func text(_ name: some Collection<UInt8>) -> String {
    if let text = String(validating: name, as: UTF8.self) { return text }
    var text = String.UnicodeScalarView()
    var rest = Array(name)[...]
    while let first = rest.first {
      // No scalar takes more than four bytes.
      let known = (1...4).first { count in
        count <= rest.count && String(validating: rest.prefix(count), as: UTF8.self) != nil
      }
      if let known {
        text.append(contentsOf: String(decoding: rest.prefix(known), as: UTF8.self).unicodeScalars)
        rest = rest.dropFirst(known)
      } else {
        if let scalar = UnicodeScalar(base + UInt32(first)) { text.append(scalar) }
        rest = rest.dropFirst()
      }
    }
    return String(text)
  }

  /// Returns true if a string encodes a name that isn't UTF-8.
  public static func isForeign(_ text: some StringProtocol) -> Bool {
    // All such scalars begin with this byte.
    text.utf8.contains(0xF4) && text.unicodeScalars.contains { bytes.contains($0.value) }
  }

  /// Returns a readable form: `caf\xE9` for a byte that isn't part of UTF-8.
  public static func shown(_ text: String) -> String {
    guard isForeign(text) else { return text }
    return text.unicodeScalars.map { shown($0) ?? String($0) }.joined()
  }

  /// Returns the readable form of a scalar that encodes a byte; nil for any other.
  static func shown(_ scalar: UnicodeScalar) -> String? {
    guard bytes.contains(scalar.value) else { return nil }
    return "\\x" + String(scalar.value - base, radix: 16, uppercase: true)
  }

  /// Returns the bytes of the name that a string encodes.
  static func bytes(_ text: String) -> [UInt8] {
    text.unicodeScalars.flatMap { scalar in
      bytes.contains(scalar.value) ? [UInt8(scalar.value - base)] : Array(String(scalar).utf8)
    }
  }
}

/// Calls `body` with a file's name in the system's encoding.
public func withPath<Result>(_ text: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
  guard PathName.isForeign(text) else { return text.withCString(body) }
  return (PathName.bytes(text) + [0]).withUnsafeBufferPointer { name in
    name.withMemoryRebound(to: CChar.self) { name in
      guard let start = name.baseAddress else { return text.withCString(body) }
      return body(start)
    }
  }
}
