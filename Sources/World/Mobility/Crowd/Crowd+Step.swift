import Geometry
import Kernel

extension Crowd {
  /// Updates the walkers' pace factors, once a second: a first-order Gauss-Markov process with a
  /// correlation time of 20 s.
  ///
  /// The draws are addressed by entity and second, so that the pace of a walker does not depend on
  /// the others.
  mutating func refreshPaces() {
    let second = (time.nanoseconds) / 1_000_000_000
    guard second != paceSecond else { return }
    paceSecond = second
    let memory = PedestrianParameters.paceMemory
    let share = (1 - memory * memory).squareRoot()
    for place in bodies.indices where bodies[place].paceVariation > 0 {
      var stream = RandomStream(
        seed: seed, entity: bodies[place].entity, purpose: "crowd.pace",
        index: UInt64(bitPattern: second))
      bodies[place].pace = memory * bodies[place].pace + share * stream.gaussian()
    }
  }

  /// The initial pace factor of a walker.
  static func pace(of entity: UInt64, seed: UInt64, at time: SimTime) -> Double {
    var stream = RandomStream(
      seed: seed, entity: entity, purpose: "crowd.pace.start",
      index: UInt64(bitPattern: time.nanoseconds / 1_000_000_000))
    return stream.gaussian()
  }

  /// Sorts the walkers by grid cell, and rebuilds the neighbour lists.
  mutating func makeLists() {
    let order = present.withUnsafeBufferPointer { present in
      bodies.withUnsafeBufferPointer { bodies in
        grid.sort(UnsafeBufferPointer(rebasing: present.dropLast())) { !bodies[$0].isGone }
      }
    }
    bodies = order.map { bodies[Int($0)] }
    present = order.map { present[Int($0)] } + [.nobody]
    radii = order.map { radii[Int($0)] } + [0]
    next = present
    nextRadii = radii
    rights = [Float](repeating: 0, count: radii.count)
    for index in bodies.indices { places[Int(bodies[index].slot)] = Int32(index) }
    let reaches = bodies.indices.map { reach(of: $0) }
    present.withUnsafeBufferPointer { present in
      reaches.withUnsafeBufferPointer { reaches in
        grid.makeLists(present, reaches: reaches, count: reaches.count)
      }
    }
    if hasNewcomers { separateCoincident() }
    hasNewcomers = false
    listAge = 0
  }

  /// Returns a walker's share of the search radius until the next rebuild of the lists, in m.
  private func reach(of place: Int) -> Float {
    typealias P = PedestrianParameters
    let body = bodies[place]
    let speed = present[place].velocity.length
    let foresight = max(P.anticipation, body.timeGap) + P.step * Float(P.listSteps)
    let reach =
      body.fullRadius + speed * foresight + P.neighbourRange * P.neighbourCutoff / 2 + 0.05
    return body.isStill ? -reach : reach
  }

  /// Separates coincident bodies, each in its own direction.
  ///
  /// Without a direction between them they could not be parted. The shift of a millimetre is too
  /// small to pass a wall at any distance.
  private mutating func separateCoincident() {
    for index in bodies.indices {
      let list = Int(grid.lists[index])..<Int(grid.lists[index + 1])
      let position = present[index].position
      let meets = list.contains { item in
        let other = Int(grid.items[item])
        return other < index && (present[other].position - position).squaredLength < 1e-12
      }
      guard meets else { continue }
      // Successive multiples of the golden angle spread the directions evenly.
      let angle = 2.399963229728653 * Double(bodies[index].slot)
      let nudge = Vec2(angle: angle, length: 1e-3 * Double(index % 97 + 1) / 97)
      guard walls.isClear(from: position, to: position + nudge * 2) else { continue }
      present[index].position += nudge
    }
  }

  /// Computes the next state of all walkers from the frozen present one, then swaps the two.
  mutating func moveAll() {
    for index in bodies.indices {
      rights[index] = bodies[index].yielding > 0 ? -bodies[index].yielding : bodies[index].right
    }
    let view = CrowdView(
      present: present, radii: radii, rights: rights, lists: grid.lists, items: grid.items,
      segments: walls.segments, wallItems: walls.items)
    let (turn, precedence) = (stepCount, self.precedence)
    view.withStepper(turn: turn, precedence: precedence) { stepper in
      next.withUnsafeMutableBufferPointer { next in
        nextRadii.withUnsafeMutableBufferPointer { nextRadii in
          bodies.withUnsafeMutableBufferPointer { bodies in
            for index in bodies.indices where !bodies[index].isStill && !bodies[index].isGone {
              (next[index], nextRadii[index]) = stepper.move(index, &bodies[index])
            }
          }
        }
      }
    }
    swap(&present, &next)
    swap(&radii, &nextRadii)
  }

  /// The direction with the right of way for eight seconds, as the last resort against gridlock.
  ///
  /// It turns by the golden angle, so that no direction is favoured for long.
  private var precedence: SIMD2<Float> {
    let window = stepCount / PedestrianParameters.precedenceSteps % 10_000
    let direction = Vec2(angle: 2.399963229728653 * Double(window))
    return SIMD2(Float(direction.x), Float(direction.y))
  }
}
