import Geometry
import Glibc
public import Kernel
public import Maps
public import Observations
public import Parts

/// Indoor locator: particle filter with Wi-Fi and BLE radio maps, PDR, walls and barometer.
///
/// It detects no steps. A caller that uses it alone passes the step events that a pedometer has
/// found in the same readings, as `Pedometer.hear(_:)` returns them, before the readings
/// themselves.
public struct IndoorLocator: Sendable {
  public let parameters: Parameters
  let field: RadioField
  var filter: IndoorFilter
  var trace: StepTrace
  /// Position on the trace up to which the particles have moved.
  var reached = Vec2.zero
  var pending: [(time: SimTime, received: ReceivedLevel)] = []
  /// Time of the last used reading of each transmitter.
  var used: [SimTime]
  var time = SimTime.distantPast
  var isActive = false
  var startTime = SimTime.distantPast
  var gathered: [(time: SimTime, received: ReceivedLevel)] = []
  var lastReceived = SimTime.distantPast
  /// Last reception of each beacon, last reception of any, and last check for missing ones.
  var receivedTimes: [SimTime]
  var (lastBeacon, missTime) = (SimTime.distantPast, SimTime.distantPast)
  /// Start of the current reception of beacons without a long gap; earlier reception is unknown.
  var beaconsSince = SimTime.distantPast
  let beacons: [Int]
  var barometer: BarometricHeight
  /// Last time between levels.
  var climbTime = SimTime.distantPast
  var turnovers = 0
  /// Averages of readings since the last change of spot.
  var wifiAnchor, beaconAnchor: RadioAnchor
  var trail: RadioTrail
  var magneticTrack: MagneticTrack
  var receivedFew = 0.0
  var silentPathMetres = 0.0
  /// Distance walked since all particles were last drawn from radio, in m.
  var walkedWay = 0.0
  /// Distance walked lately, in m: an exponential sum, zero after a draw from radio.
  var recentWay = 0.0
  /// Time of the latest readings, and true if they alone give the location: without motion data, after a gap.
  var (dueTime, isOfOneScan) = (SimTime.distantPast, false)
  var lostTime = SimTime.distantPast
  var trailTime = SimTime.distantPast
  var fit = 1.0
  var misfit = RadioMisfit()
  /// Time and position in the trace's frame of the last search.
  var searchTime = SimTime.distantPast
  var searchPlace = Vec2.zero
  var speed = 0.0
  var isDriven = false
  var (wifiCount, beaconCount) = (0, 0)
  var skyOdds = 0.0
  /// True if satellites are too strong for reception through a roof.
  var isSkyClear = true
  /// Number of consecutive open-sky epochs.
  var openEpochs = 0
  /// Number of consecutive GNSS fixes far from here and on no level; and the last time of absence.
  var (farFixes, nearFixes) = (0, 0)
  var awayTime = SimTime.distantPast
  /// Smoothed outdoor share of the particles.
  var outsideShare = 0.0
  var restSeconds = 0.0
  /// Last time at which radio showed a carried phone without steps.
  var carriedTime = SimTime.distantPast

  /// Creates a locator; nil without a radio map.
  public init?(map: VenueMap, parameters: Parameters = Parameters()) {
    guard let radio = map.radioMap, !radio.planes.isEmpty, !radio.senders.isEmpty else {
      return nil
    }
    self.parameters = parameters
    let plan = IndoorPlan(radio, in: map, parameters)
    field = RadioField(radio, on: plan, parameters.radio)
    filter = IndoorFilter(
      plan: plan, field: field,
      magnetic: parameters.usesMagneticField
        ? radio.magnetic.flatMap { MagneticGrid($0, planes: radio.planes.count) } : nil,
      noise: (radio.wifiNoise, radio.beaconNoise),
      parameters: parameters)
    trace = StepTrace(parameters.deadReckoning)
    trail = RadioTrail(parameters.trail)
    barometer = BarometricHeight(parameters.levels)
    magneticTrack = MagneticTrack(spacing: parameters.magneticField.spacing)
    receivedTimes = [SimTime](repeating: .distantPast, count: radio.senders.count)
    beacons = radio.senders.indices.filter { [field] in field.isBeacon($0) }
    wifiAnchor = RadioAnchor(
      senders: radio.senders.count, isBeacon: false,
      noise: Float(radio.wifiNoise * radio.wifiNoise), parameters.anchors)
    beaconAnchor = RadioAnchor(
      senders: radio.senders.count, isBeacon: true,
      noise: Float(radio.beaconNoise * radio.beaconNoise), parameters.anchors)
    used = [SimTime](repeating: .distantPast, count: radio.senders.count)
  }

  // MARK: - Sensor data

