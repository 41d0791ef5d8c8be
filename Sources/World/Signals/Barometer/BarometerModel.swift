import Glibc
public import Kernel
public import Observations
public import Truth

/// A phone's barometer: standard atmosphere, local pressure effects and sensor noise.
///
/// A reading is a function of position and time alone, independent of earlier readings.
public struct BarometerModel: SignalModel {
  /// The delay of the first sample of a relative altimeter after its start: 2.6 s (WWDC 2015, session 705).
  public static let firstSample = SimDuration.seconds(2.6)
  /// The sample interval of a relative altimeter: 1.3 s; see ``firstSample``.
  public static let interval = SimDuration.seconds(1.3)

  private let parameters: BarometerParameters
  private let air: BarometerAir
  private let sensor: BarometerSensor
  private let cabin: BarometerCabin
  private let gusts: SlowNoise
  /// Draws of the door pulses, by the index of the change.
  private let slams: RandomStream
  /// Draws of the pressure equalisation times at doors.
  private let doorStream: RandomStream

  public init(
    _ parameters: BarometerParameters, in air: BarometerAir, for receiver: SignalReceiver
  ) {
    self.parameters = parameters
    self.air = air
    sensor = BarometerSensor(parameters, for: receiver)
    cabin = BarometerCabin(for: receiver)
    slams = receiver.stream("barometer.slams")
    doorStream = receiver.stream("barometer.doors")
    // Air density times wind speed times its fluctuation, a third of which reaches a phone behind a
    // body: 1.2 kg/m³ · U · 0.3 U · 0.3 (estimates), over 1 to 60 s.
    let strength = parameters.wind ? 1.2 * 0.3 * 0.3 * air.windSpeed * air.windSpeed : 0
    gusts = SlowNoise(periods: 1...60, perOctave: 2, stream: receiver.stream("barometer.gusts")) {
      strength * strength / ($0 * log(60))
    }
  }

  /// The reading at a moment.
  public mutating func sense(along trajectory: Trajectory, at time: SimTime) -> PressureSample? {
    let seconds = (time - .start).seconds
    let around = pressureInCase(along: trajectory, at: time)
    let warmth = temperature(along: trajectory, at: time)
    return PressureSample(
      time: time, pressurePascals: sensor.reading(of: around, warmth: warmth, at: seconds),
      temperatureCelsius: warmth)
  }

  /// The pressure inside the phone's case, in Pa.
  private func pressureInCase(along trajectory: Trajectory, at time: SimTime) -> Double {
    let lag = parameters.caseSeconds
    guard lag > 0 else { return pressure(along: trajectory, at: time) }
    // A first-order lag is an exponentially weighted mean of the past: eight equal weights.
    let shares = 8
    return (0..<shares).reduce(0.0) { sum, share in
      let age = -lag * log(1 - (Double(share) + 0.5) / Double(shares))
      let past = max(.start, time - SimDuration(seconds: age))
      return sum + pressure(along: trajectory, at: past) / Double(shares)
    }
  }

  /// The pressure round the phone, in Pa.
  private func pressure(along trajectory: Trajectory, at time: SimTime) -> Double {
    let seconds = (time - .start).seconds
    let pose = trajectory.devicePose(at: time)
    var sum = air.pressure(
      atHeight: pose.position.z + pose.placement.heightMetres, seconds: seconds)
    sum += indoors(trajectory.level, at: time)
    if parameters.doors { sum += carDoors(trajectory.doing, at: time) }
    switch pose.doing {
    case .lift where parameters.lifts:
      // A car that fills half its shaft (an estimate): 0.8 Pa at 1 m/s, against the motion.
      sum += 0.8 * pose.velocity.z * abs(pose.velocity.z)
    case .driving, .passenger, .bus, .train:
      guard parameters.vehicles else { break }
      let start = trajectory.doing.changes.last { $0.time <= time }?.time ?? .start
      sum += cabin.pressure(
        speed: pose.speed, since: start, at: seconds,
        bus: pose.doing == .bus || pose.doing == .train)
    default: break
    }
    if parameters.wind {
      sum += gusts.value(at: seconds) * (pose.level == nil && !pose.doing.isMotorised ? 1 : 0.15)
    }
    return sum
  }

  /// The overpressure of the level, which equalises exponentially behind a door, plus door pulses.
  private func indoors(_ levels: Track<Int?>, at time: SimTime) -> Double {
    guard parameters.ventilation || parameters.doors else { return 0 }
    let changes = levels.changes
    let number = levels.index(at: time)
    // Back to a change whose influence has decayed.
    var first = number
    while first > 0, number - first < 4, (time - changes[first].time).seconds < 100 { first -= 1 }
    var value = air.overpressure(onLevel: changes[first].value)
    var pulse = 0.0
    for index in first..<number {
      let change = changes[index + 1]
      let until = index + 1 < number ? changes[index + 2].time : time
      let target = air.overpressure(onLevel: change.value)
      var draws = doorStream.at(index: UInt64(index + 1))
      // From an open door, 1 s, to a lobby of revolving doors, 20 s (estimates).
      let lag = exp(draws.uniform(in: 0...3))
      value = target + (value - target) * exp(-max(0, (until - change.time).seconds) / lag)
      let isEntrance =
        air.building(ofLevel: change.value) != air.building(ofLevel: changes[index].value)
      if parameters.doors, isEntrance {
        let age = (time - change.time).seconds
        pulse += 8 * draws.gaussian() * Self.slam(age)
      }
    }
    return value + pulse
  }

  /// The door slam at entering or leaving a vehicle: some 20 Pa (an estimate).
  private func carDoors(_ doings: Track<Doing>, at time: SimTime) -> Double {
    let changes = doings.changes
    let number = doings.index(at: time)
    guard number > 0,
      changes[number].value.isMotorised || changes[number - 1].value.isMotorised
    else { return 0 }
    let age = (time - changes[number].time).seconds
    guard age < 5 else { return 0 }
    var draws = slams.at(index: UInt64(number))
    return 20 * draws.gaussian() * Self.slam(age)
  }

  /// The pressure pulse of a door: rises within 0.1 s, decays within a second.
  private static func slam(_ age: Double) -> Double {
    (exp(-age / 0.4) - exp(-age / 0.1)) * 1.6
  }

  /// The sensor's temperature, which follows its surroundings within minutes.
  private func temperature(along trajectory: Trajectory, at time: SimTime) -> Double {
    // 15 °C outdoors (standard atmosphere), 22 °C indoors and in cars, 7 K more at a body, 4 K more
    // by self-heating; a time constant of 5 minutes (estimates).
    func warmth(_ level: Int?, _ doing: Doing) -> Double {
      level == nil && !doing.isMotorised ? 15 : 22
    }
    let changes = trajectory.level.changes
    let number = trajectory.level.index(at: time)
    let target = warmth(
      changes[number].value, trajectory.doing[time])
    let body = trajectory.placement[time].isOnBody ? 7.0 : 0
    guard number > 0 else { return target + body + 4 }
    let before = warmth(changes[number - 1].value, .standing)
    let age = (time - changes[number].time).seconds
    return target + (before - target) * exp(-age / 300) + body + 4
  }
}

extension Doing {
  /// True for activities in a vehicle with a cabin.
  var isMotorised: Bool {
    self == .driving || self == .passenger || self == .bus || self == .train
  }
}
