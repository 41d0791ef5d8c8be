// What programs of this build keep for themselves: little-endian numbers, and text with its length.

// Generic parts are inlinable: a kept world has some hundred thousand numbers, each of which costs a
// hundred times as much where its type isn't known when the program is built.

/// Builds packed bytes.
package struct PackedWriter {
  /// The bytes so far.
  package var bytes: [UInt8] = []

  /// Begins with nothing.
  package init() {}

  /// Adds a number.
  @inlinable package mutating func add(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Adds a number, bit by bit.
  package mutating func add(_ value: Double) { add(value.bitPattern) }

  /// Adds a text.
  package mutating func add(_ text: String) {
    add(text.utf8.count)
    bytes += text.utf8
  }

  /// Adds numbers, and how many they are.
  @inlinable package mutating func add(_ values: [some FixedWidthInteger]) {
    add(values.count)
    bytes.reserveCapacity(bytes.count + values.count * MemoryLayout.size(ofValue: values.first))
    for value in values { add(value) }
  }

  /// Adds numbers, bit by bit, and how many they are.
  package mutating func add(_ values: [Double]) { add(values.map(\.bitPattern)) }
}

/// Reads packed bytes; every part is nil where the bytes don't hold it.
package struct PackedReader {
  @usableFromInline var rest: ArraySlice<UInt8>

  /// Begins at the first of some bytes.
  package init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  /// Whether all has been read.
  package var isAtEnd: Bool { rest.isEmpty }

  /// How many bytes are left.
  package var count: Int { rest.count }

  /// So many bytes as they are.
  @inlinable package mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// A number of a type.
  @inlinable package mutating func number<Number: FixedWidthInteger>(
    _: Number.Type = Number.self
  ) -> Number? {
    take(MemoryLayout<Number>.size)?.withUnsafeBytes {
      Number(littleEndian: $0.loadUnaligned(as: Number.self))
    }
  }

  /// A number that was added bit by bit.
  package mutating func real() -> Double? { number().map(Double.init(bitPattern:)) }

  /// A count or a place: a number that isn't negative.
  @inlinable package mutating func integer() -> Int? { number().flatMap { $0 < 0 ? nil : $0 } }

  /// A text.
  package mutating func text() -> String? {
    integer().flatMap { take($0) }.flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// Numbers of a type.
  @inlinable package mutating func numbers<Number: FixedWidthInteger>(
    of _: Number.Type = Number.self
  ) -> [Number]? {
    let size = MemoryLayout<Number>.size
    // The count is checked against what is there before any room is made for it.
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

  /// Numbers that were added bit by bit.
  package mutating func values() -> [Double]? {
    numbers(of: UInt64.self)?.map(Double.init(bitPattern:))
  }

  /// As many parts as a count that stands before them says.
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
