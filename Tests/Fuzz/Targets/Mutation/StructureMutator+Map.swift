import Documents
import Kernel

/// Maps in OpenStreetMap's PBF: blobs of protocol buffers.
extension StructureMutator {
  /// Changes one blob of a map; changed blobs are written without compression.
  mutating func changedMap(_ bytes: [UInt8]) -> [UInt8] {
    var blobs = Self.blobs(of: bytes)
    guard !blobs.isEmpty else { return changedBytes(bytes) }
    let index = random.integer(below: blobs.count)
    switch random.integer(below: 10) {
    case 0: blobs.remove(at: index)
    case 1: blobs.insert(blobs[index], at: random.integer(below: blobs.count))
    default: blobs[index].data = changedMessage(blobs[index].data, depth: 0)
    }
    var file: [UInt8] = []
    for blob in blobs {
      var body: [UInt8] = []
      Field(key: 1 << 3 | 2, payload: .bytes(blob.data)).write(to: &body)
      var header: [UInt8] = []
      Field(key: 1 << 3 | 2, payload: .bytes(blob.type)).write(to: &header)
      Field(key: 3 << 3, payload: .number(UInt64(body.count))).write(to: &header)
      for shift in [24, 16, 8, 0] { file.append(UInt8(truncatingIfNeeded: header.count >> shift)) }
      file += header + body
    }
    return file
  }

  /// The type and the unpacked contents of each blob.
  private static func blobs(of bytes: [UInt8]) -> [(type: [UInt8], data: [UInt8])] {
    var result: [(type: [UInt8], data: [UInt8])] = []
    var start = 0
    while start + 4 < bytes.count {
      let size = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      guard size <= bytes.count - start - 4 else { break }
      guard let head = Field.list(in: bytes[start + 4..<start + 4 + size]) else { break }
      start += 4 + size
      guard case .bytes(let type)? = head.first(where: { $0.number == 1 })?.payload,
        case .number(let length)? = head.first(where: { $0.number == 3 })?.payload,
        length <= UInt64(bytes.count - start),
        let body = Field.list(in: bytes[start..<start + Int(length)])
      else { break }
      start += Int(length)
      for field in body {
        guard case .bytes(let data) = field.payload else { continue }
        if field.number == 1 { result.append((type, data)) }
        guard field.number == 3 else { continue }
        let size = body.compactMap { $0.number == 2 ? $0.payload.number : nil }.first ?? 0
        let plain = try? Zlib.decompress(data[...], name: "fuzz", size: Int(min(size, 1 << 20)))
        if let plain { result.append((type, plain)) }
      }
    }
    return result
  }

  /// Changes a field of a message, or of one in it; lists of numbers and texts are changed as such.
  private mutating func changedMessage(_ bytes: [UInt8], depth: Int) -> [UInt8] {
    guard depth < 5, var fields = Field.list(in: bytes[...]), !fields.isEmpty else {
      return random.integer(below: 2) == 0 ? changedNumbers(bytes) : changedBytes(bytes)
    }
    let index = random.integer(below: fields.count)
    switch random.integer(below: 12) {
    case 0: fields.remove(at: index)
    case 1: fields.insert(fields[index], at: random.integer(below: fields.count))
    case 2: fields.swapAt(index, random.integer(below: fields.count))
    default:
      switch fields[index].payload {
      case .number: fields[index].payload = .number(choice(Self.words))
      case .fixed(let data): fields[index].payload = .fixed(changedBytes(data))
      case .bytes(let data):
        // Texts and packed numbers can look like messages.
        fields[index].payload = .bytes(
          random.integer(below: 3) == 0
            ? changedNumbers(data) : changedMessage(data, depth: depth + 1))
      }
    }
    var result: [UInt8] = []
    for field in fields { field.write(to: &result) }
    return result
  }

  /// Changes a packed list of numbers.
  private mutating func changedNumbers(_ bytes: [UInt8]) -> [UInt8] {
    var numbers: [UInt64] = []
    var rest = bytes[...]
    while let number = Field.number(&rest) { numbers.append(number) }
    guard !numbers.isEmpty else { return changedBytes(bytes) }
    let index = random.integer(below: numbers.count)
    switch random.integer(below: 5) {
    case 0: numbers.remove(at: index)
    case 1: numbers.insert(numbers[index], at: random.integer(below: numbers.count))
    case 2: numbers.swapAt(index, random.integer(below: numbers.count))
    default: numbers[index] = choice(Self.words)
    }
    var result: [UInt8] = []
    for number in numbers { Field.write(number, to: &result) }
    return result
  }
}

/// A field of a protocol-buffer message.
private struct Field {
  enum Payload {
    case number(UInt64)
    case bytes([UInt8])
    case fixed([UInt8])

    var number: UInt64? {
      if case .number(let value) = self { value } else { nil }
    }
  }

  let key: UInt64
  var payload: Payload
  var number: UInt64 { key >> 3 }

  /// The fields of a message; nil for other bytes.
  static func list(in bytes: ArraySlice<UInt8>) -> [Field]? {
    var (rest, fields) = (bytes, [Field]())
    while !rest.isEmpty {
      guard let key = number(&rest), key >> 3 > 0 else { return nil }
      switch key & 7 {
      case 0:
        guard let value = number(&rest) else { return nil }
        fields.append(Field(key: key, payload: .number(value)))
      case 1, 5:
        let width = key & 7 == 1 ? 8 : 4
        guard rest.count >= width else { return nil }
        fields.append(Field(key: key, payload: .fixed(Array(rest.prefix(width)))))
        rest = rest.dropFirst(width)
      case 2:
        guard let length = number(&rest), length <= UInt64(rest.count) else { return nil }
        fields.append(Field(key: key, payload: .bytes(Array(rest.prefix(Int(length))))))
        rest = rest.dropFirst(Int(length))
      default: return nil
      }
    }
    return fields
  }

  func write(to bytes: inout [UInt8]) {
    Self.write(key, to: &bytes)
    switch payload {
    case .number(let value): Self.write(value, to: &bytes)
    case .fixed(let data): bytes += data
    case .bytes(let data):
      Self.write(UInt64(data.count), to: &bytes)
      bytes += data
    }
  }

  /// Removes a number of 7 bits per byte from the front.
  static func number(_ bytes: inout ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for (index, byte) in bytes.prefix(10).enumerated() {
      value |= UInt64(byte & 0x7F) << UInt64(7 * index)
      if byte < 0x80 {
        bytes = bytes.dropFirst(index + 1)
        return value
      }
    }
    return nil
  }

  static func write(_ value: UInt64, to bytes: inout [UInt8]) {
    var value = value
    while value > 0x7F {
      bytes.append(UInt8(value & 0x7F) | 0x80)
      value >>= 7
    }
    bytes.append(UInt8(value))
  }
}
