public import Documents

/// An array of numbers in NumPy's `.npy` format, versions 1 to 3, as written by `save`.
///
/// NumPy Enhancement Proposal 1 describes the format: a magic word, a version, a header that is a Python
/// dictionary (`descr`, `fortran_order`, `shape`), then the elements without gaps. Supports little-endian
/// real, integer and boolean elements; objects, text, complex numbers and records are rejected. Elements
/// are returned in C order (last index fastest), for either stored order.
public struct NumPyArray: Hashable, Sendable {
  /// The elements, by type.
  public enum Elements: Hashable, Sendable {
    /// Of 16, 32 or 64 bits in the file; may be infinite or NaN.
    case reals([Double])
    /// Integers or booleans.
    case integers([Int64])
  }

  /// Length of each dimension; empty for a single number.
  public let shape: [Int]
  /// In C order.
  public let elements: Elements

  /// Reads an array from a complete file; it takes at most eight times the file's memory.
  ///
  /// - Throws: The fault.
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

  public var count: Int {
    switch elements {
    case .reals(let values): values.count
    case .integers(let values): values.count
    }
  }

  /// The elements as real numbers; integers above 2^53 are rounded.
  public var reals: [Double] {
    switch elements {
    case .reals(let values): values
    case .integers(let values): values.map { Double($0) }
    }
  }
}

extension NumPyArray.Elements {
  /// Converts Fortran order (first index fastest) to C order.
  fileprivate func reordered(from shape: [Int]) -> NumPyArray.Elements {
    switch self {
    case .reals(let values): .reals(Self.reorder(values, shape))
    case .integers(let values): .integers(Self.reorder(values, shape))
    }
  }

  private static func reorder<Value>(_ values: [Value], _ shape: [Int]) -> [Value] {
    guard shape.count > 1, !values.isEmpty else { return values }
    // Distance in the file between neighbours along each index.
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
