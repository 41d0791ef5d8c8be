import Synchronization

/// Append-only array of plain values that spills to a temporary file, so memory stays bounded.
///
/// The first block and the last, incomplete one stay in memory; the blocks between lie in a
/// ``FileBackedStorage``. If the file can't be written, they stay in memory, with no other effect. It is a
/// value: copies share their common blocks. Iteration reads block by block; random access costs one
/// block read unless the row is near the one read before.
public struct FileBackedArray<Row: BitwiseCopyable & Sendable>: Sendable {
  /// A block's rows, in memory or in the file.
  enum Chunk: Sendable {
    case kept([Row])
    case stored(FileBackedBlock)

    var rows: [Row] {
      switch self {
      case .kept(let rows): rows
      case .stored(let block): block.rows()
      }
    }
  }

  /// Cache of the block that random access read last.
  final class BlockCache: Sendable {
    private let state = Mutex<(block: FileBackedBlock?, rows: [Row])>((nil, []))

    func row(_ index: Int, in block: FileBackedBlock) -> Row {
      state.withLock { state in
        if state.block !== block { state = (block, block.rows()) }
        return state.rows[index]
      }
    }
  }

  /// The number of rows per block.
  public static var chunkCount: Int { FileBackedStorage.blockSize / MemoryLayout<Row>.stride }

  /// The number of leading blocks kept in memory, so that short arrays never touch the disk.
  public static var keptChunks: Int { 1 }

  private let file: FileBackedStorage
  private var chunks: [Chunk] = []
  private let latest = BlockCache()
  /// The rows after the last complete block.
  @usableFromInline var tail: [Row] = []
  @usableFromInline let limit: Int

  public init(in file: FileBackedStorage = .shared) {
    self.file = file
    limit = Self.chunkCount
    precondition(limit > 0, "a row must not be longer than a block")
  }

  @inlinable
  public mutating func append(_ row: Row) {
    tail.append(row)
    if tail.count == limit { endChunk() }
  }

  public mutating func append(contentsOf rows: [Row]) {
    var start = 0
    while start < rows.count {
      let end = Swift.min(rows.count, start + limit - tail.count)
      tail += rows[start..<end]
      if tail.count == limit { endChunk() }
      start = end
    }
  }

  @usableFromInline
  mutating func endChunk() {
    if chunks.count >= Self.keptChunks, let block = tail.withUnsafeBytes({ file.keep($0) }) {
      chunks.append(.stored(block))
      tail.removeAll(keepingCapacity: true)
    } else {
      chunks.append(.kept(tail))
      tail = []
    }
  }

  /// Removes the last `count` rows; `count` must not exceed the number of rows.
  public mutating func removeLast(_ count: Int) {
    var left = count
    while left > tail.count, let chunk = chunks.popLast() {
      left -= tail.count
      tail = chunk.rows
    }
    tail.removeLast(left)
  }

  /// Removes the first ``chunkCount`` rows, which shifts the positions of the others; no effect on
  /// fewer rows.
  public mutating func removeFirstChunk() {
    if !chunks.isEmpty { chunks.removeFirst() }
  }

  /// Calls `body` with all rows in order, a few thousand at a time.
  public func forEachChunk<Failure: Error>(
    _ body: ([Row]) throws(Failure) -> Void
  ) throws(Failure) {
    for chunk in chunks { try body(chunk.rows) }
    if !tail.isEmpty { try body(tail) }
  }

  /// The rows of block `number`; the incomplete block comes last, and empty arrays follow it.
  func rows(ofChunk number: Int) -> [Row] {
    number < chunks.count ? chunks[number].rows : number == chunks.count ? tail : []
  }
}

extension FileBackedArray: RandomAccessCollection {
  /// Iterator over the rows in order, with one block in memory.
  public struct Iterator: IteratorProtocol {
    private let fileBackedArray: FileBackedArray
    private var nextChunk = 0
    @usableFromInline var rows: [Row] = []
    @usableFromInline var index = 0

    init(_ fileBackedArray: FileBackedArray) {
      self.fileBackedArray = fileBackedArray
    }

    @inlinable
    public mutating func next() -> Row? {
      if index == rows.count, !load() { return nil }
      index += 1
      return rows[index - 1]
    }

    @usableFromInline
    mutating func load() -> Bool {
      rows = fileBackedArray.rows(ofChunk: nextChunk)
      nextChunk += 1
      index = 0
      return !rows.isEmpty
    }
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { chunks.count * limit + tail.count }

  public func makeIterator() -> Iterator { Iterator(self) }

  public subscript(position: Int) -> Row {
    let (number, index) = position.quotientAndRemainder(dividingBy: limit)
    guard number < chunks.count else { return tail[index] }
    switch chunks[number] {
    case .kept(let rows): return rows[index]
    case .stored(let block): return latest.row(index, in: block)
    }
  }
}

extension FileBackedArray: Equatable where Row: Equatable {
  public static func == (left: FileBackedArray, right: FileBackedArray) -> Bool {
    left.count == right.count && left.elementsEqual(right)
  }
}

extension FileBackedArray: Hashable where Row: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for row in self { hasher.combine(row) }
  }
}
