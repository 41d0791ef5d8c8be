import Geometry
import Kernel
import Synchronization
import Truth

/// The people of a run, in a grid of cells at moments of a fixed raster: shared by all phones.
///
/// A phone compares its position with the people of nine cells, and not with everybody.
package final class PeopleIndex: Sendable {
  /// The width of a cell, in m, and the max distance of those who are found.
  static let reach = 26.0
  /// Max number of entries that are kept, of four bytes each.
  private static let capacity = 1 << 23

  let people: [SignalPerson]
  private let moments = Mutex<[SimTime: [SIMD2<Int32>: [Int32]]]>([:])

  package init(_ people: [SignalPerson]) {
    self.people = people
  }

  /// The people within reach of a position at a moment, ascending, and some beyond.
  func candidates(near place: Vec2, at moment: SimTime) -> [Int32] {
    let middle = Self.cell(of: place)
    return moments.withLock { moments in
      if moments[moment] == nil {
        if (moments.count + 1) * people.count > Self.capacity { moments.removeAll() }
        moments[moment] = cells(at: moment)
      }
      let cells = moments[moment] ?? [:]
      var found: [Int32] = []
      for east: Int32 in -1...1 {
        for north: Int32 in -1...1 { found += cells[middle &+ SIMD2(east, north)] ?? [] }
      }
      return found.sorted()
    }
  }

  private func cells(at moment: SimTime) -> [SIMD2<Int32>: [Int32]] {
    var cells: [SIMD2<Int32>: [Int32]] = [:]
    for index in people.indices {
      let place = people[index].trajectory.path.state(at: moment).position.xy
      cells[Self.cell(of: place), default: []].append(Int32(index))
    }
    return cells
  }

  private static func cell(of place: Vec2) -> SIMD2<Int32> {
    SIMD2(
      Int32(clamping: Int((place.x / reach).rounded(.down))),
      Int32(clamping: Int((place.y / reach).rounded(.down))))
  }
}
