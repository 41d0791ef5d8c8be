import Geometry
import Kernel

/// What the matcher remembers of its last steps, to tell the likeliest way once more is known.
struct RoadTrace: Sendable {
  /// Where one came from to a place, within the step before; -1 for nowhere.
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

  /// Adds a step.
  mutating func append(_ fix: RoadFix, _ step: borrowing RoadLattice.Column) {
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

  /// Forgets the earliest steps.
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

  /// The place at a step on the likeliest way to a place of the last one.
  func number(at step: Int, from last: Int) -> Int {
    var number = last
    var current = stepCount - 1
    while current > step {
      let before = Int(back[current * width + number])
      guard before >= 0 else { return 0 }
      number = before
      current -= 1
    }
    return number
  }

  /// The likeliest way, a place a step, to a place of the last one.
  func numbers(to last: Int) -> [Int] {
    var numbers = [Int](repeating: 0, count: stepCount)
    var number = last
    for step in stride(from: stepCount - 1, through: 0, by: -1) {
      numbers[step] = number
      number = max(0, Int(back[step * width + number]))
    }
    return numbers
  }
}
