/// A fault in a protocol buffer, with its byte offset.
struct ProtoFault: Error {
  let reason: String
  let offset: Int
}

/// Reads the fields of a protocol buffer message: a range of an array of bytes.
///
/// Lengths are checked against the message first, so nothing larger than the message is allocated.
struct ProtoReader {
  let bytes: [UInt8]
  private(set) var position: Int
  let end: Int

  /// A field's number and wire type.
  struct Field {
    let number: Int
    let wireType: Int
  }

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  init(_ bytes: [UInt8]) {
    self.init(bytes, 0..<bytes.count)
  }

  var isAtEnd: Bool { position >= end }

  func fault(_ reason: String) -> ProtoFault { ProtoFault(reason: reason, offset: position) }

  /// Reads the next field's number and type; nil at the end.
  mutating func nextField() throws(ProtoFault) -> Field? {
    guard position < end else { return nil }
    let key = try varint()
    guard key >> 3 > 0, key >> 3 < 1 << 29 else { throw fault("a field without a number") }
    return Field(number: Int(key >> 3), wireType: Int(key & 7))
  }

  mutating func varint() throws(ProtoFault) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while position < end {
      let byte = bytes[position]
      position += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
      guard shift < 64 else { throw fault("a number of more than ten bytes") }
    }
    throw fault("the message ends within a number")
  }

  mutating func signedVarint() throws(ProtoFault) -> Int64 {
    let raw = try varint()
    return Int64(bitPattern: raw >> 1) ^ -Int64(bitPattern: raw & 1)
  }

  /// Reads the range of a field of bytes, a text or a message.
  mutating func range(_ field: Field) throws(ProtoFault) -> Range<Int> {
    guard field.wireType == 2 else { throw fault("field \(field.number) of the wrong type") }
    let length = try varint()
    guard length <= UInt64(end - position) else {
      throw fault("field \(field.number) is longer than its message")
    }
    let start = position
    position += Int(length)
    return start..<position
  }

  /// Reads a field that is a message or a packed list.
  mutating func message(_ field: Field) throws(ProtoFault) -> ProtoReader {
    ProtoReader(bytes, try range(field))
  }

  /// Reads a field that is a number.
  mutating func number(_ field: Field) throws(ProtoFault) -> UInt64 {
    guard field.wireType == 0 else { throw fault("field \(field.number) of the wrong type") }
    return try varint()
  }

  mutating func skip(_ field: Field) throws(ProtoFault) {
    switch field.wireType {
    case 0: _ = try varint()
    case 1: try advance(8)
    case 2: _ = try range(field)
    case 5: try advance(4)
    default: throw fault("field \(field.number) of the unknown type \(field.wireType)")
    }
  }

  private mutating func advance(_ count: Int) throws(ProtoFault) {
    guard end - position >= count else { throw fault("the message ends within a field") }
    position += count
  }
}
