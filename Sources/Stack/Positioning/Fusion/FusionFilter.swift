import Geometry
import Glibc
public import Kernel
public import Observations

/// Loosely coupled fusion: Kalman filter of position and velocity from GNSS, Wi-Fi, cells and
/// steps.
///
/// The covariance is isotropic; the velocity is an Ornstein-Uhlenbeck (Gauss-Markov) process. A fix
/// of the GNSS filter replaces the state, because it contains the rest already; Wi-Fi and cell
/// positions are updates by their radius. Their errors are correlated over some distance, so a
/// repeated position at one spot adds nothing: each dt adds dt / 2τ of the information. Innovations
/// outside the gate are rejected, until several in a row reset the filter.
public struct FusionFilter: Sendable {
  /// Last measurement of one source.
  private struct LastMeasurement: Sendable {
    var time = SimTime.distantPast
    var count = 0
    /// Number of consecutive rejections.
    var rejectionCount = 0
  }

  public let parameters: Parameters
  private var plane: LocalPlane?
  private var time = SimTime.distantPast
  private var point = Vec2.zero
  private var velocity = Vec2.zero
  /// Variances of position and velocity along an axis, and their covariance.
  private var (placeVariance, velocityVariance, covariance) = (0.0, 0.0, 0.0)
  private var flags: ActivityFlags = []
  /// Source of the last adopted fix.
  private var adopted = LocationSource.gnss
  /// Walking speed from steps, in m/s, with its time.
  private var gait: (speed: Double, time: SimTime)?
  /// Speed of the last adopted fix, in m/s, if it has no course.
  private var speedAlone: Double?
  /// True if GNSS reports speeds.
  private var isSpeedReported = true
  private var (cell, wifi, sky) = (LastMeasurement(), LastMeasurement(), LastMeasurement())
  /// Height by GNSS and its accuracy.
  private var (altitude, altitudeAccuracy) = (0.0, -1.0)

