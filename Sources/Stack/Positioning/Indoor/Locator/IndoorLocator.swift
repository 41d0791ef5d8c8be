import Geometry
import Glibc
public import Kernel
public import Maps
public import Observations
public import Parts

/// Finds a phone in a building that was surveyed: by access points and beacons, by how its owner
/// walks, by what walls allow and by the barometer.
///
/// It detects no steps: whoever uses it alone hands it the footfalls that a step counter has found in the
/// same readings, as `Pedometer.hear(_:)` returns them, before the readings themselves.
public struct IndoorLocator: Sendable {
  /// How it is set.
  public let parameters: Parameters
  let field: RadioField
  var filter: IndoorFilter
  var trace: StepTrace
  /// How far along the trace the particles are.
  var reached = Vec2.zero
  var pending: [(time: SimTime, heard: HeardLevel)] = []
  /// When each sender's last used reading was.
  var used: [SimTime]
  var time = SimTime.distantPast
  var isActive = false
  var startTime = SimTime.distantPast
  var gathered: [(time: SimTime, heard: HeardLevel)] = []
  var lastHeard = SimTime.distantPast
  /// When each beacon was last heard, when any was, and when those unheard were last looked for.
  var heardTimes: [SimTime]
  var (lastBeacon, missTime) = (SimTime.distantPast, SimTime.distantPast)
  /// Since when beacons have been heard without a long pause: nobody knows who listened before.
  var beaconsSince = SimTime.distantPast
  let beacons: [Int]
  var barometer: BarometricHeight
  /// When the phone last was between levels.
  var climbTime = SimTime.distantPast
  var turnovers = 0
  /// What was heard since the phone was last elsewhere.
  var wifiAnchor, beaconAnchor: RadioAnchor
  var trail: RadioTrail
  var magneticWay: MagneticWay
  var heardFew = 0.0
  var silentWay = 0.0
  /// How far the phone has been walked with since all particles were last put by radio, in m.
  var walkedWay = 0.0
  var lostTime = SimTime.distantPast
  var trailTime = SimTime.distantPast
  var fit = 1.0
  var misfit = RadioMisfit()
  /// When, and where in the trace's frame, the phone was last looked for elsewhere.
  var searchTime = SimTime.distantPast
  var searchPlace = Vec2.zero
  var speed = 0.0
  var isDriven = false
  var (wifiCount, beaconCount) = (0, 0)
  var skyOdds = 0.0
  /// Whether satellites are so strong that what they say isn't said through a roof.
  var isSkyClear = true
  /// How many epochs in a row were as in the open.
  var openEpochs = 0
  /// How many locations by satellites in a row were far from here, how many on no level, and when the
  /// phone was last away.
  var (farFixes, nearFixes) = (0, 0)
  var awayTime = SimTime.distantPast
  /// How likely the phone is outdoors, smoothed.
  var outsideShare = 0.0
  var restSeconds = 0.0
  /// When radio last said that the phone is carried though nobody walks with it.
  var carriedTime = SimTime.distantPast

