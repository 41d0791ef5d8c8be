import Kernel

/// Log of the state changes of a device's components, in constant memory.
public struct StateLog: Sendable {
  /// A change with its names as numbers.
  private struct Row: BitwiseCopyable, Sendable {
    var time: SimTime
    var milliwatts: Double?
    var component: Int32
    var state: Int32
  }

  private var rows = FileBackedArray<Row>()
  /// Names of components and states, by their numbers.
  private var names: [String] = []

  public init() {}

  /// Adds a change; call in the order of time.
  public mutating func append(_ row: StateRow) {
    rows.append(
      Row(
        time: row.time, milliwatts: row.milliwatts, component: number(of: row.component),
        state: number(of: row.state)))
  }

  private mutating func number(of name: String) -> Int32 {
    if let number = names.firstIndex(of: name) { return Int32(number) }
    names.append(name)
    return Int32(names.count - 1)
  }
}

extension StateLog: Sequence {
  /// Iterator in the order of time.
  public struct Iterator: IteratorProtocol {
    private var rows: FileBackedArray<Row>.Iterator
    private let names: [String]

    fileprivate init(_ log: StateLog) {
      rows = log.rows.makeIterator()
      names = log.names
    }

    public mutating func next() -> StateRow? {
      rows.next().map {
        StateRow(
          time: $0.time, component: names[Int($0.component)], state: names[Int($0.state)],
          milliwatts: $0.milliwatts)
      }
    }
  }

  public func makeIterator() -> Iterator { Iterator(self) }
}
