import Documents
import Recordings

/// What a definition message says of the data messages that follow under its local number.
struct FITDefinition {
  /// One field of a message.
  struct Field {
    var number: UInt8
    var size: Int
    var type: UInt8
    /// Where it begins in the message.
    var offset: Int
  }

  var message: Int
  var isBigEndian: Bool
  var fields: [Field]
  /// How many bytes a data message has behind its header, developers' fields included.
  var size: Int
  var hasDeveloperFields: Bool
}

/// One data message, whose fields are read where they lie.
struct FITMessage {
  let bytes: ArraySlice<UInt8>
  let definition: FITDefinition
  /// The time that its header tells, in s since the format's origin; nil for plain headers.
  let compressedTime: Int64?
  /// Its number among all messages, from 1.
  let row: Int

  /// The integer in a field; nil if it isn't there, isn't one, or is what its type calls invalid.
  func integer(_ number: UInt8) -> Int64? {
    guard let field = definition.fields.first(where: { $0.number == number }) else { return nil }
    // Number of the type, and whether more than one byte makes its order matter.
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
    // Of several values the first counts; a size that is no multiple holds none.
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

  /// The number in a field, by the profile's scale and offset: value / scale - offset.
  func number(_ number: UInt8, scale: Double, offset: Double = 0) -> Double? {
    integer(number).map { Double($0) / scale - offset }
  }
}

/// Takes the messages of a FIT file one after another.
struct FITDecoder {
  private let bytes: [UInt8]
  private let file: String
  private(set) var report: ReadingReport<FITFile.Remark>
  private var position = 0
  /// Where the current file's messages end.
  private var end = 0
  private var definitions: [FITDefinition?] = Array(repeating: nil, count: 16)
  private var latestTime: Int64?
  private var row = 0

  init(bytes: [UInt8], file: String, report: ReadingReport<FITFile.Remark>) {
    self.bytes = bytes
    self.file = file
    self.report = report
  }

  /// The next data message; nil at the end, or where nothing more can be read.
  ///
  /// - Throws: That there is no FIT file at the very beginning.
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

  /// The time of a header's five bits: the next moment that ends in them.
  private func time(compressed header: UInt8) -> Int64? {
    guard let latest = latestTime else { return nil }
    return latest + (Int64(header & 0x1F) - latest) & 0x1F
  }

  /// Gives up what is left of the current file.
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

  /// Reads the header at the position, behind the checksum of the file before; false at the end.
  private mutating func openFile() throws(DocumentError) -> Bool {
    if end > 0 {
      // The checksum of the file that ends here.
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
    // A size of 0 is a device's that was switched off before it could fill it in.
    if length == 0 || length > bytes.count - position - 2 {
      report.note(.truncated, line: row)
      end = length == 0 && bytes.count - position > 2 ? bytes.count - 2 : bytes.count
    } else {
      end = position + length
      let told = UInt16(bytes[end]) | UInt16(bytes[end + 1]) << 8
      if Self.checksum(bytes[start..<end]) != told { report.note(.badChecksum, line: row) }
    }
    definitions = Array(repeating: nil, count: 16)
    latestTime = nil
    return end > position
  }

  /// CRC-16 of the polynomial 0x8005, reflected (FIT protocol; known as CRC-16/ARC).
  static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt16 {
    var sum: UInt16 = 0
    for byte in bytes {
      sum ^= UInt16(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xA001 : sum >> 1 }
    }
    return sum
  }
}
