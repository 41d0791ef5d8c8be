public import Kernel

/// The ordered log of a stack's outputs and requests, with bounded memory.
///
/// Locations, activities and steps, of which a long run has a million, lie in a ``FileBackedArray`` as plain
/// values; so do clouds with their particles. Other, rare outputs are kept in memory, and repeated
/// requests to radios only once.
public struct OutputLog: Sendable {
  /// An output of plain values.
  private enum Plain: BitwiseCopyable, Sendable {
    case location(LocationFix)
    case activity(ActivityReport)
    case pedometer(PedometerRecord)
    /// A cloud, with the range of its particles.
    case cloud(time: SimTime, spreadMetres: Double, first: Int, count: Int)
    /// One of the other outputs, by its index.
    case other(Int)
  }

  private struct Row: BitwiseCopyable, Sendable {
    var time: SimTime
    var app: Int
    var item: Plain
  }

  /// The number of recent outputs searched for an equal request: a stack has few different ones.
  private static let lookback = 64

  private var rows: FileBackedArray<Row>
  private var particles: FileBackedArray<ParticleCloud.Particle>
  private var others: [Output] = []
  /// The receiving apps, in the order of their first outputs.
  private var apps: [String] = []

  /// Creates an empty log; rows that don't fit into memory go to `file`.
  public init(in file: FileBackedStorage = .shared) {
    rows = FileBackedArray(in: file)
    particles = FileBackedArray(in: file)
  }

  /// Creates a log of given outputs.
  public init(_ outputs: some Sequence<Delivered<Output>>, in file: FileBackedStorage = .shared) {
    self.init(in: file)
    for output in outputs { append(output) }
  }

  /// Appends an output or request.
  public mutating func append(_ output: Delivered<Output>) {
    rows.append(
      Row(time: output.time, app: number(of: output.app), item: plain(output.item)))
  }

  private mutating func plain(_ output: Output) -> Plain {
    switch output {
    case .location(let fix): return .location(fix)
    case .activity(let report): return .activity(report)
    case .pedometer(let record): return .pedometer(record)
    case .cloud(let cloud):
      let first = particles.count
      particles.append(contentsOf: cloud.particles)
      return .cloud(
        time: cloud.time, spreadMetres: cloud.spreadMetres, first: first,
        count: cloud.particles.count)
    default:
      if case .radio = output, let same = others.suffix(Self.lookback).lastIndex(of: output) {
        return .other(same)
      }
      others.append(output)
      return .other(others.count - 1)
    }
  }

  private mutating func number(of app: String) -> Int {
    // There are few apps, and the last one is the most frequent.
    if let number = apps.lastIndex(of: app) { return number }
    apps.append(app)
    return apps.count - 1
  }

  private func output(_ row: Row) -> Delivered<Output> {
    let item: Output =
      switch row.item {
      case .location(let fix): .location(fix)
      case .activity(let report): .activity(report)
      case .pedometer(let record): .pedometer(record)
      case .cloud(let time, let spread, let first, let count):
        .cloud(
          ParticleCloud(
            time: time, spreadMetres: spread,
            particles: (first..<first + count).map { particles[$0] }))
      case .other(let number): others[number]
      }
    return Delivered(time: row.time, item, app: apps[row.app])
  }
}

extension OutputLog: RandomAccessCollection {
  /// Iterator over a log in order.
  public struct Iterator: IteratorProtocol {
    private let log: OutputLog
    private var rows: FileBackedArray<Row>.Iterator

    fileprivate init(_ log: OutputLog) {
      self.log = log
      rows = log.rows.makeIterator()
    }

    public mutating func next() -> Delivered<Output>? { rows.next().map(log.output) }
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { rows.count }

  public func makeIterator() -> Iterator { Iterator(self) }

  public subscript(position: Int) -> Delivered<Output> { output(rows[position]) }
}

extension OutputLog: Hashable {
  public static func == (left: OutputLog, right: OutputLog) -> Bool {
    left.count == right.count && left.elementsEqual(right)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for output in self { hasher.combine(output) }
  }
}
