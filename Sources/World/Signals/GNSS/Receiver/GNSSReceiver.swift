import Geometry
import Glibc
public import Kernel
public import Observations
public import Truth

/// A GNSS receiver: geometry, atmosphere, buildings, multipath, body loss, tracking loops and noise.
///
/// Errors have their natural causes. Those of satellites and atmosphere are common to all receivers of a
/// run; echoes follow from buildings and the carrier phase, so that two passes at one position and time
/// agree; noise is drawn per receiver, satellite and time. Only locks, decoded messages and the
/// accumulated delta range have memory: they depend on the times of the calls.
///
/// A satellite without time of week has a pseudorange modulo one light millisecond, without the flags for
/// it, as in Android.
public struct GNSSReceiver: SignalModel {
  /// The gap between calls, in s, beyond which the receiver counts as switched off.
  public static let longestGap = 3.0

  let parameters: GNSSParameters
  let surroundings: GNSSSurroundings
  let traits: GNSSReceiverParameters
  let receiver: SignalReceiver
  let clock: GNSSClock
  let antenna: GNSSAntenna
  let correlators: [GNSSCorrelator]
  let spacing: Double
  let bandwidth: Double
  /// Exponent of the loop's narrowing for weak signals; 0 for a given bandwidth.
  let narrowing: Double
  /// Thermal code noise at 36 dB-Hz, in chips.
  let usualNoise: Double
  /// The fraction of fresh noise per second in a smoothing loop, and the rest.
  let freshNoise: Double
  let oldNoise: Double
  /// Device spread of the noise and of its reported sigma.
  let spread: GNSSDeviceSpread
  /// Min C/N0 for tracking, in dB-Hz.
  let floor: Double
  /// Settling time of the delay loop, in s: a fourth of the inverse of its noise bandwidth.
  let settling: Double
  /// Corner frequency of the loop, in rad/s: from its smoothing, or four times a given noise bandwidth.
  let corner: Double
  /// C/N0 offset of each satellite, including the device's, in dB.
  let strengths: [Double]
  /// Inter-system and inter-channel biases by satellite, in m.
  let biases: [Double]
  let isReceived: [Bool]
  let jitterDraws: RandomStream
  let codeDraws: RandomStream
  let fadingDraws: RandomStream

  var channels: [GNSSChannel]
  var slow: [GNSSSlowErrors]
  var facades = GNSSFacadeList()
  var rough: GNSSRoughFacades
  var vehicles = GNSSVehicles()
  var arrivals: [GNSSArrival] = []
  var echoes: [GNSSEcho] = []
  var hits: [SegmentIndex.Hit] = []
  /// The last call and the last power-on, in s since the scenario's start.
  var lastTime: Double?
  var onSince = 0.0
  /// True if the time is known to a few seconds; and the time of the network's assistance, in s.
  var knowsTime = false
  var helpAt = Double.infinity
  var startKind = GNSSStart.cold
  var clockSteps = 0.0
  var discontinuities = 0