  /// Processes a scan of access points.
  public mutating func receive(_ scan: WiFiScan) {
    guard parameters.usesWiFi else { return }
    let readings = parameters.readings
    var sums: [(sender: Int, level: Double, count: Double, time: SimTime)] = []
    misfit.fade(to: 1 - parameters.search.fitGain)
    for reading in scan.readings
    where reading.rssiDecibelMilliwatts > parameters.answer.strong
      && scan.endTime - reading.time < readings.oldest
    {
      misfit.meet(isKnown: field.index(of: reading) != nil)
    }
    for reading in scan.readings where reading.rssiDecibelMilliwatts.isFinite {
      guard let sender = field.index(of: reading),
        // Operating systems repeat old scans.
        reading.time > used[sender], scan.endTime - reading.time < readings.oldest,
        // The position before the first motion data is unknown.
        !trace.isAlive || trace.start - reading.time < readings.forerun
      else { continue }
      if let index = sums.firstIndex(where: { $0.sender == sender }) {
        sums[index].level += reading.rssiDecibelMilliwatts
        sums[index].count += 1
        sums[index].time = max(sums[index].time, reading.time)
      } else {
        sums.append((sender, reading.rssiDecibelMilliwatts, 1, reading.time))
      }
    }
    for sum in sums {
      used[sum.sender] = sum.time
      let received = ReceivedLevel(
        sender: sum.sender, level: Float(sum.level / sum.count), isBeacon: false)
      pending.append((sum.time, received))
    }
    if !sums.isEmpty { lastReceived = max(lastReceived, scan.endTime) }
  }

  /// Processes a beacon advertisement.
  public mutating func receive(_ received: BeaconAdvertisement) {
    guard parameters.usesBeacons, received.rssiDecibelMilliwatts.isFinite,
      received.rssiDecibelMilliwatts < 0, let sender = field.index(of: .beacon(received.identity))
    else { return }
    lastReceived = max(lastReceived, received.time)
    if received.time - lastBeacon > parameters.missing.receivedWithin {
      beaconsSince = received.time
    }
    (receivedTimes[sender], lastBeacon) = (received.time, max(lastBeacon, received.time))
    pending.append(
      (
        received.time,
        ReceivedLevel(
          sender: sender, level: Float(received.rssiDecibelMilliwatts), isBeacon: true)
      ))
  }

  /// Processes step events as soon as they are detected, oldest first.
  public mutating func receive(_ stepEvents: [StepEvent]) {
    if parameters.usesMotion { trace.receive(stepEvents) }
  }

  /// Processes accelerometer data, for the attitude of the phone.
  public mutating func receive(accelerometer batch: InertialBatch) {
    if parameters.usesMotion { trace.receive(accelerometer: batch) }
  }

  /// Processes gyroscope data.
  public mutating func receive(gyroscope batch: InertialBatch) {
    if parameters.usesMotion { trace.receive(gyroscope: batch) }
  }

  /// Processes magnetometer data.
  public mutating func receive(magnetometer batch: InertialBatch) {
    if parameters.usesMotion { trace.receive(magnetometer: batch) }
  }

  /// Processes a barometer reading.
  public mutating func receive(_ sample: PressureSample) { barometer.receive(sample) }

  /// Processes an activity report.
  public mutating func receive(_ report: ActivityReport) {
    isDriven = report.flags.contains(.automotive)
  }

  // MARK: - Results

  /// True if the phone is within the surveyed area, indoors or about to enter.
  public var isNear: Bool { isActive }

  /// True if the phone is certainly indoors, and not about to leave.
  public var isCertainlyIndoors: Bool {
    // Where transmitters are sparse, a clear sky counts against being indoors.
    isActive && outsideShare < parameters.answer.certainShare && openEpochs == 0
      && !(filter.sparsity > 0 && isSkyClear)
  }

  /// Returns the indoor location; nil outdoors or without a start.
  public mutating func fix(at now: SimTime) -> LocationFix? {
    let isMoving = knowsMotion(at: now)
    let known = isMoving ? min(trace.time, now) : now
    pending.removeAll { [oldest = parameters.readings.oldest] in now - $0.time > oldest }
    guard speed < parameters.absence.fastest else {
      isActive = false
      return nil
    }
    loseIfSilent(at: now, isMoving)
    let due = takeDue(until: known, now)
    gather(due, at: known)
    if !due.isEmpty {
      (filter.sparsity, silentPathMetres) = (sparsity, 0)
      isOfOneScan = !isMoving && known - dueTime > parameters.answer.scanGap
      dueTime = known
    }
    guard isActive else {
      start(at: known, now)
      return isActive ? makeFix(at: now) : nil
    }
    if !due.isEmpty, known - startTime < parameters.beginning.retrying,
      filter.particles.estimate().spread > parameters.beginning.vagueSpread
    {
      begin(at: known)
      return makeFix(at: now)
    }
    move(to: known, isMoving)
    if !due.isEmpty { filter.particles.setHeading(isMoving ? trace.heading : .zero) }
    weighMagneticField(until: known, isMoving)
    weigh(due, isAtRest: isMoving && !trace.isWalking)
    weighUndetectedBeacons(at: known)
    filter.normalise()
    searchElsewhere(due, at: known)
    searchAlongTrail(at: known)
    return makeFix(at: now)
  }

