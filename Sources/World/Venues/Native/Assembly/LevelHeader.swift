import Documents
import Maps

/// The header of a level: its identity and its elevation.
struct LevelHeader {
  let entry: LevelEntry
  let ordinal: Int
  let name: String
  var elevation: Double
  let counter: Counter
  /// The height above the storey below, if both come from one repeat.
  let rise: Double?
}

extension BuildingEntry {
  /// A building's levels from the lowest, with default elevations filled in.
  func storeys(_ scope: NameScope) -> [LevelHeader] {
    var storeys: [LevelHeader] = []
    for level in levels {
      let numbers = level.repetition?.numbers ?? [level.ordinal]
      let rise = level.repetition?.rise ?? level.height + 0.5
      for (index, number) in numbers.enumerated() {
        var inner = scope
        inner.counter = Counter(number: number, column: index + 1, row: 1, index: index)
        storeys.append(
          LevelHeader(
            entry: level, ordinal: level.ordinal + index,
            name: level.name.map { inner.expand($0) } ?? "\(number)",
            elevation: level.elevation.map { $0 + rise * Double(index) } ?? .nan,
            counter: inner.counter, rise: level.repetition?.rise))
      }
    }
    storeys.sort { $0.ordinal < $1.ordinal }
    fillElevations(&storeys)
    return storeys
  }

  /// Stacks the levels without an elevation: upwards and downwards from a known one.
  private func fillElevations(_ storeys: inout [LevelHeader]) {
    let slab = 0.5
    guard !storeys.isEmpty else { return }
    let ground = storeys.firstIndex { $0.ordinal >= 0 } ?? storeys.count - 1
    if !storeys.contains(where: { !$0.elevation.isNaN }) { storeys[ground].elevation = 0 }
    if storeys[ground].elevation.isNaN, storeys[ground].ordinal == 0 {
      storeys[ground].elevation = 0
    }
    let known = storeys.firstIndex { !$0.elevation.isNaN } ?? 0
    for index in storeys.indices.dropFirst(known + 1) where storeys[index].elevation.isNaN {
      let below = storeys[index - 1]
      let isOfOneRepeat = below.entry.place == storeys[index].entry.place
      let rise = isOfOneRepeat ? below.rise : nil
      storeys[index].elevation = below.elevation + (rise ?? below.entry.height + slab)
    }
    for index in storeys.indices.prefix(known).reversed() {
      let above = storeys[index + 1]
      let isOfOneRepeat = above.entry.place == storeys[index].entry.place
      let rise = isOfOneRepeat ? above.rise : nil
      storeys[index].elevation =
        above.elevation - (rise ?? storeys[index].entry.height + slab)
    }
  }
}
