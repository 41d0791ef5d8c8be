import Geometry
import Kernel

// Whether the phone is where it is taken to be.

extension IndoorLocator {
  /// How often the way of late is looked for elsewhere, an estimate; how much likelier it must be there,
  /// as a log, and how many guesses go there then, as a share, tried on three venues without access
  /// points with seeds 1 to 8.
  private static let trailInterval = SimDuration.seconds(5)
  private static let trailGain = 1.0, trailShare = 0.4
  /// How few senders, within some seconds, are little to go by, and with how many fewer that is
  /// fully so; estimates.
  private static let enoughSenders = 12.0, fewSenders = 4.0

  /// How few senders were heard within the last seconds, from 0 for enough to 1 for hardly any.
  var fewness: Double {
    let senders = Double(Set(gathered.map(\.heard.sender)).count)
    return max(
      0, min(1, (Self.enoughSenders - senders) / (Self.enoughSenders - Self.fewSenders)))
  }

  /// Loses the phone once nothing known was heard for long.
  ///
  /// - Parameters:
  ///   - now: When.
  ///   - isMoving: Whether its motion is known.
  mutating func missAll(at now: SimTime, _ isMoving: Bool) {
    // Where beacons are few, silence between them is nothing strange.
    let isFollowed = isMoving && filter.fewness > 0.5 && silentWay < Self.silentMetres
    guard isActive, now - lastHeard > (isFollowed ? Self.sparseSilence : Self.silence) else {
      return
    }
    isActive = false
    lostTime = now
  }

  /// Looks whether the phone is somewhere else altogether.
  mutating func lookElsewhere(_ due: [HeardLevel], at known: SimTime) {
    // After a change of level, too, directions and places have to be found again.
    let isDoubtful =
      fit > Self.doubtfulFit || known - climbTime < Self.reorienting
      || known - carriedTime < Self.carrying
    // In lifts and on escalators little is heard, and that as nowhere else.
    let isSearched = reached.distance(to: searchPlace) < RadioAnchor.spot
    guard due.count >= 5,
      known - searchTime > .seconds(isDoubtful ? 4 : isSearched ? 60 : 20),
      known - climbTime > Self.settling
    else { return }
    (searchTime, searchPlace) = (known, reached)
    let heard = wifiAnchor.strongest + beaconAnchor.strongest
    let sureness = min(1, (known - startTime).seconds / Self.establishing)
    let gain = filter.gain(
      filter.search(heard, isCoarse: true), heard, height: height, sureness: sureness)
    guard gain > (isDoubtful ? 2 : 4) else { return }
    let likely = filter.search(heard)
    filter.scatter(
      likely, of: heard.count, share: 0.2, compass: compass, height: height, sureness: sureness)
    filter.openOffsets()
    filter.settle()
    wifiAnchor.weighAnew()
    beaconAnchor.weighAnew()
  }

  /// Looks whether the way of late is likelier elsewhere, where little is heard at once.
  mutating func lookBack(at known: SimTime) {
    guard filter.fewness > 0, known - trailTime > Self.trailInterval,
      known - climbTime > Self.settling
    else { return }
    let heard = trail.heard(at: reached)
    guard !heard.isEmpty else { return }
    trailTime = known
    let sureness = min(1, (known - startTime).seconds / Self.establishing)
    let found = filter.search(along: heard, compass: compass)
    guard filter.gain(found, heard, height: height, sureness: sureness) > Self.trailGain else {
      return
    }
    seek(found, of: heard.count, share: Self.trailShare, compass: nil, sureness: sureness)
  }

  /// Puts some guesses where the phone may be.
  private mutating func seek(
    _ found: IndoorFilter.Whereabouts, of readings: Int, share: Double, compass: Double?,
    sureness: Double
  ) {
    filter.scatter(
      found, of: readings, share: share, compass: compass, height: height, sureness: sureness)
    filter.openOffsets()
    filter.settle()
    wifiAnchor.weighAnew()
    beaconAnchor.weighAnew()
  }
}
