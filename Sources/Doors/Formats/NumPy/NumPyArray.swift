public import Documents

/// An array of numbers as NumPy's `save` writes it: the `.npy` format, versions 1 to 3.
///
/// The format is described in NumPy's Enhancement Proposal 1: a magic word, a version, a header that
/// is a Python dictionary (`descr`, `fortran_order`, `shape`), then the elements without gaps. Real,
/// whole and truth numbers in little-endian order are read; objects, text, complex numbers and records
/// are refused. Elements are handed out in C order, the last index running fastest, whichever way
/// they were stored.
public struct NumPyArray: Hashable, Sendable {
  /// The elements of an array.
  public enum Elements: Hashable, Sendable {
    /// Real numbers, of 16, 32 or 64 bits in the file; they may be infinite or not numbers.
    case reals([Double])
    /// Whole or truth numbers.
    case integers([Int64])
  }

  /// How many elements there are along each index; empty for a single number.
  public let shape: [Int]
  /// The elements in C order.
  public let elements: Elements

  /// Creates an array from what a file holds.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - file: The file's name in messages.
  /// - Returns: The array; it takes at most eight times the file's memory.
  /// - Throws: What is wrong with the file.
  public static func read(_ bytes: [UInt8], file: String) throws(DocumentError) -> NumPyArray {
    let header = try NumPyHeader.read(bytes, file: file)
    var elements = header.elements(of: bytes)
    if header.isFortranOrder { elements = elements.reordered(from: header.shape) }
    return NumPyArray(shape: header.shape, elements: elements)
  }

  /// Reads a file of at most `limit` bytes.
  public static func read(
    path: String, limit: Int = 256 << 20
  ) throws(DocumentError) -> NumPyArray {
    try read(try readFile(path, limit: limit), file: path)
  }

  /// How many elements there are.
  public var count: Int {
    switch elements {
    case .reals(let values): values.count
    case .integers(let values): values.count
    }
  }

  /// The elements as real numbers; whole ones beyond 2^53 are rounded.
  public var reals: [Double] {
    switch elements {
    case .reals(let values): values
    case .integers(let values): values.map { Double($0) }
    }
  }
}

extension NumPyArray.Elements {
  /// The elements of a Fortran-ordered array, whose first index runs fastest, in C order.
  fileprivate func reordered(from shape: [Int]) -> NumPyArray.Elements {
    switch self {
    case .reals(let values): .reals(Self.reorder(values, shape))
    case .integers(let values): .integers(Self.reorder(values, shape))
    }
  }

  private static func reorder<Value>(_ values: [Value], _ shape: [Int]) -> [Value] {
    guard shape.count > 1, !values.isEmpty else { return values }
    // How far apart two elements lie in the file that are neighbours along each index.
    var strides: [Int] = []
    var stride = 1
    for length in shape {
      strides.append(stride)
      stride *= length
    }
    var result: [Value] = []
    result.reserveCapacity(values.count)
    var index = Array(repeating: 0, count: shape.count)
    var offset = 0
    while result.count < values.count {
      result.append(values[offset])
      var dimension = shape.count - 1
      while dimension >= 0 {
        index[dimension] += 1
        offset += strides[dimension]
        if index[dimension] < shape[dimension] { break }
        offset -= strides[dimension] * shape[dimension]
        index[dimension] = 0
        dimension -= 1
      }
    }
    return result
  }
}
