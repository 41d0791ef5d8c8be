import Synchronization

/// A long row of plain values that only grows at its end, in memory that doesn't grow with it.
///
/// The first few blocks stay in memory; of those that follow, only the last does, and the others lie in a
/// ``SpoolFile``. Where that can't be written, they stay in memory too, and nothing else changes. It is a
/// value: a copy shares what both have in common. Going through it in order reads block by block; a row
/// picked out by its position costs a block's reading unless it is near the one before.
public struct Spool<Row: BitwiseCopyable & Sendable>: Sendable {
  /// A block's rows, and where they are.
  enum Chunk: Sendable {
    case kept([Row])
    case stored(SpoolBlock)

    var rows: [Row] {
      switch self {
      case .kept(let rows): rows
      case .stored(let block): block.rows()
      }
    }
  }

  /// The block that was last read for a row picked out of it.
  final class Latest: Sendable {
    private let state = Mutex<(block: SpoolBlock?, rows: [Row])>((nil, []))

    func row(_ index: Int, in block: SpoolBlock) -> Row {
      state.withLock { state in
        if state.block !== block { state = (block, block.rows()) }
        return state.rows[index]
      }
    }
  }

  /// How many rows a block has.
  public static var chunkCount: Int { SpoolFile.blockSize / MemoryLayout<Row>.stride }

  /// How many blocks stay in memory, so that what is short never meets a disk.
  public static var keptChunks: Int { 1 }

  private let file: SpoolFile
  private var chunks: [Chunk] = []
  private let latest = Latest()
  /// The rows behind the last whole block.
  @usableFromInline var tail: [Row] = []
  @usableFromInline let limit: Int

  /// Creates an empty spool.
  ///
  /// - Parameter file: Where its blocks go.
  public init(in file: SpoolFile = .shared) {
    self.file = file
    limit = Self.chunkCount
    precondition(limit > 0, "a row is no longer than a block")
  }

  /// Adds a row.
  @inlinable
  public mutating func append(_ row: Row) {
    tail.append(row)
    if tail.count == limit { endChunk() }
  }

  /// Adds rows.
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

  /// Drops the last rows.
  ///
  /// - Parameter count: How many, at most as many as there are.
  public mutating func removeLast(_ count: Int) {
    var left = count
    while left > tail.count, let chunk = chunks.popLast() {
      left -= tail.count
      tail = chunk.rows
    }
    tail.removeLast(left)
  }

  /// Drops the first ``chunkCount`` rows, so that those behind them move up by so many; nothing where
  /// there aren't as many.
  public mutating func removeFirstChunk() {
    if !chunks.isEmpty { chunks.removeFirst() }
  }

  /// Hands over all rows in order, some thousand at a time.
  ///
  /// - Parameter body: Takes rows that follow each other.
  /// - Throws: What `body` throws.
  public func forEachChunk<Failure: Error>(
    _ body: ([Row]) throws(Failure) -> Void
  ) throws(Failure) {
    for chunk in chunks { try body(chunk.rows) }
    if !tail.isEmpty { try body(tail) }
  }

  /// The rows of a block by its number; those of the block that isn't whole last, then none.
  func rows(ofChunk number: Int) -> [Row] {
    number < chunks.count ? chunks[number].rows : number == chunks.count ? tail : []
  }
}

extension Spool: RandomAccessCollection {
  /// Goes through the rows in order, with one block in memory.
  public struct Iterator: IteratorProtocol {
    private let spool: Spool
    private var nextChunk = 0
    @usableFromInline var rows: [Row] = []
    @usableFromInline var index = 0

    init(_ spool: Spool) {
      self.spool = spool
    }

    @inlinable
    public mutating func next() -> Row? {
      if index == rows.count, !load() { return nil }
      index += 1
      return rows[index - 1]
    }

    @usableFromInline
    mutating func load() -> Bool {
      rows = spool.rows(ofChunk: nextChunk)
      nextChunk += 1
      index = 0
      return !rows.isEmpty
    }
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { chunks.count * limit + tail.count }

  public func makeIterator() -> Iterator { Iterator(self) }

  /// The row at a position.
  public subscript(position: Int) -> Row {
    let (number, index) = position.quotientAndRemainder(dividingBy: limit)
    guard number < chunks.count else { return tail[index] }
    switch chunks[number] {
    case .kept(let rows): return rows[index]
    case .stored(let block): return latest.row(index, in: block)
    }
  }
}

extension Spool: Equatable where Row: Equatable {
  public static func == (left: Spool, right: Spool) -> Bool {
    left.count == right.count && left.elementsEqual(right)
  }
}

extension Spool: Hashable where Row: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for row in self { hasher.combine(row) }
  }
}