  /// True if recent motion data is available.
  func knowsMotion(at now: SimTime) -> Bool {
    parameters.usesMotion && trace.isAlive && now - trace.time < parameters.movement.freshness
  }

  /// Returns the readings up to the time of the motion data, with beacon readings averaged.
  mutating func takeDue(until known: SimTime, _ now: SimTime) -> [ReceivedLevel] {
    var due: [ReceivedLevel] = []
    var beacons: [Int: (level: Float, count: Float, time: SimTime)] = [:]
    let limit = max(known, now - parameters.readings.timeout)
    for entry in pending where entry.time <= limit {
      guard entry.received.isBeacon else {
        var received = entry.received
        received.way = way(since: entry.time, until: known)
        due.append(received)
        continue
      }
      let sum = beacons[entry.received.sender] ?? (0, 0, .distantPast)
      beacons[entry.received.sender] = (
        sum.level + entry.received.level, sum.count + 1, max(sum.time, entry.time)
      )
    }
    for (sender, sum) in beacons.sorted(by: { $0.key < $1.key }) {
      var received = ReceivedLevel(sender: sender, level: sum.level / sum.count, isBeacon: true)
      received.way = way(since: sum.time - .seconds(parameters.readings.beaconLag), until: known)
      due.append(received)
    }
    pending.removeAll { $0.time <= limit }
    return due
  }

  func way(since moment: SimTime, until known: SimTime) -> Vec2 {
    guard trace.isAlive, moment < known else { return .zero }
    return trace.point(at: known) - trace.point(at: moment)
  }

  var compass: Double? { parameters.usesMotion ? trace.compassTurn : nil }

  /// Moves all particles to a time.
  mutating func move(to known: SimTime, _ isMoving: Bool) {
    let elapsed = (known - time).seconds
    guard elapsed > 0 else { return }
    let (process, movement) = (parameters.filter, parameters.movement)
    let wasWalking = filter.particles.isWalking
    let isCarried = isMoving && !trace.isWalking && known - carriedTime < movement.carrying
    recentWay *= exp(-elapsed / parameters.answer.recentSeconds)
    filter.particles.isWalking = isMoving && trace.isWalking
    if isMoving {
      rest(elapsed)
      // Starts from the particles' position on the trace, because steps are reported late.
      var from = reached
      let stops = trace.knots.map(\.time).filter { $0 > time && $0 < known } + [known]
      for stop in stops {
        let to = trace.point(at: stop)
        let step = to - from
        let way = step.length
        wifiAnchor.way += way
        beaconAnchor.way += way
        silentPathMetres += way
        walkedWay += way
        recentWay += way
        let noise = trace.knowsTurns ? process.turnNoise : process.blindTurnNoise
        filter.particles.walk(
          step, turnNoise: noise * min(1, way / process.stepLength).squareRoot())
        filter.particles.stepOn(step)
        from = to
      }
      reached = from
      let drift = trace.isWalking ? process.walkingDrift : process.restingDrift
      filter.particles.drift(
        (isCarried ? process.carriedDrift : drift) * elapsed.squareRoot(), seconds: elapsed)
      if isCarried { filter.particles.resetDeadReckoned() }
      if wasWalking, !trace.isWalking { filter.particles.board() }
      if trace.turnovers != turnovers {
        turnovers = trace.turnovers
        filter.particles.loseDirection(by: movement.turnoverSpread, share: movement.turnoverShare)
        trail.forget()
        magneticTrack.forget()
        filter.magneticOffset.open()
      }
    } else {
      wifiAnchor.way += elapsed
      beaconAnchor.way += elapsed
      filter.particles.drift(process.blindDrift * elapsed.squareRoot(), seconds: elapsed)
      filter.particles.resetDeadReckoned()
    }
    let share = filter.particles.ride(seconds: elapsed)
    let way = (isCarried ? 1 : share) * parameters.belts.speed * elapsed
    wifiAnchor.way += way
    beaconAnchor.way += way
    filter.particles.passDoors(share: min(movement.maxDoorShare, movement.doorRate * elapsed))
    climb(elapsed, at: known)
    time = known
  }

  /// Tracks the time at rest; headings become uncertain.
  mutating func rest(_ elapsed: Double) {
    guard trace.isWalking else {
      restSeconds += elapsed
      return
    }
    let movement = parameters.movement
    if restSeconds > parameters.trail.restMemory { trail.forget(keepsLast: true) }
    if restSeconds > movement.minRest {
      let spread = movement.restSpread + movement.restDrift * restSeconds
      filter.particles.loseDirection(by: min(movement.maxRestSpread, spread), share: 1)
    }
    restSeconds = 0
  }
}
