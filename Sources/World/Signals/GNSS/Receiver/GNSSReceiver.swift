import Geometry
import Glibc
public import Kernel
public import Observations
public import Truth

/// What a satellite receiver measures along its bearer's way: geometry, sky, buildings, body, noise.
///
/// Errors come from where they do in nature. What the sky does is common to all receivers of a run;
/// echoes follow from buildings and the carrier's phase, so that two passes at one spot and time
/// agree; noise is drawn for the receiver, by satellite and time. Only the locks, what has been read
/// of messages, and the carrier's count remember the past: how often it is asked matters to them.
///
/// A satellite whose time of week is not known yet is told with a pseudorange modulo a millisecond of
/// light and without the flags for it, as Android does.
public struct GNSSReceiver: SignalModel {
  /// A receiver that has not been asked for this long was switched off, in s.
  public static let longestGap = 3.0

  let parameters: GNSSParameters
  let surroundings: GNSSSurroundings
  let traits: GNSSReceiverTraits
  let receiver: SignalReceiver
  let clock: GNSSClock
  let antenna: GNSSAntenna
  let correlators: [GNSSCorrelator]
  let spacing: Double
  let bandwidth: Double
  /// How the loop is narrowed for weak signals; a bandwidth that was asked for stays.
  let narrowing: Double
  /// The code's thermal noise at 36 dB-Hz, in chips.
  let usualNoise: Double
  /// The share of noise that a smoothing loop lets through anew in each second, and the rest.
  let freshNoise: Double
  let oldNoise: Double
  /// By what the device's noise and what it tells of it differ from its class's.
  let manner: GNSSManner
  /// No signal weaker than this is tracked, in dB-Hz.
  let floor: Double
  /// How long the delay loop takes to settle, in s: a fourth of the inverse of its noise bandwidth.
  let settling: Double
  /// The loop's corner, in rad/s: by its smoothing, or four times the noise bandwidth asked for.
  let corner: Double
  /// What every strength is off by, in dB, and each satellite's, by its number.
  let strengths: [Double]
  /// The offsets of systems and channels, in m, by the satellite's number.
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
  /// When it was last asked and when it was switched on, in s since the scenario's start.
  var lastTime: Double?
  var onSince = 0.0
  /// Whether it knows the time to a few seconds, and when help from the network comes, in s.
  var knowsTime = false
  var helpAt = Double.infinity
  var startKind = GNSSStart.cold
  var clockSteps = 0.0
  var discontinuities = 0

  /// Creates the receiver of one device.
  public init(
    _ parameters: GNSSParameters, in surroundings: GNSSSurroundings, for receiver: SignalReceiver
  ) {
    self.parameters = parameters
    self.surroundings = surroundings.apart()
    self.receiver = receiver
    let traits = GNSSReceiverTraits(receiver.make.gnssKind ?? parameters.receiver)
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
    manner = isOwn ? GNSSManner(traits, receiver.stream("gnss.manner")) : GNSSManner()
    // Second differences of x' = -x/τ + white, beside those of noise that is as smooth as can be.
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

  /// The offsets of the other systems from GPS, some 30 ns, and of the channels of GLONASS, metres.
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

  /// Whether the receiver has a valid ephemeris of a satellite at a time.
  public func hasEphemeris(of satellite: SatelliteID, at time: SimTime) -> Bool {
    guard let number = surroundings.sky.tracks.firstIndex(where: { $0.satellite == satellite })
    else { return false }
    if !parameters.acquisition { return true }
    return time.seconds - channels[number].ephemerisAt
      < GNSSChannel.service(of: surroundings.signals[number])
  }

  /// What is sensed at a moment of a trajectory; an epoch without signals while none is tracked.
  public mutating func sense(along trajectory: Trajectory, at time: SimTime) -> GNSSEpoch? {
    sense(trajectory.devicePose(at: time), at: time)
  }

  /// What is sensed at a pose.
  public mutating func sense(_ pose: Pose, at time: SimTime) -> GNSSEpoch {
    var epoch = GNSSEpoch(time: time, gpsWeek: 0, secondsOfWeek: 0, measurements: [])
    epoch.measurements.reserveCapacity(32)
    sense(pose, at: time, into: &epoch)
    return epoch
  }
}