  /// Creates a locator for a place.
  ///
  /// - Parameters:
  ///   - map: The place; its radio map must be there.
  ///   - parameters: How it is set.
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
    magneticWay = MagneticWay(spacing: parameters.magneticField.spacing)
    heardTimes = [SimTime](repeating: .distantPast, count: radio.senders.count)
    beacons = radio.senders.indices.filter { [field] in field.isBeacon($0) }
    wifiAnchor = RadioAnchor(
      senders: radio.senders.count, isBeacon: false,
      noise: Float(radio.wifiNoise * radio.wifiNoise), parameters.anchors)
    beaconAnchor = RadioAnchor(
      senders: radio.senders.count, isBeacon: true,
      noise: Float(radio.beaconNoise * radio.beaconNoise), parameters.anchors)
    used = [SimTime](repeating: .distantPast, count: radio.senders.count)
  }

  // MARK: - What the phone senses

  /// Takes a scan of access points.
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
        // Systems repeat what they heard before.
        reading.time > used[sender], scan.endTime - reading.time < readings.oldest,
        // Where the phone was before its motion is known of, nobody can say.
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
      let heard = HeardLevel(
        sender: sum.sender, level: Float(sum.level / sum.count), isBeacon: false)
      pending.append((sum.time, heard))
    }
    if !sums.isEmpty { lastHeard = max(lastHeard, scan.endTime) }
  }

  /// Takes a beacon's advertisement.
  public mutating func receive(_ heard: BeaconAdvertisement) {
    guard parameters.usesBeacons, heard.rssiDecibelMilliwatts.isFinite,
      heard.rssiDecibelMilliwatts < 0, let sender = field.index(of: .beacon(heard.identity))
    else { return }
    lastHeard = max(lastHeard, heard.time)
    if heard.time - lastBeacon > parameters.missing.heardWithin { beaconsSince = heard.time }
    (heardTimes[sender], lastBeacon) = (heard.time, max(lastBeacon, heard.time))
    pending.append(
      (
        heard.time,
        HeardLevel(
          sender: sender, level: Float(heard.rssiDecibelMilliwatts), isBeacon: true)
      ))
  }

  /// Takes footfalls as soon as they show, oldest first; without any, nobody walks.
  public mutating func receive(_ footfalls: [Footfall]) {
    if parameters.usesMotion { trace.receive(footfalls) }
  }

  /// Takes readings of the accelerometer, for how the phone is held.
  public mutating func receive(accelerometer batch: InertialBatch) {
    if parameters.usesMotion { trace.receive(accelerometer: batch) }
  }

  /// Takes readings of the gyroscope.
  public mutating func receive(gyroscope batch: InertialBatch) {
    if parameters.usesMotion { trace.receive(gyroscope: batch) }
  }

  /// Takes readings of the magnetometer.
  public mutating func receive(magnetometer batch: InertialBatch) {
    if parameters.usesMotion { trace.receive(magnetometer: batch) }
  }

  /// Takes a reading of the barometer.
  public mutating func receive(_ sample: PressureSample) { barometer.receive(sample) }

  /// Takes what is being done.
  public mutating func receive(_ report: ActivityReport) {
    isDriven = report.flags.contains(.automotive)
  }

  // MARK: - What comes of it

  /// Whether the phone is where the survey reaches, indoors or about to be.
  public var isNear: Bool { isActive }

  /// Whether the phone is indoors beyond doubt, and not about to leave.
  public var isSettled: Bool {
    // Where little is heard, satellites that show themselves are listened to.
    isActive && outsideShare < parameters.answer.settledShare && openEpochs == 0
      && !(filter.sparsity > 0 && isSkyClear)
  }

  /// Where the phone is, if it is inside.
  ///
  /// - Parameter now: When.
  /// - Returns: The location with its floor; nil outdoors, and where nothing is known.
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
    if !due.isEmpty { (filter.sparsity, silentWay) = (sparsity, 0) }
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
    weighUnheardBeacons(at: known)
    filter.normalise()
    searchElsewhere(due, at: known)
    searchAlongTrail(at: known)
    return makeFix(at: now)
  }

  /// Whether the phone's motion of late is known.
  func knowsMotion(at now: SimTime) -> Bool {
    parameters.usesMotion && trace.isAlive && now - trace.time < parameters.movement.freshness
  }

  /// The readings that motion has caught up with.
  mutating func takeDue(until known: SimTime, _ now: SimTime) -> [HeardLevel] {
    var due: [HeardLevel] = []
    var beacons: [Int: (level: Float, count: Float, time: SimTime)] = [:]
    let limit = max(known, now - parameters.readings.patience)
    for entry in pending where entry.time <= limit {
      guard entry.heard.isBeacon else {
        var heard = entry.heard
        heard.way = way(since: entry.time, until: known)
        due.append(heard)
        continue
      }
      let sum = beacons[entry.heard.sender] ?? (0, 0, .distantPast)
      beacons[entry.heard.sender] = (
        sum.level + entry.heard.level, sum.count + 1, max(sum.time, entry.time)
      )
    }
    for (sender, sum) in beacons.sorted(by: { $0.key < $1.key }) {
      var heard = HeardLevel(sender: sender, level: sum.level / sum.count, isBeacon: true)
      heard.way = way(since: sum.time - .seconds(parameters.readings.beaconLag), until: known)
      due.append(heard)
    }
    pending.removeAll { $0.time <= limit }
    return due
  }

  func way(since moment: SimTime, until known: SimTime) -> Vec2 {
    guard trace.isAlive, moment < known else { return .zero }
    return trace.point(at: known) - trace.point(at: moment)
  }

  var compass: Double? { parameters.usesMotion ? trace.compassTurn : nil }

  /// Moves all particles up to a time.
  mutating func move(to known: SimTime, _ isMoving: Bool) {
    let elapsed = (known - time).seconds
    guard elapsed > 0 else { return }
    let (process, movement) = (parameters.filter, parameters.movement)
    let wasWalking = filter.particles.isWalking
    let isCarried = isMoving && !trace.isWalking && known - carriedTime < movement.carrying
    filter.particles.isWalking = isMoving && trace.isWalking
    if isMoving {
      rest(elapsed)
      // From where the particles have come to: steps are told somewhat late, but all of them count.
      var from = reached
      let stops = trace.knots.map(\.time).filter { $0 > time && $0 < known } + [known]
      for stop in stops {
        let to = trace.point(at: stop)
        let step = to - from
        let way = step.length
        wifiAnchor.way += way
        beaconAnchor.way += way
        silentWay += way
        walkedWay += way
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
        magneticWay.forget()
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
    filter.particles.passDoors(share: min(movement.mostDoorShare, movement.doorRate * elapsed))
    climb(elapsed, at: known)
    time = known
  }

  /// Notes how long the phone hasn't been walked with: directions are less and less sure.
  mutating func rest(_ elapsed: Double) {
    guard trace.isWalking else {
      restSeconds += elapsed
      return
    }
    let movement = parameters.movement
    if restSeconds > parameters.trail.restMemory { trail.forget(keepsLast: true) }
    if restSeconds > movement.leastRest {
      let spread = movement.restSpread + movement.restDrift * restSeconds
      filter.particles.loseDirection(by: min(movement.mostRestSpread, spread), share: 1)
    }
    restSeconds = 0
  }
}
