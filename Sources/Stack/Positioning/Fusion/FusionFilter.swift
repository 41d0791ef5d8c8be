import Geometry
import Glibc
public import Kernel
public import Observations

/// Where the phone is by all that says so: cells, access points, satellites, and what its owner does.
///
/// A Kalman filter of place and velocity whose errors are the same in all directions. What the
/// satellites' own filter says replaces what was known, for it has had the rest as well; what cells and
/// access points say is taken in by its radius. Their errors stay the same over some way, so that
/// asking again on the spot tells nothing new: whoever averages such a process has dt / 2τ of its
/// information each dt. What disagrees by far is left out, until it has done so for several times.
public struct FusionFilter: Sendable {
  /// What one source has said last.
  private struct Word: Sendable {
    var time = SimTime.distantPast
    var count = 0
    /// How often in a row it was left out.
    var doubts = 0
  }

  /// How it is set.
  public let parameters: Parameters
  private var plane: LocalPlane?
  private var time = SimTime.distantPast
  private var point = Vec2.zero
  private var velocity = Vec2.zero
  /// The variances of place and velocity along an axis, and their covariance.
  private var (placeVariance, velocityVariance, covariance) = (0.0, 0.0, 0.0)
  private var flags: ActivityFlags = []
  /// What made the last place that was adopted.
  private var adopted = LocationSource.gnss
  /// How fast the last steps were, in m/s, and when.
  private var gait: (speed: Double, time: SimTime)?
  /// Whether satellites tell the speed, too.
  private var isSpeedTold = true
  private var (cell, wifi, sky) = (Word(), Word(), Word())
  /// The height by satellites, and how good it was.
  private var (altitude, altitudeAccuracy) = (0.0, -1.0)

