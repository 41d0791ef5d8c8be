import Documents
import Kernel
public import Scoring

/// Collector of a unit's table rows and figures while its devices run, in constant memory.
public struct UnitTables: UnitGathering {
  /// The rows and values of one device.
  public struct Part: Sendable {
    /// Formats rows; holds a few thousand at most.
    fileprivate var writers: RunTables
    fileprivate var rows = [FileBackedArray<UInt8>](
      repeating: FileBackedArray(), count: RunTables.columns.count)
    /// The messages to its apps as lines for the digest.
    fileprivate var reported = FileBackedArray<UInt8>()
    fileprivate var values: DeviceScore

    fileprivate mutating func takeRows(from byteCount: Int) {
      for index in rows.indices where writers.tables[index].csv.count >= byteCount {
        rows[index].append(contentsOf: writers.takeBytes(ofTable: index))
      }
    }
  }

  /// Minimum number of bytes moved to a file-backed array at once.
  private static let pieceSize = FileBackedStorage.blockSize / 2

  let scenario: String
  let seed: UInt64
  /// The rows for each table, in order.
  private(set) var rows = [FileBackedArray<UInt8>](
    repeating: FileBackedArray(), count: RunTables.columns.count)
  private let blank: RunTables
  private var hash = SHA256()
  private var pool = ScenarioPool()

  public init(run: String, scenario: String, seed: UInt64) {
    self.scenario = scenario
    self.seed = seed
    var blank = RunTables(run: run)
    for index in blank.tables.indices { _ = blank.takeBytes(ofTable: index) }
    self.blank = blank
  }

  /// The unit's contribution to the figures of the run.
  public var figures: UnitFigures { UnitFigures(reported: hash, pool: pool) }

  public func begin(_ device: String) -> Part {
    Part(writers: blank, values: DeviceScore(device: device))
  }

  public func add(_ piece: DeviceScore, to part: inout Part) {
    part.writers.add(piece, scenario: scenario, seed: seed)
    part.takeRows(from: Self.pieceSize)
    for event in piece.events {
      part.reported.append(contentsOf: Array(event.digestLine(piece.device, seed: seed).utf8))
    }
    part.values.samples += piece.samples
    part.values.filtered += piece.filtered
  }

  public mutating func append(_ part: Part) {
    var part = part
    part.takeRows(from: 1)
    for index in rows.indices { rows[index].append(part.rows[index]) }
    part.reported.forEachChunk { hash.update($0) }
    pool.add(part.values)
  }
}

extension FileBackedArray {
  /// Appends all rows of another array.
  fileprivate mutating func append(_ next: FileBackedArray) {
    if isEmpty {
      self = next
    } else {
      next.forEachChunk { append(contentsOf: $0) }
    }
  }
}
