import Kernel

/// The state changes of a device's parts in the order of time, in a file-backed array.
public struct EnergyHistory: Sendable {
  /// A change with its state as an index.
  private struct Row: BitwiseCopyable, Sendable {
    var time: SimTime
    var milliwatts: Double?
    var state: Int32
    var component: EnergyTotals.Component
  }

  private var rows = FileBackedArray<Row>()
  /// The changes of the latest moment, which later ones of that moment may replace.
  private var latest: [Row] = []
  /// The state and event names by index.
  private var states: [String] = []

  /// Creates an empty history.
  init() {}

  /// Appends a change; of several states of a part at one moment only the last is kept.
  mutating func note(_ change: EnergyTotals.PowerChange) {
    if let time = latest.first?.time, time != change.time {
      rows.append(contentsOf: latest)
      latest.removeAll(keepingCapacity: true)
    }
    if change.milliwatts != nil,
      let before = latest.lastIndex(where: {
        $0.component == change.component && $0.milliwatts != nil
      })
    {
      latest.remove(at: before)
    }
    latest.append(
      Row(
        time: change.time, milliwatts: change.milliwatts, state: number(of: change.state),
        component: change.component))
  }

  private mutating func number(of state: String) -> Int32 {
    if let number = states.firstIndex(of: state) { return Int32(number) }
    states.append(state)
    return Int32(states.count - 1)
  }

  private func change(_ row: Row) -> EnergyTotals.PowerChange {
    EnergyTotals.PowerChange(
      time: row.time, component: row.component, state: states[Int(row.state)],
      milliwatts: row.milliwatts)
  }
}

extension EnergyHistory: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { rows.count + latest.count }

  public subscript(position: Int) -> EnergyTotals.PowerChange {
    change(position < rows.count ? rows[position] : latest[position - rows.count])
  }
}

extension EnergyHistory: Hashable {
  public static func == (left: EnergyHistory, right: EnergyHistory) -> Bool {
    left.count == right.count && left.elementsEqual(right)
  }

  public func hash(into hasher: inout Hasher) {
    for change in self { hasher.combine(change) }
  }
}
