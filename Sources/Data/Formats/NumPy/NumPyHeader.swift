import Documents

/// The header of an `.npy` file.
struct NumPyHeader {
  /// Storage type of an element.
  enum ElementType: String, CaseIterable {
    case real16 = "<f2"
    case real32 = "<f4"
    case real64 = "<f8"
    case signed8 = "|i1"
    case signed16 = "<i2"
    case signed32 = "<i4"
    case signed64 = "<i8"
    case unsigned8 = "|u1"
    case unsigned16 = "<u2"
    case unsigned32 = "<u4"
    case unsigned64 = "<u8"
    case truth = "|b1"

    /// In bytes.
    var width: Int {
      switch self {
      case .signed8, .unsigned8, .truth: 1
      case .real16, .signed16, .unsigned16: 2
      case .real32, .signed32, .unsigned32: 4
      case .real64, .signed64, .unsigned64: 8
      }
    }
  }

  /// Max header length; longer ones belong to records with hundreds of fields, which are rejected anyway.
  private static let longest = 65_536
  private static let magic: [UInt8] = [0x93] + "NUMPY".utf8

  var type = ElementType.real64
  var isFortranOrder = false
  var shape: [Int] = []
  var count = 1
  /// Byte offset of the elements.
  var offset = 0

  static func read(_ bytes: [UInt8], file: String) throws(DocumentError) -> NumPyHeader {
    func failure(_ reason: String) -> DocumentError {
      DocumentError("'\(file.prefix(200))' is not a usable .npy array: \(reason)")
    }
    guard bytes.count >= 10, Array(bytes[0..<6]) == magic else {
      throw failure("it doesn't begin with NumPy's magic word")
    }
    guard (1...3).contains(bytes[6]) else {
      throw failure("its version \(bytes[6]) is not known; save it with numpy.save")
    }
    let wide = bytes[6] > 1
    guard !wide || bytes.count >= 12 else { throw failure("it ends within its header") }
    let length = (0..<(wide ? 4 : 2)).reduce(0) { $0 | Int(bytes[8 + $1]) << (8 * $1) }
    let begin = wide ? 12 : 10
    guard length <= longest else { throw failure("its header has \(length) bytes") }
    guard bytes.count - begin >= length else { throw failure("it ends within its header") }
    var header = NumPyHeader(offset: begin + length)
    var scanner = PythonScanner(bytes[begin..<begin + length])
    guard let entries = scanner.dictionary() else {
      throw failure("its header is not a dictionary of numbers, names and tuples")
    }
    try header.take(entries, failure)
    let left = bytes.count - header.offset
    let (size, overflow) = header.count.multipliedReportingOverflow(by: header.type.width)
    guard !overflow, size == left else {
      throw failure(
        "its shape needs \(overflow ? "more than 2^63" : "\(size)") bytes, but it has \(left)")
    }
    return header
  }

  private mutating func take(
    _ entries: [(key: String, value: PythonScanner.Literal)], _ failure: (String) -> DocumentError
  ) throws(DocumentError) {
    var seen: [String] = []
    for (key, value) in entries {
      switch (key, value) {
      case ("descr", .text(let name)):
        // Byte order is irrelevant for one byte; some writers still write '<'.
        let plain = name.hasSuffix("1") ? "|" + name.dropFirst() : name
        guard let known = ElementType(rawValue: plain) else {
          throw failure("elements of type '\(name.prefix(20))' are not read; use '<f8'")
        }
        type = known
      case ("fortran_order", .truth(let value)): isFortranOrder = value
      case ("shape", .tuple(let lengths)):
        for length in lengths {
          let (product, overflow) = count.multipliedReportingOverflow(by: length)
          guard length >= 0, !overflow else { throw failure("its shape is out of range") }
          count = product
        }
        guard lengths.count <= 32 else { throw failure("it has \(lengths.count) dimensions") }
        shape = lengths
      default: throw failure("its header has an unexpected '\(key.prefix(20))'")
      }
      guard !seen.contains(key) else { throw failure("its header has '\(key)' twice") }
      seen.append(key)
    }
    guard seen.count == 3 else { throw failure("its header lacks descr, fortran_order or shape") }
  }

  /// The elements in file order; the size is already checked.
  func elements(of bytes: [UInt8]) -> NumPyArray.Elements {
    let width = type.width
    func bits(_ number: Int) -> UInt64 {
      let begin = offset + number * width
      return (0..<width).reduce(0) { $0 | UInt64(bytes[begin + $1]) << UInt64(8 * $1) }
    }
    let numbers = 0..<count
    switch type {
    case .real16:
      return .reals(numbers.map { Self.half(UInt16(truncatingIfNeeded: bits($0))) })
    case .real32:
      return .reals(
        numbers.map { Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits($0)))) })
    case .real64: return .reals(numbers.map { Double(bitPattern: bits($0)) })
    case .signed8, .signed16, .signed32, .signed64:
      let unused = UInt64(64 - 8 * width)
      return .integers(numbers.map { Int64(bitPattern: bits($0) << unused) >> Int64(unused) })
    case .unsigned8, .unsigned16, .unsigned32, .truth:
      return .integers(numbers.map { Int64(bits($0)) })
    case .unsigned64:
      return .integers(numbers.map { Int64(clamping: bits($0)) })
    }
  }

  /// Decodes an IEEE 754 half-precision number; not every platform's compiler supports Float16.
  private static func half(_ bits: UInt16) -> Double {
    let sign = bits & 0x8000 == 0 ? 1.0 : -1.0
    let exponent = Int(bits >> 10 & 0x1F)
    let fraction = Double(bits & 0x3FF) / 1024
    switch exponent {
    case 0: return sign * fraction * 0x1p-14
    case 31: return fraction == 0 ? sign * .infinity : .nan
    default:
      let power = Double(sign: .plus, exponent: exponent - 15, significand: 1)
      return sign * (1 + fraction) * power
    }
  }
}
