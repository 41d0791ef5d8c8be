import Geometry
import Glibc

extension RoadMatcher {
  /// Returns the result of a location from the states of the last step.
  func answer(_ fix: RoadFix, sigma: Double, isStep: Bool) -> RoadMatch {
    var match = RoadMatch(untouched: fix)
    let now = lattice.now
    match.offRoadPosterior = now.weight[0]
    guard let best = likeliest, now.weight[best] > 0 else { return match }
    // Between steps the vehicle continues along the same street.
    let place = isStep ? now.places[best] : index.follow(now.places[best], to: fix.point)
    let segment = Int(place.segment)
    let road = Int(index.segmentRoad[segment])
    match.posterior = streetWeight(of: best)
    match.road = road
    match.roadPoint = place.point
    if now.weight[best] >= parameters.minPullPosterior {
      let degrees = atan2(place.direction.x, place.direction.y) * 180 / .pi
      match.courseDegrees = degrees < 0 ? degrees + 360 : degrees
    }
    let span = parameters.fullPullPosterior - parameters.minPullPosterior
    let surety = min(1, max(0, (match.posterior - parameters.minPullPosterior) / span))
    let spread = index.carriagewaySpread[
      index.carriageway(ofSegment: segment, isBack: place.way & 1 == 1)]
    let roadVariance = parameters.mapSigma * parameters.mapSigma + spread * spread
    // Optimal mean of two independent positions, weighted by their variances.
    let own = max(parameters.minPullSigma, fix.accuracyMetres / 1.51)
    let trust = own * own / (own * own + roadVariance)
    let circling =
      (turning - parameters.fullPullTurning)
      / (parameters.noPullTurning - parameters.fullPullTurning)
    // A distant street is no more likely for being the only one.
    let far = place.distance / (sigma * sigma + roadVariance).squareRoot()
    let nearness =
      (parameters.noPullSigmas - far)
      / (parameters.noPullSigmas - parameters.fullPullSigmas)
    let usualness =
      (parameters.noPullSurprise - lattice.surprise)
      / (parameters.noPullSurprise - parameters.fullPullSurprise)
    let goodness =
      (parameters.noPullAccuracyMetres - fix.accuracyMetres)
      / (parameters.noPullAccuracyMetres - parameters.fullPullAccuracyMetres)
    match.pull = min(1, max(0, nearness)) * min(1, max(0, usualness)) * min(1, max(0, goodness))
    match.pull *=
      surety * trust * (1 - min(1, max(0, circling)))
      * (index.roadKind[road].isMinor ? parameters.minorPull : 1)
    match.point = fix.point + (place.point - fix.point) * match.pull
    match.accuracyMetres = accuracy(fix, sigma: sigma, pull: match.pull, roadVariance: roadVariance)
    return match
  }

  /// Most likely candidate on a road.
  private var likeliest: Int? {
    var best: Int?
    for number in 1..<max(1, lattice.now.count)
    where lattice.now.weight[number] > best.map({ lattice.now.weight[$0] }) ?? -1 {
      best = number
    }
    return best
  }

  /// Returns the posterior of a candidate's street, both directions together.
  private func streetWeight(of best: Int) -> Double {
    let now = lattice.now
    var sum = 0.0
    for number in 1..<now.count {
      let isSame = now.places[number].way >> 1 == now.places[best].way >> 1
      let isNear =
        (now.places[number].point - now.places[best].point).squaredLength
        < parameters.minSigma * parameters.minSigma
      if isSame || isNear { sum += now.weight[number] }
    }
    return min(sum, 1)
  }

  /// Returns the 68 % radius: across the road reduced by the snap, along it unchanged.
  private func accuracy(
    _ fix: RoadFix, sigma: Double, pull: Double, roadVariance: Double
  ) -> Double {
    let own = fix.accuracyMetres / 1.51
    let across = (1 - pull) * (1 - pull) * own * own + pull * pull * roadVariance
    let sigma = ((own * own + min(across, own * own)) / 2).squareRoot()
    // Keeps the raw accuracy when the snap weight is small.
    return 1.51 * sigma
      * (1 - (1 - parameters.accuracyFactor) * min(1, parameters.accuracyPullGain * pull))
  }
}
