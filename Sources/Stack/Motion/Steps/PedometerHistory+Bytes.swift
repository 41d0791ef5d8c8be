extension PedometerHistory {
  /// Error in a serialised history.
  public enum ReadingError: Error, Hashable, Sendable {
    /// The header is wrong; write the history with ``bytes``.
    case foreign
    /// The data ends in the middle of a bin, or holds more than seven days; drop it.
    case damaged(atByte: Int)
  }

  private static let mark: [UInt8] = Array("PED1".utf8)
  private static let binBytes = 8

  /// Serialised history, to survive a restart: four letters, then eight bytes per bin, little-endian.
  public var bytes: [UInt8] {
    var bytes = Self.mark
    bytes.reserveCapacity(Self.mark.count + bins.count * Self.binBytes)
    for bin in bins {
      let number = UInt32(bitPattern: bin.number)
      for shift in stride(from: UInt32(0), to: 32, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> shift))
      }
      bytes.append(UInt8(truncatingIfNeeded: bin.way))
      bytes.append(UInt8(truncatingIfNeeded: bin.way >> 8))
      bytes.append(bin.steps)
      bytes.append(bin.floors)
    }
    return bytes
  }

  /// Parses a history serialised by ``bytes``.
  public init(bytes: [UInt8]) throws(ReadingError) {
    self.init()
    guard bytes.starts(with: Self.mark) else { throw .foreign }
    let body = bytes.dropFirst(Self.mark.count)
    guard body.count % Self.binBytes == 0, body.count / Self.binBytes <= 300_000 else {
      throw .damaged(atByte: bytes.count)
    }
    bins.reserveCapacity(body.count / Self.binBytes)
    for start in stride(from: body.startIndex, to: body.endIndex, by: Self.binBytes) {
      var number: UInt32 = 0
      for index in 0..<4 { number |= UInt32(body[start + index]) << UInt32(8 * index) }
      let bin = Bin(
        number: Int32(bitPattern: number),
        way: UInt16(body[start + 4]) | UInt16(body[start + 5]) << 8, steps: body[start + 6],
        floors: body[start + 7])
      if let last = bins.last, last.number >= bin.number { throw .damaged(atByte: start) }
      bins.append(bin)
    }
  }
}
