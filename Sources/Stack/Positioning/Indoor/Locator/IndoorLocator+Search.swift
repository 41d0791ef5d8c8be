import Geometry
import Kernel

// Search for the phone at other positions.

extension IndoorLocator {
  /// Sparsity of transmitters received recently, from 0 for enough to 1 for hardly any.
  var sparsity: Double {
    let senders = Double(Set(gathered.map(\.received.sender)).count)
    let (enough, few) = (parameters.readings.enoughSenders, parameters.readings.fewSenders)
    return max(0, min(1, (enough - senders) / max(1e-9, enough - few)))
  }

  /// Ends the session after a long time without any known transmitter.
  ///
  /// - Parameters:
  ///   - now: Current time.
  ///   - isMoving: True if motion data is available.
  mutating func loseIfSilent(at now: SimTime, _ isMoving: Bool) {
    // Where beacons are sparse, gaps between them are normal.
    let absence = parameters.absence
    let isFollowed =
      isMoving && filter.sparsity > absence.sparseShare
      && silentPathMetres < absence.silentPathMetres
    guard isActive, now - lastReceived > (isFollowed ? absence.sparseSilence : absence.silence)
    else { return }
    isActive = false
    lostTime = now
  }

  /// Searches the phone at other positions, and relocalises if that is clearly more likely.
  mutating func searchElsewhere(_ due: [ReceivedLevel], at known: SimTime) {
    // After a level change, headings and positions are uncertain too.
    let search = parameters.search
    let isDoubtful =
      fit > search.doubtfulFit || known - climbTime < search.reorienting
      || known - carriedTime < parameters.movement.carrying
    // In lifts and on escalators reception is poor and atypical.
    let isSearched = reached.distance(to: searchPlace) < parameters.anchors.spot
    let interval =
      isDoubtful
      ? search.doubtfulInterval : isSearched ? search.stayInterval : search.interval
    guard !due.isEmpty, known - searchTime > interval, known - climbTime > search.settling
    else { return }
    let received = recent
    guard received.count >= search.minReadings else { return }
    (searchTime, searchPlace) = (known, reached)
    let confidence = confidence(at: known)
    let gain = filter.gain(
      filter.search(received, isCoarse: true), received, height: barometer.value,
      confidence: confidence)
    guard gain > (isDoubtful ? search.doubtfulGain : search.gain) else { return }
    relocalise(
      filter.search(received), of: received.count, share: search.share, compass: compass,
      confidence: confidence)
  }

  /// Averages of the readings at this spot, or of the last seconds if those have more transmitters.
  private var recent: [ReceivedLevel] {
    let (here, lately) = (wifiAnchor.strongest + beaconAnchor.strongest, lately)
    return lately.count > here.count ? lately : here
  }

  /// Searches the recent path at other positions, where transmitters are sparse.
  mutating func searchAlongTrail(at known: SimTime) {
    guard filter.sparsity > 0, known - trailTime > parameters.trail.interval,
      known - climbTime > parameters.search.settling
    else { return }
    let received = trail.received(at: reached)
    guard !received.isEmpty else { return }
    trailTime = known
    let confidence = confidence(at: known)
    let found = filter.search(along: received, compass: compass)
    let gain = filter.gain(found, received, height: barometer.value, confidence: confidence)
    guard gain > parameters.trail.gain else { return }
    let share = parameters.trail.share
    relocalise(found, of: received.count, share: share, compass: nil, confidence: confidence)
  }

  /// Returns the degree to which the position is established, 0 to 1.
  private func confidence(at known: SimTime) -> Double {
    min(1, (known - startTime).seconds / parameters.relocalisation.establishing)
  }

  /// Moves some particles to the likely positions.
  private mutating func relocalise(
    _ found: IndoorFilter.LikelihoodGrid, of readings: Int, share: Double, compass: Double?,
    confidence: Double
  ) {
    filter.reinitialise(
      found, of: readings, share: share, compass: compass, height: barometer.value,
      confidence: confidence)
    filter.openOffsets()
    filter.normalise()
    wifiAnchor.weighAnew()
    beaconAnchor.weighAnew()
  }
}
