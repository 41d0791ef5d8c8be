import Geometry
import Observations

extension GNSSFilter {
  /// Asks the map of houses where the receiver is and which satellites it sees.
  mutating func askCity(_ elapsed: Double) {
    guard city != nil, let frame = main.frame else { return }
    let state = main.state
    residuals.removeAll(keepingCapacity: true)
    let here = main.ecefPosition
    for index in single.front.lines.indices {
      let range = single.front.lines[index].look(from: here)
      let line = single.front.lines[index]
      let offset = line.clock > 0 ? state.mean[FilterState.offsets + line.clock - 1] : 0
      residuals.append(
        line.range - range - line.delay - state.mean[FilterState.clock] - offset)
    }
    let level = single.front.habits.level
    let model = parameters.single.errors
    let sigma = ((state.covariance[0][0] + state.covariance[1][1]) / 2).squareRoot()
    guard var aid = city else { return }
    city = nil
    defer { city = aid }
    let place = aid.place(state.position, frame)
    let velocity = main.isStill ? Vec3.zero : state.velocity
    let answer = aid.weigh(
      &single.front.lines, lack: { model.lack(of: $0, level: level) }, residuals: residuals,
      at: place, sigma: sigma, velocity: velocity.xy, elapsed: elapsed)
    // What is hidden now is hidden in a second, too.
    for line in single.front.lines { single.front.sights[line.slot] = line.sight }
    guard let answer else { return }
    let target = aid.vector(answer.place, height: place.z, frame)
    // The grid errs for a while in the same way; it is heard as little as that allows.
    let repeats = max(1, 2 * aid.parameters.lastingSeconds / elapsed)
    main.state.observe(0, value: target.x, variance: answer.variance.x * repeats)
    main.state.observe(1, value: target.y, variance: answer.variance.y * repeats)
  }
}
