import Documents
import Kernel
public import Scoring

/// The rows of one scenario under one seed and its figures, made while its devices run, in memory that
/// doesn't grow with the rows.
public struct UnitTables: UnitGathering {
  /// What there is of one device.
  public struct Part: Sendable {
    /// Writes rows, of which a few thousand at most wait here.
    fileprivate var writers: RunTables
    fileprivate var rows = [Spool<UInt8>](repeating: Spool(), count: RunTables.columns.count)
    /// What its apps were told, line by line, for the digest.
    fileprivate var told = Spool<UInt8>()
    /// The metrics' values.
    fileprivate var values: DeviceScore

    fileprivate mutating func takeRows(from byteCount: Int) {
      for index in rows.indices where writers.tables[index].csv.count >= byteCount {
        rows[index].append(contentsOf: writers.takeBytes(ofTable: index))
      }
    }
  }

  /// How many bytes of a table wait to be put away together.
  private static let pieceSize = SpoolFile.blockSize / 2

  let scenario: String
  let seed: UInt64
  /// Table by table, what comes into them, in their order.
  private(set) var rows = [Spool<UInt8>](repeating: Spool(), count: RunTables.columns.count)
  private let blank: RunTables
  private var hash = SHA256()
  private var pool = ScenarioPool()

  /// Starts with nothing.
  ///
  /// - Parameters:
  ///   - run: The run's short digest.
  ///   - scenario: The scenario's name.
  ///   - seed: The seed.
  public init(run: String, scenario: String, seed: UInt64) {
    self.scenario = scenario
    self.seed = seed
    var blank = RunTables(run: run)
    for index in blank.tables.indices { _ = blank.takeBytes(ofTable: index) }
    self.blank = blank
  }

  /// What the devices add to the figures of the whole run.
  public var figures: UnitFigures { UnitFigures(told: hash, pool: pool) }

  public func begin(_ device: String) -> Part {
    Part(writers: blank, values: DeviceScore(device: device))
  }

  public func add(_ piece: DeviceScore, to part: inout Part) {
    part.writers.add(piece, scenario: scenario, seed: seed)
    part.takeRows(from: Self.pieceSize)
    for event in piece.events {
      part.told.append(contentsOf: Array(event.digestLine(piece.device, seed: seed).utf8))
    }
    part.values.samples += piece.samples
    part.values.filtered += piece.filtered
  }

  public mutating func append(_ part: Part) {
    var part = part
    part.takeRows(from: 1)
    for index in rows.indices { rows[index].append(part.rows[index]) }
    part.told.forEachChunk { hash.update($0) }
    pool.add(part.values)
  }
}

extension Spool {
  /// Adds all rows of another.
  fileprivate mutating func append(_ next: Spool) {
    if isEmpty {
      self = next
    } else {
      next.forEachChunk { append(contentsOf: $0) }
    }
  }
}
