import Kernel
import Testing

/// A file-backed array behaves like an array, in memory and in a file.
struct FileBackedArrayTests {
  private struct Row: BitwiseCopyable, Hashable, Sendable {
    var number: Int
    var share: Double?
    var flag: Bool

    init(_ number: Int) {
      self.number = number
      share = number.isMultiple(of: 3) ? nil : Double(number) / 7
      flag = number.isMultiple(of: 5)
    }
  }

  /// Folders for the rows: one that works, and some where no file can be created.
  private static let folders: [String?] = [nil, "/tmp", "/nonexistent", "/dev/null", "/proc"]

  /// Counts near the limits of blocks, and of the part kept in memory.
  private static func counts(_ chunk: Int, kept: Int) -> [Int] {
    [0, 1, chunk - 1, chunk, chunk + 1, kept * chunk, kept * chunk + 1, (kept + 3) * chunk + 17]
  }

  private func check<Value: BitwiseCopyable & Hashable & Sendable>(
    _ file: FileBackedStorage, _ value: (Int) -> Value
  ) {
    for count in Self.counts(
      FileBackedArray<Value>.chunkCount, kept: FileBackedArray<Value>.keptChunks)
    {
      let array = (0..<count).map(value)
      var fileBackedArray = FileBackedArray<Value>(in: file)
      for row in array { fileBackedArray.append(row) }
      #expect(fileBackedArray.count == count && fileBackedArray.elementsEqual(array), "\(count)")
      var chunks: [Value] = []
      fileBackedArray.forEachChunk { chunks += $0 }
      #expect(chunks == array, "\(count)")
      var places = Array(stride(from: 0, to: count, by: 977)) + [0, count / 2, count - 1]
      if count == 0 { places = [] }
      #expect(places.allSatisfy { fileBackedArray[$0] == array[$0] }, "\(count)")
      #expect(fileBackedArray.last == array.last && fileBackedArray.first == array.first)

      var pieces = FileBackedArray<Value>(in: file)
      var start = 0
      for (number, size) in [1, 3000, 100_000, .max].enumerated() {
        let end = min(count, size == .max ? count : start + size + number)
        pieces.append(contentsOf: Array(array[start..<end]))
        start = end
      }
      #expect(
        pieces == fileBackedArray && pieces.hashValue == fileBackedArray.hashValue, "\(count)")
    }
  }

  /// Rows are appended at the end, and complete blocks removed at the start, as in an array.
  @Test(arguments: folders) func rowsCanBeDropped(folder: String?) {
    let chunk = FileBackedArray<Row>.chunkCount
    var fileBackedArray = FileBackedArray<Row>(in: FileBackedStorage(folder: folder))
    var array: [Row] = []
    for (more, less) in [
      (9 * chunk + 5, 5), (3, 4), (chunk, 2 * chunk + 1), (7 * chunk, 1), (0, chunk),
    ] {
      let rows = (array.count..<array.count + more).map { Row($0) }
      fileBackedArray.append(contentsOf: rows)
      array += rows
      fileBackedArray.removeLast(less)
      array.removeLast(less)
      #expect(
        fileBackedArray.count == array.count && fileBackedArray.elementsEqual(array),
        "\(more), \(less)")
      fileBackedArray.removeFirstChunk()
      array.removeFirst(chunk)
      #expect(
        fileBackedArray.count == array.count && fileBackedArray.elementsEqual(array),
        "\(more), \(less)")
      #expect(
        fileBackedArray.last == array.last
          && fileBackedArray[array.count / 2] == array[array.count / 2])
    }
    fileBackedArray.removeLast(array.count)
    #expect(fileBackedArray.isEmpty)
    fileBackedArray.removeLast(0)
    fileBackedArray.append(Row(1))
    fileBackedArray.removeFirstChunk()
    #expect(Array(fileBackedArray) == [Row(1)], "no complete block can be dropped")
  }

  @Test(arguments: folders) func behavesLikeAnArray(folder: String?) {
    let file = FileBackedStorage(folder: folder)
    check(file) { Row($0) }
    check(file) { UInt8(truncatingIfNeeded: $0 &* 31) }
    let canKeep = folder.map { $0 == "/tmp" } ?? true
    var fileBackedArray = FileBackedArray<Row>(in: file)
    for number in 0..<(FileBackedArray<Row>.keptChunks + 2) * FileBackedArray<Row>.chunkCount {
      fileBackedArray.append(Row(number))
    }
    #expect(
      file.blockCount == (canKeep ? 2 : 0), "only blocks beyond those kept in memory are written")
  }

  @Test func copiesAreIndependent() {
    let file = FileBackedStorage()
    let count = (FileBackedArray<Int>.keptChunks + 2) * FileBackedArray<Int>.chunkCount + 5
    var one = FileBackedArray<Int>(in: file)
    for number in 0..<count { one.append(number) }
    var other = one
    for number in 0..<count {
      one.append(number)
      other.append(-number)
    }
    #expect(one.elementsEqual(Array(0..<count) + Array(0..<count)))
    #expect(other.elementsEqual(Array(0..<count) + (0..<count).map { -$0 }))
    #expect(one != other)
  }

  /// Space that is no longer needed is reused, and finally released.
  @Test func unusedSpaceIsReleased() {
    let file = FileBackedStorage()
    func fill() -> FileBackedArray<Int> {
      var fileBackedArray = FileBackedArray<Int>(in: file)
      for number in 0..<(FileBackedArray<Int>.keptChunks + 4) * FileBackedArray<Int>.chunkCount {
        fileBackedArray.append(number)
      }
      return fileBackedArray
    }
    let first = fill()
    for _ in 0..<5 { #expect(fill() == first) }
    #expect(file.blockCount == 8, "two at a time")
    _ = consume first
    #expect(file.blockCount == 0)
    #expect(fill().count == (FileBackedArray<Int>.keptChunks + 4) * FileBackedArray<Int>.chunkCount)
  }

  /// Many file-backed arrays are written and read concurrently, each by a thread.
  @Test func concurrentArraysAreIndependent() throws {
    let file = FileBackedStorage()
    let sums = try parallelMap(Array(0..<40), jobs: 4) { number in
      var fileBackedArray = FileBackedArray<Int>(in: file)
      for row in 0..<100_000 { fileBackedArray.append(row ^ number) }
      return fileBackedArray.enumerated().allSatisfy { $0.offset ^ number == $0.element }
        ? number : -1
    }
    #expect(sums == Array(0..<40))
  }
}
