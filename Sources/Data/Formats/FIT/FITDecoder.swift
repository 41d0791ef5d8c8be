import Documents
import Recordings

/// A definition message: the layout of the data messages with its local number.
struct FITDefinition {
  /// One field of a message.
  struct Field {
    var number: UInt8
    var size: Int
    var type: UInt8
    /// Offset of the field in the message, in bytes.
    var offset: Int
  }

  var message: Int
  var isBigEndian: Bool
  var fields: [Field]
  /// Size of a data message without its header, in bytes; includes developer fields.
  var size: Int
  var hasDeveloperFields: Bool
}

/// One data message; fields are decoded in place.
struct FITMessage {
  let bytes: ArraySlice<UInt8>
  let definition: FITDefinition
  /// The time in a compressed header, in s since the format's origin; nil for plain headers.
  let compressedTime: Int64?
  /// Message number in the file, from 1.
  let row: Int

  /// The integer in a field; nil if it is absent, not an integer, or the type's invalid value.
  func integer(_ number: UInt8) -> Int64? {
    guard let field = definition.fields.first(where: { $0.number == number }) else { return nil }
    // The base type number, without the flag for types of several bytes.
    let (width, isSigned): (Int, Bool)
    switch field.type & 0x1F {
    case 0, 2, 10, 13: (width, isSigned) = (1, false)
    case 1: (width, isSigned) = (1, true)
    case 3: (width, isSigned) = (2, true)
    case 4, 11: (width, isSigned) = (2, false)
    case 5: (width, isSigned) = (4, true)
    case 6, 12: (width, isSigned) = (4, false)
    default: return nil
    }
    // The first of several values counts; a size that isn't a multiple of the width holds no value.
    guard field.size >= width, field.size.isMultiple(of: width) else { return nil }
    var value: UInt64 = 0
    for index in 0..<width {
      let place = definition.isBigEndian ? index : width - 1 - index
      value = value << 8 | UInt64(bytes[bytes.startIndex + field.offset + place])
    }
    let bits = UInt64(8 * width)
    let isZeroInvalid = [10, 11, 12].contains(field.type & 0x1F)
    let invalid: UInt64 =
      isZeroInvalid ? 0 : isSigned ? (1 << (bits - 1)) - 1 : (1 << bits) - 1
    guard value != invalid else { return nil }
    let isNegative = isSigned && value >> (bits - 1) == 1
    return isNegative ? Int64(value) - Int64(1) << Int64(bits) : Int64(value)
  }

  /// The number in a field, scaled as in the FIT profile: value / scale - offset.
  func number(_ number: UInt8, scale: Double, offset: Double = 0) -> Double? {
    integer(number).map { Double($0) / scale - offset }
  }
}

/// Decodes the messages of a FIT file in order.
struct FITDecoder {
  private let bytes: [UInt8]
  private let file: String
  private(set) var report: ReadingReport<FITFile.Warning>
  private var position = 0
  /// End of the current file's messages.
  private var end = 0
  private var definitions: [FITDefinition?] = Array(repeating: nil, count: 16)
  private var latestTime: Int64?
  private var row = 0

  init(bytes: [UInt8], file: String, report: ReadingReport<FITFile.Warning>) {
    self.bytes = bytes
    self.file = file
    self.report = report
  }

  /// Returns the next data message; nil at the end, or after an unreadable message.
  ///
  /// - Throws: An error if the data does not start with a FIT file.
  mutating func next() throws(DocumentError) -> FITMessage? {
    while true {
      if position >= end {
        guard try openFile() else { return nil }
        continue
      }
      row += 1
      let header = bytes[position]
      position += 1
      if header & 0x80 == 0, header & 0x40 != 0 {
        guard readDefinition(header) else { return stop() }
        continue
      }
      let isCompressed = header & 0x80 != 0
      let local = Int(isCompressed ? header >> 5 & 0x3 : header & 0xF)
      guard let definition = definitions[local], position + definition.size <= end else {
        return stop()
      }
      let message = FITMessage(
        bytes: bytes[position..<position + definition.size], definition: definition,
        compressedTime: isCompressed ? time(compressed: header) : nil, row: row)
      position += definition.size
      // Field 253 is the timestamp in all messages.
      if let time = message.integer(253) ?? message.compressedTime { latestTime = time }
      if definition.hasDeveloperFields { report.note(.developerField, line: row) }
      return message
    }
  }