  /// Creates a filter without a position.
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
  }

  /// Sets the process noise by the activity; at rest the velocity becomes zero (ZUPT).
  public mutating func receive(_ report: ActivityReport) {
    flags = report.flags
    guard isResting else { return }
    velocity = .zero
    velocityVariance = min(velocityVariance, parameters.stillSpeed * parameters.stillSpeed)
    covariance = 0
  }

  /// Updates the walking speed from the step count.
  public mutating func receive(_ record: PedometerRecord) {
    guard let pace = record.paceSecondsPerMetre, pace > parameters.minPace,
      pace < parameters.maxPace
    else { return }
    gait = (1 / pace, record.endTime)
  }

  /// Replaces the state by a fix of the GNSS filter or of beacons.
  ///
  /// An inaccurate fix is ignored while recent Wi-Fi positions are better.
  public mutating func adopt(_ fix: LocationFix) {
    guard Self.isSound(fix) else { return }
    predict(to: fix.time)
    let known = (Self.squaredRadius * placeVariance).squareRoot()
    let isKnown = plane != nil && fix.time - wifi.time < .seconds(parameters.namedSeconds)
    guard
      !isKnown || fix.horizontalAccuracyMetres < max(parameters.doubtfulMetres, known)
    else { return }
    reset(fix)
    sky = LastMeasurement(time: fix.time, count: fix.transmitterCount)
    if fix.source == .gnss { isSpeedReported = fix.speedMetresPerSecond >= 0 }
    // An adopted fix may also come from a beacon.
    adopted = fix.source
    if fix.verticalAccuracyMetres > 0 {
      (altitude, altitudeAccuracy) = (fix.altitudeMetres, fix.verticalAccuracyMetres)
    }
    guard !isResting, fix.speedMetresPerSecond >= 0 else { return }
    let speed = fix.speedMetresPerSecond
    velocityVariance = parameters.dopplerSigma * parameters.dopplerSigma
    if fix.courseDegrees >= 0 {
      let course = fix.courseDegrees * .pi / 180
      velocity = Vec2(sin(course), cos(course)) * speed
    } else {
      // Unknown direction: each axis has half of the squared speed.
      velocityVariance += speed * speed / 2
      speedAlone = speed
    }
  }

  /// Kalman update with a Wi-Fi or cell position.
  ///
  /// - Returns: True if the position passed the innovation gate.
  @discardableResult
  public mutating func receive(_ fix: LocationFix) -> Bool {
    guard Self.isSound(fix) else { return false }
    guard let plane, time < fix.time + .seconds(parameters.coastingSeconds),
      fix.time - time < .seconds(parameters.coastingSeconds)
    else {
      reset(fix)
      note(fix, isBelieved: true)
      return true
    }
    predict(to: fix.time)
    // A scan is some seconds old; a moving phone has moved since.
    let behind = min(0, (fix.time - time).seconds)
    let gap = plane.point(fix.coordinate) - (point + velocity * behind)
    let radius = fix.horizontalAccuracyMetres
    let plain = radius * radius / Self.squaredRadius
    let limit = parameters.rejection * parameters.rejection * 2
    guard gap.squaredLength < limit * (placeVariance + plain) else {
      note(fix, isBelieved: false)
      if word(of: fix).rejectionCount >= parameters.maxRejections {
        reset(fix)
        note(fix, isBelieved: true)
      }
      return false
    }
    update(by: gap, variance: plain * lasting(fix))
    note(fix, isBelieved: true)
    return true
  }

  /// Returns the predicted location; nil if unknown or too old.
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
    if isSpeedReported || isResting, (now - sky.time).seconds <= parameters.skySeconds {
      let speed = isResting ? 0 : speedAlone ?? ahead.velocity.length
      fix.speedMetresPerSecond = speed
      if speedAlone == nil, speed >= parameters.courseSpeed {
        let course = atan2(ahead.velocity.x, ahead.velocity.y) * 180 / .pi
        fix.courseDegrees = course < 0 ? course + 360 : course
      }
    }
    return fix
  }

  /// Squared 68 % radius of a circular normal distribution, in variances along an axis.
  static let squaredRadius = 2.28

  private static func isSound(_ fix: LocationFix) -> Bool {
    fix.horizontalAccuracyMetres > 0 && fix.horizontalAccuracyMetres < 1e6
      && abs(fix.coordinate.latitudeDegrees) < 89.9 && abs(fix.coordinate.longitudeDegrees) <= 180
  }

  /// Resets the state to a fix.
  private mutating func reset(_ fix: LocationFix) {
    plane = LocalPlane(at: fix.coordinate)
    time = max(time, fix.time)
    (point, velocity) = (.zero, .zero)
    speedAlone = nil
    placeVariance =
      fix.horizontalAccuracyMetres * fix.horizontalAccuracyMetres / Self.squaredRadius
    velocityVariance = speed * speed
    covariance = 0
  }

  /// True if the phone is at rest and not in a vehicle.
  private var isResting: Bool { flags.contains(.stationary) && !flags.contains(.automotive) }

  /// Velocity sigma along an axis for the current activity, in m/s.
  private var speed: Double {
    // A vehicle may stop at a light and go on at once.
    if flags.contains(.automotive) { return parameters.drivingSpeed }
    if isResting { return parameters.stillSpeed }
    if let gait, flags.contains(.walking) || flags.contains(.running),
      abs((time - gait.time).seconds) < parameters.gaitSeconds
    {
      // Unknown direction: each axis has half of the squared speed.
      return gait.speed / 2.0.squareRoot()
    }
    if flags.contains(.running) || flags.contains(.cycling) { return parameters.runningSpeed }
    return flags.contains(.walking) ? parameters.walkingSpeed : parameters.unknownSpeed
  }

  /// Kalman prediction to a later time.
  private mutating func predict(to now: SimTime) {
    let elapsed = (now - time).seconds
    guard elapsed > 0 else { return }
    time = now
    // Exact discretisation of an Ornstein-Uhlenbeck velocity and its integral.
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

  /// Returns the variance inflation of a position soon after another of its source.
  private func lasting(_ fix: LocationFix) -> Double {
    let isWiFi = fix.source == .wifi
    let since = (fix.time - word(of: fix).time).seconds
    let way = isWiFi ? parameters.wifiLastingMetres : parameters.cellLastingMetres
    let maximum = isWiFi ? parameters.wifiLastingSeconds : parameters.cellLastingSeconds
    let lasts = min(maximum, way / max(velocity.length, speed, parameters.minSpeed))
    return max(1, 2 * lasts / max(since, parameters.minIntervalSeconds))
  }

  private func word(of fix: LocationFix) -> LastMeasurement { fix.source == .cell ? cell : wifi }

  private mutating func note(_ fix: LocationFix, isBelieved: Bool) {
    var word = word(of: fix)
    if isBelieved {
      word = LastMeasurement(time: fix.time, count: fix.transmitterCount)
    } else {
      word.rejectionCount += 1
    }
    if fix.source == .cell { cell = word } else { wifi = word }
  }

  /// Returns the main source of the position.
  private func source(at now: SimTime) -> (name: LocationSource, count: Int) {
    // At rest an old position is still valid.
    let named = isResting ? parameters.coastingSeconds : parameters.namedSeconds
    let oldest = now - .seconds(named)
    if sky.time >= now - .seconds(parameters.skySeconds)
      || isResting && sky.time > max(wifi.time, oldest)
    {
      return (adopted, sky.count)
    }
    if wifi.time >= oldest { return (.wifi, wifi.count) }
    // A cell adds nothing to a recent GNSS or Wi-Fi position.
    if sky.time >= oldest || wifi.time > cell.time - .seconds(parameters.cellLagSeconds)
      || sky.time > cell.time
    {
      return (.deadReckoning, 0)
    }
    return (.cell, cell.count)
  }
}
