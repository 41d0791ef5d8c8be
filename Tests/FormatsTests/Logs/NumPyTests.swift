import Documents
import Formats
import Kernel
import Observations
import Recordings
import Testing

/// An `.npy` file of version 1 with a header and bytes for its elements.
func numpyFile(_ header: String, _ body: [UInt8], version: UInt8 = 1) -> [UInt8] {
  let text = Array(header.utf8) + [0x0A]
  let size = (0..<(version > 1 ? 4 : 2)).map { UInt8(truncatingIfNeeded: text.count >> (8 * $0)) }
  return [0x93] + Array("NUMPY".utf8) + [version, 0] + size + text + body
}

/// A file of real numbers with a shape.
func numpyFile(_ values: [Double], shape: String, fortran: Bool = false) -> [UInt8] {
  let order = fortran ? "True" : "False"
  return numpyFile(
    "{'descr': '<f8', 'fortran_order': \(order), 'shape': \(shape), }",
    values.flatMap { littleEndian($0.bitPattern, 8) })
}

/// The lowest bytes of a number, least significant first.
func littleEndian(_ bits: UInt64, _ width: Int) -> [UInt8] {
  (0..<width).map { UInt8(truncatingIfNeeded: bits >> UInt64(8 * $0)) }
}

@Suite struct NumPyTests {
  @Test func readsNumPyFiles() throws {
    let matrix = try NumPyArray.read(
      numpyFile([1, 2, 3, 4, 5, 6], shape: "(2, 3)"), file: "a")
    #expect(matrix.shape == [2, 3])
    #expect(matrix.reals == [1.0, 2, 3, 4, 5, 6])
    // In Fortran's order: columns first.
    let turned = try NumPyArray.read(
      numpyFile([1, 4, 2, 5, 3, 6], shape: "(2, 3)", fortran: true), file: "a")
    #expect(turned == matrix)
    let cube = try NumPyArray.read(
      numpyFile((0..<24).map { Double($0) }, shape: "(2, 3, 4)", fortran: true), file: "a")
    // Element (i, j, k) is at i + 2 j + 6 k.
    #expect(cube.reals[23] == 23)
    #expect(cube.reals[4] == 2)
    let one = try NumPyArray.read(numpyFile([7], shape: "()"), file: "a")
    #expect(one.shape.isEmpty)
    #expect(one.count == 1)
    let none = try NumPyArray.read(numpyFile([], shape: "(0, 3)", fortran: true), file: "a")
    #expect(none.count == 0)
  }

  @Test(
    arguments: [
      ("<f2", [0x00, 0x3C, 0x00, 0xC0], [1.0, -2.0]),
      ("<f4", [0, 0, 0x80, 0x3F, 0, 0, 0x20, 0xC1], [1, -10]),
      ("|i1", [5, 0xFF], [5, -1]), ("<i2", [5, 0, 0xFE, 0xFF], [5, -2]),
      ("<i4", [1, 0, 0, 0, 0xFD, 0xFF, 0xFF, 0xFF], [1, -3]),
      ("<i8", [2, 0, 0, 0, 0, 0, 0, 0] + Array(repeating: 0xFF, count: 8), [2, -1]),
      ("|u1", [5, 0xFF], [5, 255]), ("<u2", [5, 0, 0xFE, 0xFF], [5, 65534]),
      ("<u4", [1, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF], [1, 4_294_967_295]), ("|b1", [0, 1], [0, 1]),
    ] as [(String, [UInt8], [Double])])
  func readsEveryWidth(type: String, body: [UInt8], values: [Double]) throws {
    for version in 1...3 as ClosedRange<UInt8> {
      let file = numpyFile(
        "{\"descr\": \"\(type)\", 'shape': (2L,), 'fortran_order': False}", body,
        version: version)
      #expect(try NumPyArray.read(file, file: "a").reals == values)
    }
  }

  @Test(arguments: [
    ("{'descr': '>f8', 'fortran_order': False, 'shape': (1,)}", "'>f8'"),
    ("{'descr': '<c16', 'fortran_order': False, 'shape': (1,)}", "'<c16'"),
    ("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1,)}", "not a dictionary"),
    ("{'descr': '<f8', 'fortran_order': False, 'shape': (2,)}", "needs 16 bytes, but it has 8"),
    ("{'descr': '<f8', 'fortran_order': False, 'shape': (4611686018427387904, 4)}", "out of range"),
    ("{'descr': '<f8', 'fortran_order': False, 'shape': (4611686018427387904,)}", "more than 2^63"),
    ("{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999,)}", "not a dict"),
    ("{'descr': '<f8', 'fortran_order': False, 'shape': (-1,)}", "not a dictionary"),
    ("{'descr': '<f8', 'fortran_order': False}", "lacks"),
    ("{'descr': '<f8', 'descr': '<f8', 'fortran_order': False, 'shape': (1,)}", "twice"),
    ("{'descr': '<f8', 'order': 'C', 'shape': (1,)}", "'order'"), ("", "not a dictionary"),
  ])
  func refusesUnsupportedHeaders(header: String, reason: String) {
    do throws(DocumentError) {
      _ = try NumPyArray.read(numpyFile(header, Array(repeating: 0, count: 8)), file: "x.npy")
      Issue.record("\(header) was read")
    } catch {
      #expect(error.description.contains(reason), "\(error)")
      #expect(error.description.contains("x.npy"))
    }
  }

  /// For any bytes, the result is an array or an error.
  @Test func neverTraps() {
    let good = numpyFile([1, 2, 3, 4, 5, 6], shape: "(2, 3)")
    for length in 0..<good.count {
      #expect(throws: DocumentError.self) {
        try NumPyArray.read(Array(good[0..<length]), file: "short")
      }
    }
    var draws = RandomStream(seed: 1, purpose: "numpy.fuzz")
    for _ in 0..<20_000 {
      var bytes = good
      for _ in 0...draws.integer(below: 4) {
        let place = draws.integer(below: bytes.count)
        switch draws.integer(below: 4) {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: draws.next())
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(UInt8(ascii: "9"), at: place)
        default: bytes[place] ^= 1 << UInt8(draws.integer(below: 8))
        }
      }
      if let array = try? NumPyArray.read(bytes, file: "fuzz") {
        #expect(array.count * 1 <= bytes.count)
        #expect(array.shape.reduce(1, *) == array.count)
      }
    }
  }
}
