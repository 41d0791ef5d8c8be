// Private binary format of one build: little-endian numbers, and text with its length.

// Generic functions are inlinable: a cached world has some hundred thousand numbers, and unspecialised
// code is a hundred times as slow.

/// Encoder of packed bytes.
package struct PackedWriter {
  package var bytes: [UInt8] = []

  package init() {}

  @inlinable package mutating func add(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Adds a number by its bit pattern.
  package mutating func add(_ value: Double) { add(value.bitPattern) }

  /// Adds a text with its length.
  package mutating func add(_ text: String) {
    add(text.utf8.count)
    bytes += text.utf8
  }

  /// Adds numbers with their count.
  @inlinable package mutating func add(_ values: [some FixedWidthInteger]) {
    add(values.count)
    bytes.reserveCapacity(bytes.count + values.count * MemoryLayout.size(ofValue: values.first))
    for value in values { add(value) }
  }

  /// Adds numbers by their bit patterns, with their count.
  package mutating func add(_ values: [Double]) { add(values.map(\.bitPattern)) }
}

/// Decoder of packed bytes; every read is nil if the bytes don't hold the value.
package struct PackedReader {
  @usableFromInline var rest: ArraySlice<UInt8>

  package init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  package var isAtEnd: Bool { rest.isEmpty }

  /// The number of bytes left.
  package var count: Int { rest.count }

  /// The next `count` bytes.
  @inlinable package mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  @inlinable package mutating func number<Number: FixedWidthInteger>(
    _: Number.Type = Number.self
  ) -> Number? {
    take(MemoryLayout<Number>.size)?.withUnsafeBytes {
      Number(littleEndian: $0.loadUnaligned(as: Number.self))
    }
  }

  /// A number stored by its bit pattern.
  package mutating func real() -> Double? { number().map(Double.init(bitPattern:)) }

  /// A count or an index: a number that isn't negative.
  @inlinable package mutating func integer() -> Int? { number().flatMap { $0 < 0 ? nil : $0 } }

  package mutating func text() -> String? {
    integer().flatMap { take($0) }.flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// Numbers with their count.
  @inlinable package mutating func numbers<Number: FixedWidthInteger>(
    of _: Number.Type = Number.self
  ) -> [Number]? {
    let size = MemoryLayout<Number>.size
    // The count is checked against the available bytes before any allocation.
    guard let count = integer(), count <= rest.count / size, let slice = take(count * size) else {
      return nil
    }
    return slice.withUnsafeBytes { bytes in
      [Number](unsafeUninitializedCapacity: count) { numbers, made in
        for index in 0..<count {
          let number = bytes.loadUnaligned(fromByteOffset: index * size, as: Number.self)
          numbers.initializeElement(at: index, to: Number(littleEndian: number))
        }
        made = count
      }
    }
  }

  /// Numbers stored by their bit patterns.
  package mutating func values() -> [Double]? {
    numbers(of: UInt64.self)?.map(Double.init(bitPattern:))
  }

  /// A list of parts, preceded by their count.
  @inlinable package mutating func list<Part>(_ part: (inout PackedReader) -> Part?) -> [Part]? {
    guard let count = integer(), count <= rest.count else { return nil }
    var parts: [Part] = []
    for _ in 0..<count {
      guard let next = part(&self) else { return nil }
      parts.append(next)
    }
    return parts
  }
}