  /// Creates a filter that knows nothing.
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
  }

  /// Takes what is being done: it says how fast the place may change.
  public mutating func receive(_ report: ActivityReport) {
    flags = report.flags
    guard isResting else { return }
    velocity = .zero
    velocityVariance = min(velocityVariance, parameters.stillSpeed * parameters.stillSpeed)
    covariance = 0
  }

  /// Takes what is counted of steps: they say how fast who walks goes.
  public mutating func receive(_ record: PedometerRecord) {
    guard let pace = record.paceSecondsPerMetre, pace > parameters.minPace,
      pace < parameters.maxPace
    else { return }
    gait = (1 / pace, record.endTime)
  }

  /// Takes what the satellites' filter or beacons say, instead of all that was known.
  ///
  /// What they say badly is no news where access points of late say it better.
  public mutating func adopt(_ fix: LocationFix) {
    guard Self.isSound(fix) else { return }
    predict(to: fix.time)
    let known = (Self.squaredRadius * placeVariance).squareRoot()
    let isKnown = plane != nil && fix.time - wifi.time < .seconds(parameters.namedSeconds)
    guard
      !isKnown || fix.horizontalAccuracyMetres < max(parameters.doubtfulMetres, known)
    else { return }
    settle(fix)
    sky = Word(time: fix.time, count: fix.transmitterCount)
    if fix.source == .gnss { isSpeedTold = fix.speedMetresPerSecond >= 0 }
    // What is adopted may be a beacon's place, too.
    adopted = fix.source
    if fix.verticalAccuracyMetres > 0 {
      (altitude, altitudeAccuracy) = (fix.altitudeMetres, fix.verticalAccuracyMetres)
    }
    if !isResting, fix.speedMetresPerSecond >= 0 {
      let course = fix.courseDegrees * .pi / 180
      velocity =
        course < 0 ? .zero : Vec2(sin(course), cos(course)) * fix.speedMetresPerSecond
      velocityVariance = parameters.dopplerSigma * parameters.dopplerSigma
    }
  }

  /// Takes a place by access points or cells.
  ///
  /// - Parameter fix: Where the phone was at its time.
  /// - Returns: Whether it was believed.
  @discardableResult
  public mutating func receive(_ fix: LocationFix) -> Bool {
    guard Self.isSound(fix) else { return false }
    guard let plane, time < fix.time + .seconds(parameters.coastingSeconds),
      fix.time - time < .seconds(parameters.coastingSeconds)
    else {
      settle(fix)
      note(fix, isBelieved: true)
      return true
    }
    predict(to: fix.time)
    // A scan is of some seconds ago, during which who moves has gone on.
    let behind = min(0, (fix.time - time).seconds)
    let gap = plane.point(fix.coordinate) - (point + velocity * behind)
    let radius = fix.horizontalAccuracyMetres
    let plain = radius * radius / Self.squaredRadius
    let limit = parameters.rejection * parameters.rejection * 2
    guard gap.squaredLength < limit * (placeVariance + plain) else {
      note(fix, isBelieved: false)
      if word(of: fix).doubts >= parameters.patience {
        settle(fix)
        note(fix, isBelieved: true)
      }
      return false
    }
    update(by: gap, variance: plain * lasting(fix))
    note(fix, isBelieved: true)
    return true
  }

  /// Where the phone is.
  ///
  /// - Parameter now: When.
  /// - Returns: The place; nil if it isn't known or too old.
  public func fix(at now: SimTime) -> LocationFix? {
    guard let plane else { return nil }
    let last = max(cell.time, wifi.time, sky.time)
    guard (now - last).seconds <= parameters.coastingSeconds else { return nil }
    var ahead = self
    ahead.predict(to: now)
    let radius = (Self.squaredRadius * ahead.placeVariance).squareRoot()
    guard radius <= parameters.widestMetres else { return nil }
    let source = source(at: now)
    var fix = LocationFix(
      time: now, coordinate: plane.place(ahead.point), horizontalAccuracyMetres: radius,
      source: source.name, transmitterCount: source.count)
    if altitudeAccuracy > 0, (now - sky.time).seconds < parameters.coastingSeconds {
      fix.altitudeMetres = altitude
      fix.verticalAccuracyMetres =
        altitudeAccuracy + parameters.climbRate * max(0, (now - sky.time).seconds)
    }
    if isSpeedTold || isResting, (now - sky.time).seconds <= parameters.skySeconds {
      let speed = isResting ? 0 : ahead.velocity.length
      fix.speedMetresPerSecond = speed
      if speed >= parameters.courseSpeed {
        let course = atan2(ahead.velocity.x, ahead.velocity.y) * 180 / .pi
        fix.courseDegrees = course < 0 ? course + 360 : course
      }
    }
    return fix
  }

  /// The square of the 68 % radius of a round normal law, in variances along an axis.
  static let squaredRadius = 2.28

  private static func isSound(_ fix: LocationFix) -> Bool {
    fix.horizontalAccuracyMetres > 0 && fix.horizontalAccuracyMetres < 1e6
      && abs(fix.coordinate.latitudeDegrees) < 89.9 && abs(fix.coordinate.longitudeDegrees) <= 180
  }

  /// Begins where a fix says.
  private mutating func settle(_ fix: LocationFix) {
    plane = LocalPlane(at: fix.coordinate)
    time = max(time, fix.time)
    (point, velocity) = (.zero, .zero)
    placeVariance =
      fix.horizontalAccuracyMetres * fix.horizontalAccuracyMetres / Self.squaredRadius
    velocityVariance = speed * speed
    covariance = 0
  }

  /// Whether the phone lies still, and not in a vehicle.
  private var isResting: Bool { flags.contains(.stationary) && !flags.contains(.automotive) }

  /// How fast who does what is being done may go along an axis, in m/s.
  private var speed: Double {
    // Who is driven may stand at a light, and goes on at once.
    if flags.contains(.automotive) { return parameters.drivingSpeed }
    if isResting { return parameters.stillSpeed }
    if let gait, flags.contains(.walking) || flags.contains(.running),
      abs((time - gait.time).seconds) < parameters.gaitSeconds
    {
      // Whichever way: each axis has half of its square.
      return gait.speed / 2.0.squareRoot()
    }
    if flags.contains(.running) || flags.contains(.cycling) { return parameters.runningSpeed }
    return flags.contains(.walking) ? parameters.walkingSpeed : parameters.unknownSpeed
  }

  /// Goes on to a time; back it doesn't go.
  private mutating func predict(to now: SimTime) {
    let elapsed = (now - time).seconds
    guard elapsed > 0 else { return }
    time = now
    // An Ornstein-Uhlenbeck velocity and its integral, exactly.
    let lasts = parameters.velocitySeconds
    let decay = exp(-elapsed / lasts)
    let reach = lasts * (1 - decay)
    let fresh = speed * speed
    point += velocity * reach
    velocity = velocity * decay
    placeVariance += 2 * reach * covariance + reach * reach * velocityVariance
    placeVariance += fresh * lasts * (2 * elapsed - lasts * (3 - 4 * decay + decay * decay))
    covariance = decay * (covariance + reach * velocityVariance)
    covariance += fresh * lasts * (1 - decay) * (1 - decay)
    velocityVariance = decay * decay * velocityVariance + fresh * (1 - decay * decay)
  }

  private mutating func update(by gap: Vec2, variance: Double) {
    let total = placeVariance + variance
    let (gain, pull) = (placeVariance / total, covariance / total)
    point += gap * gain
    velocity += gap * pull
    velocityVariance -= pull * covariance
    placeVariance -= gain * placeVariance
    covariance -= gain * covariance
    velocityVariance = max(velocityVariance, 1e-6)
  }

  /// By how much less a place tells that comes soon after another of its kind.
  private func lasting(_ fix: LocationFix) -> Double {
    let isWiFi = fix.source == .wifi
    let since = (fix.time - word(of: fix).time).seconds
    let way = isWiFi ? parameters.wifiLastingMetres : parameters.cellLastingMetres
    let most = isWiFi ? parameters.wifiLastingSeconds : parameters.cellLastingSeconds
    let lasts = min(most, way / max(velocity.length, speed, parameters.leastSpeed))
    return max(1, 2 * lasts / max(since, parameters.leastIntervalSeconds))
  }

  private func word(of fix: LocationFix) -> Word { fix.source == .cell ? cell : wifi }

  private mutating func note(_ fix: LocationFix, isBelieved: Bool) {
    var word = word(of: fix)
    if isBelieved {
      word = Word(time: fix.time, count: fix.transmitterCount)
    } else {
      word.doubts += 1
    }
    if fix.source == .cell { cell = word } else { wifi = word }
  }

  /// What the place was mainly made from.
  private func source(at now: SimTime) -> (name: LocationSource, count: Int) {
    // Who rests is still where it was said.
    let named = isResting ? parameters.coastingSeconds : parameters.namedSeconds
    let oldest = now - .seconds(named)
    if sky.time >= now - .seconds(parameters.skySeconds)
      || isResting && sky.time > max(wifi.time, oldest)
    {
      return (adopted, sky.count)
    }
    if wifi.time >= oldest { return (.wifi, wifi.count) }
    // A cell adds nothing to what satellites or access points said a while ago.
    if sky.time >= oldest || wifi.time > cell.time - .seconds(parameters.cellLagSeconds)
      || sky.time > cell.time
    {
      return (.deadReckoning, 0)
    }
    return (.cell, cell.count)
  }
}
