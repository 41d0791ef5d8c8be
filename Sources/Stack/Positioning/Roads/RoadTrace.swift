import Geometry
import Kernel

/// Backpointers of the last steps, for Viterbi backtracking.
struct RoadTrace: Sendable {
  /// Predecessor of each candidate in the step before; -1 for none.
  private var back: [Int16] = []
  private var places: [RoadPlace] = []
  private var counts: [Int] = []
  private var times: [SimTime] = []
  private var points: [Vec2] = []
  let width: Int

  init(width: Int) {
    self.width = width
  }

  var stepCount: Int { counts.count }

  /// Appends a step.
  mutating func append(_ fix: RoadFix, _ step: borrowing RoadLattice.LatticeStep) {
    times.append(fix.time)
    points.append(fix.point)
    counts.append(step.count)
    for number in 0..<width {
      if number < step.count {
        places.append(step.places[number])
        back.append(step.back[number])
      } else {
        places.append(RoadPlace())
        back.append(-1)
      }
    }
  }

  /// Removes the earliest steps.
  mutating func removeFirst(_ count: Int) {
    times.removeFirst(count)
    points.removeFirst(count)
    counts.removeFirst(count)
    places.removeFirst(count * width)
    back.removeFirst(count * width)
  }

  mutating func removeAll() {
    times.removeAll(keepingCapacity: true)
    points.removeAll(keepingCapacity: true)
    counts.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    back.removeAll(keepingCapacity: true)
  }

  func time(_ step: Int) -> SimTime { times[step] }
  func point(_ step: Int) -> Vec2 { points[step] }
  func place(_ step: Int, _ number: Int) -> RoadPlace { places[step * width + number] }

  /// Number of steps up to a time.
  func stepCount(until time: SimTime) -> Int { times.prefix { $0 <= time }.count }

  /// Returns the first candidates of the best route to a candidate of the last step.
  func numbers(to last: Int, count: Int) -> [Int] {
    var numbers = [Int](repeating: 0, count: count)
    var number = last
    for step in stride(from: stepCount - 1, through: 0, by: -1) {
      if step < count { numbers[step] = number }
      number = max(0, Int(back[step * width + number]))
    }
    return numbers
  }
}
