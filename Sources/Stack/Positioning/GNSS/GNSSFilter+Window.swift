import Geometry
import Kernel
import Observations

extension GNSSFilter {
  /// Asks the window where the receiver is, if ranges disagree, and goes there if it says so clearly.
  mutating func consult(_ elapsed: Double, jump: Double) {
    guard let frame = main.frame else { return }
    window.jump(jump)
    window.advance(
      main.isStill ? .zero : main.state.velocity, main.state.mean[FilterState.drift], elapsed)
    let now = main.time.seconds
    window.note(
      single.front.lines, at: main.state.position, frame, time: now,
      spacing: parameters.placeMetres,
      patience: parameters.placeSeconds)
    restSeconds += elapsed
    let isUneasy =
      main.strain > parameters.trialStrain || aids.doubts >= parameters.aidPatience
    guard isUneasy, restSeconds >= parameters.trialRestSeconds else {
      return
    }
    restSeconds = 0
    var clocks = SIMD4<Double>(repeating: main.state.mean[FilterState.clock])
    for clock in 1..<4 { clocks[clock] += main.state.mean[FilterState.offsets + clock - 1] }
    guard
      let found = window.search(
        from: main.state.position, clocks, oldest: now - parameters.windowSeconds,
        now: now, wandering: parameters.windowWandering,
        fewest: aids.doubts >= parameters.aidPatience ? 1 : 8)
    else { return }
    let gap = (found.best.position - main.state.position).xy.length
    // What lies far off or is known badly is a search gone astray.
    guard found.held - found.best.cost > parameters.trialMargin, gap > parameters.leastShift,
      gap < parameters.mostShift,
      abs(found.best.position.z - main.state.position.z) < parameters.mostShift / 2,
      found.best.variance.x + found.best.variance.y < 400
    else { return }
    main.shift(to: found.best)
    city?.reset()
  }
}
