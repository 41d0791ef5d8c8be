public import Kernel

/// All that a stack told and asked for, in order, in memory that hardly grows with it.
///
/// Locations, activities and steps, of which a long run tells a million, lie in a ``Spool`` as plain
/// values; so do clouds with their places. The rest, which is rare, is kept as it is, and what is asked
/// of the radios over and over only once.
public struct OutputLog: Sendable {
  /// An output of plain values.
  private enum Plain: BitwiseCopyable, Sendable {
    case location(LocationFix)
    case activity(ActivityReport)
    case pedometer(PedometerRecord)
    /// A cloud, and where its places lie among all.
    case cloud(time: SimTime, spreadMetres: Double, first: Int, count: Int)
    /// One of the rest, by its number.
    case other(Int)
  }

  private struct Row: BitwiseCopyable, Sendable {
    var time: SimTime
    var app: Int
    var item: Plain
  }

  /// How far back a request is looked for among the rest: a stack has few of them.
  private static let lookback = 64

  private var rows: Spool<Row>
  private var particles: Spool<ParticleCloud.Particle>
  private var others: [Output] = []
  /// The names of the apps that were told anything, in the order in which they first were.
  private var apps: [String] = []

  /// Creates a log with nothing in it.
  ///
  /// - Parameter file: Where what is too much for memory goes.
  public init(in file: SpoolFile = .shared) {
    rows = Spool(in: file)
    particles = Spool(in: file)
  }

  /// Creates a log of what is known already.
  public init(_ outputs: some Sequence<Delivered<Output>>, in file: SpoolFile = .shared) {
    self.init(in: file)
    for output in outputs { append(output) }
  }

  /// Adds what was told or asked for next.
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
    // There are few, and the last is mostly the one.
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
  /// Goes through a log in order.
  public struct Iterator: IteratorProtocol {
    private let log: OutputLog
    private var rows: Spool<Row>.Iterator

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