  /// The time of a compressed header: the next time whose low five bits are the header's.
  private func time(compressed header: UInt8) -> Int64? {
    guard let latest = latestTime else { return nil }
    return latest + (Int64(header & 0x1F) - latest) & 0x1F
  }

  /// Skips the rest of the current file.
  private mutating func stop() -> FITMessage? {
    report.note(.unreadable, line: row)
    position = bytes.count
    end = bytes.count
    return nil
  }

  private mutating func readDefinition(_ header: UInt8) -> Bool {
    guard position + 5 <= end else { return false }
    let isBigEndian = bytes[position + 1] & 1 == 1
    let (low, high) = isBigEndian ? (3, 2) : (2, 3)
    let message = Int(bytes[position + high]) << 8 | Int(bytes[position + low])
    let count = Int(bytes[position + 4])
    position += 5
    guard position + 3 * count <= end else { return false }
    var definition = FITDefinition(
      message: message, isBigEndian: isBigEndian, fields: [], size: 0, hasDeveloperFields: false)
    for index in 0..<count {
      let place = position + 3 * index
      let size = Int(bytes[place + 1])
      definition.fields.append(
        FITDefinition.Field(
          number: bytes[place], size: size, type: bytes[place + 2], offset: definition.size))
      definition.size += size
    }
    position += 3 * count
    if header & 0x20 != 0 {
      guard position < end else { return false }
      let developers = Int(bytes[position])
      position += 1
      guard position + 3 * developers <= end else { return false }
      for index in 0..<developers { definition.size += Int(bytes[position + 3 * index + 1]) }
      position += 3 * developers
      definition.hasDeveloperFields = developers > 0
    }
    definitions[Int(header & 0xF)] = definition
    return true
  }

  /// Reads the file header at the position, after the previous file's checksum; false at the end.
  private mutating func openFile() throws(DocumentError) -> Bool {
    if end > 0 {
      // Skips the checksum of the file that ends here.
      position = min(bytes.count, end + 2)
      guard position < bytes.count else { return false }
    }
    let start = position
    let rest = bytes.count - start
    let size = rest > 0 ? Int(bytes[start]) : 0
    let isHeader =
      rest >= 12 && size >= 12 && rest >= size
      && bytes[(start + 8)..<(start + 12)].elementsEqual(".FIT".utf8)
    guard isHeader else {
      guard start == 0 else { return stop() != nil }
      throw DocumentError(
        "\(file): not a FIT file: at byte 8 there is no '.FIT'"
          + (rest < 12 ? ", and it has only \(rest) bytes" : ""))
    }
    let length = (0..<4).reduce(0) { $0 | Int(bytes[start + 4 + $1]) << (8 * $1) }
    position = start + size
    // Devices that lose power before they close the file leave a size of 0.
    if length == 0 || length > bytes.count - position - 2 {
      report.note(.truncated, line: row)
      end = length == 0 && bytes.count - position > 2 ? bytes.count - 2 : bytes.count
    } else {
      end = position + length
      let reported = UInt16(bytes[end]) | UInt16(bytes[end + 1]) << 8
      if Self.checksum(bytes[start..<end]) != reported { report.note(.badChecksum, line: row) }
    }
    definitions = Array(repeating: nil, count: 16)
    latestTime = nil
    return end > position
  }

  /// CRC-16/ARC: polynomial 0x8005, reflected (FIT protocol).
  static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt16 {
    var sum: UInt16 = 0
    for byte in bytes {
      sum ^= UInt16(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xA001 : sum >> 1 }
    }
    return sum
  }
}
