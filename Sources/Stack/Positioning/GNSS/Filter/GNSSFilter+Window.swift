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
    window.note(single.front.lines, at: main.state.position, frame, time: now)
    restSeconds += elapsed
    let settings = parameters.window
    let isDoubted = aids.doubts >= parameters.aid.patience
    guard main.strain > settings.trialStrain || isDoubted,
      restSeconds >= settings.trialRestSeconds
    else { return }
    restSeconds = 0
    var clocks = SIMD4<Double>(repeating: main.state.mean[FilterState.clock])
    for clock in 1..<4 { clocks[clock] += main.state.mean[FilterState.offsets + clock - 1] }
    guard
      let found = window.search(
        from: main.state.position, clocks, now: now,
        fewest: isDoubted ? 1 : settings.fewestPlaces)
    else { return }
    let gap = (found.best.position - main.state.position).xy.length
    // What lies far off or is known badly is a search gone astray.
    guard found.held - found.best.cost > settings.trialMargin, gap > settings.leastShift,
      gap < settings.mostShift,
      abs(found.best.position.z - main.state.position.z)
        < settings.mostShift * settings.heightShare,
      found.best.variance.x + found.best.variance.y
        < settings.mostSpreadMetres * settings.mostSpreadMetres
    else { return }
    main.shift(to: found.best)
    city?.reset()
  }
}