  public init(
    _ parameters: GNSSParameters, in surroundings: GNSSSurroundings, for receiver: SignalReceiver
  ) {
    self.parameters = parameters
    self.surroundings = surroundings.apart()
    self.receiver = receiver
    let traits = GNSSReceiverParameters(receiver.make.gnssKind ?? parameters.receiver)
    self.traits = traits
    let spacing = parameters.correlatorSpacingChips ?? traits.spacing
    let bandwidth = parameters.loopBandwidthHertz ?? traits.bandwidth
    self.spacing = spacing
    self.bandwidth = bandwidth
    narrowing = parameters.loopBandwidthHertz == nil ? traits.narrowing : 0
    let gps = GNSSSignal(.gps, channel: 0)
    usualNoise = gps.codeNoise(36, bandwidth: bandwidth, spacing: spacing) / gps.chip
    let isOwn =
      parameters.noise && parameters.deviceSpread && parameters.loopBandwidthHertz == nil
    spread = isOwn ? GNSSDeviceSpread(traits, receiver.stream("gnss.manner")) : GNSSDeviceSpread()
    // Second differences of x' = -x/τ + white, less those of the smoothest noise.
    let kept = exp(-1 / traits.smoothing)
    let fresh = traits.smoothing > 2 ? (6 - 8 * kept + 2 * kept * kept) / 6 : 0
    (freshNoise, oldNoise) = (fresh.squareRoot(), (1 - fresh).squareRoot())
    corner = parameters.loopBandwidthHertz.map { 4 * max($0, 0.05) } ?? 1 / traits.smoothing
    rough = GNSSRoughFacades(scattering: parameters.facadeScatter)
    floor = max(parameters.trackingFloorDecibelHertz, traits.floor)
    settling = 1 / (4 * max(bandwidth, 0.01))
    clock = parameters.receiverClock ? GNSSClock(receiver.stream("gnss.clock")) : GNSSClock()
    antenna =
      parameters.antenna
      ? GNSSAntenna(receiver.stream("gnss.antenna"), spread: traits.pattern) : GNSSAntenna()
    let signals = surroundings.signals
    correlators = signals.map { GNSSCorrelator(chip: $0.chip, spacing: spacing) }
    var draw = receiver.stream("gnss.traits")
    let own =
      parameters.antenna
      ? traits.deviceSpread * draw.gaussian() + receiver.make.gnssDecibels : 0
    strengths = signals.indices.map { number in
      var satellite = RandomStream(
        seed: surroundings.seed, entity: UInt64(number), purpose: "gnss.power")
      // Satellites of one kind differ by a decibel (Esbjerg: 1.1 dB).
      let power = parameters.antenna ? satellite.gaussian() : 0
      let loss = signals[number].isGlonass ? traits.glonassLoss : 0
      return own + power + signals[number].strength - loss - parameters.noiseFigureDecibels
    }
    biases =
      parameters.orbitErrors
      ? Self.biases(surroundings.sky.tracks, receiver)
      : [Double](repeating: 0, count: signals.count)
    isReceived = surroundings.sky.tracks.map {
      parameters.constellations.contains($0.satellite.constellation)
    }
    jitterDraws = receiver.stream("gnss.jitter")
    codeDraws = receiver.stream("gnss.noise")
    fadingDraws = receiver.stream("gnss.fading")
    channels = [GNSSChannel](repeating: GNSSChannel(), count: signals.count)
    slow = [GNSSSlowErrors](repeating: GNSSSlowErrors(), count: signals.count)
    arrivals.reserveCapacity(8)
    echoes.reserveCapacity(4)
  }

  /// Biases of the other systems against GPS, some 30 ns, and of GLONASS channels, some metres.
  ///
  /// Estimates; receivers of one make differ by less than those of different makes.
  private static func biases(_ tracks: [SatelliteTrack], _ receiver: SignalReceiver) -> [Double] {
    var draw = receiver.stream("gnss.biases")
    let systems = Constellation.allCases.map { $0 == .gps ? 0 : 10 * draw.gaussian() }
    let slope = 0.15 * draw.gaussian()
    let channels = (0..<32).map { _ in 0.8 * draw.gaussian() }
    return tracks.map { track in
      let system = Constellation.allCases.firstIndex(of: track.satellite.constellation) ?? 0
      guard track.satellite.constellation == .glonass else { return systems[system] }
      let channel = min(15, max(-16, track.frequencyChannel))
      return systems[system] + slope * Double(channel) + channels[channel + 16]
    }
  }

  /// True if the receiver has a valid ephemeris of a satellite.
  public func hasEphemeris(of satellite: SatelliteID, at time: SimTime) -> Bool {
    guard let number = surroundings.sky.tracks.firstIndex(where: { $0.satellite == satellite })
    else { return false }
    if !parameters.acquisition { return true }
    return time.seconds - channels[number].ephemerisAt
      < GNSSChannel.service(of: surroundings.signals[number])
  }

  /// The epoch at a moment of a trajectory; empty while no satellite is tracked.
  public mutating func sense(along trajectory: Trajectory, at time: SimTime) -> GNSSEpoch? {
    sense(trajectory.devicePose(at: time), at: time)
  }

  /// The epoch at a pose.
  public mutating func sense(_ pose: Pose, at time: SimTime) -> GNSSEpoch {
    var epoch = GNSSEpoch(time: time, gpsWeek: 0, secondsOfWeek: 0, measurements: [])
    epoch.measurements.reserveCapacity(32)
    sense(pose, at: time, into: &epoch)
    return epoch
  }
}
