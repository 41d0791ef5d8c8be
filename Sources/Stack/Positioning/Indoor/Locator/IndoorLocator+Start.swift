import Geometry
import Kernel

// First fix.

extension IndoorLocator {
  /// Collects the readings of the last seconds, because the first scan arrives in parts.
  mutating func gather(_ due: [ReceivedLevel], at known: SimTime) {
    gathered.removeAll { [gathering = parameters.beginning.gathering] in
      known - $0.time > gathering
    }
    gathered += due.map { received in
      var still = received
      still.way = .zero
      return (known, still)
    }
  }

  /// Averages of the collected readings by transmitter: shadowing is the same in all readings of one at a spot.
  var lately: [ReceivedLevel] {
    var averages: [ReceivedLevel] = []
    for (_, reading) in gathered {
      guard let index = averages.firstIndex(where: { $0.sender == reading.sender }) else {
        averages.append(reading)
        continue
      }
      averages[index].count += 1
      averages[index].level += (reading.level - averages[index].level) / averages[index].count
    }
    return averages
  }

  /// Starts once enough readings are collected.
  mutating func start(at known: SimTime, _ now: SimTime) {
    guard let first = gathered.first, !isDriven, now - awayTime > parameters.sky.absence else {
      return
    }
    let beginning = parameters.beginning
    let count = lately.count
    let isPatient = known - first.time < beginning.timeout && count < beginning.goodReadings
    let isOpen = openEpochs > 0
    let minimum =
      isOpen ? beginning.minReadings : min(beginning.fewReadings, beginning.minReadings)
    guard count >= minimum, !isPatient else { return }
    isActive = true
    (startTime, searchTime) = (known, known)
    fit = 1
    misfit = RadioMisfit()
    filter.misfit = 1
    barometer.forget()
    begin(at: known)
  }

  /// Draws all particles from the collected readings.
  mutating func begin(at known: SimTime) {
    let received = lately
    // The weather is slow, so the barometer's last ground level gives the level.
    let confidence = max(0, 1 - (known - lostTime).seconds / parameters.beginning.groundMemory)
    filter.reinitialise(
      filter.search(received, facing: facing, receiving: filter.sparsity), of: received.count,
      share: 1, compass: compass, height: barometer.value, confidence: confidence)
    filter.normalise()
    time = known
    (walkedWay, recentWay) = (0, 0)
    reached = trace.point(at: known)
    turnovers = trace.turnovers
    trail.forget()
    // The readings of the start count as weighted.
    filter.particles.setHeading(trace.isAlive ? trace.heading : .zero)
    for weighed in [
      wifiAnchor.begin(with: received.filter { !$0.isBeacon }),
      beaconAnchor.begin(with: received.filter(\.isBeacon)),
    ] {
      filter.begin(with: weighed, share: 1)
    }
    count(received)
  }

  /// Heading of the user by the compass; zero if unknown.
  private var facing: Vec2 {
    guard trace.isAlive, trace.knowsTurns, let compass else { return .zero }
    return trace.heading.turned(as: Vec2(angle: compass))
  }
}
