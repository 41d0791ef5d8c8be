public import Kernel

/// A satellite constellation.
public enum Constellation: String, CaseIterable, Sendable {
  case gps, glonass, galileo, beidou, qzss, sbas
}

/// A satellite: its constellation and number (PRN, or slot for GLONASS).
public struct SatelliteID: Hashable, Comparable, Sendable {
  /// The constellation.
  public var constellation: Constellation
  /// The number in the constellation.
  public var number: Int

  /// Creates an identifier.
  public init(_ constellation: Constellation, _ number: Int) {
    self.constellation = constellation
    self.number = number
  }

  public static func < (left: SatelliteID, right: SatelliteID) -> Bool {
    (left.constellation.rawValue, left.number) < (right.constellation.rawValue, right.number)
  }
}

/// The tracking state of a signal, as a set of flags.
public struct TrackingState: OptionSet, Hashable, Sendable {
  /// The flags; the bits are Android's `GnssMeasurement.STATE_*`.
  public let rawValue: UInt32

  /// Creates a state from its flags.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Code lock: the pseudorange is known modulo the code's length.
  public static let codeLock = TrackingState(rawValue: 1 << 0)
  /// Bit synchronisation.
  public static let bitSync = TrackingState(rawValue: 1 << 1)
  /// Subframe synchronisation.
  public static let subframeSync = TrackingState(rawValue: 1 << 2)
  /// The time of week is decoded, so the pseudorange is unambiguous.
  public static let timeOfWeekDecoded = TrackingState(rawValue: 1 << 3)
  /// GLONASS string synchronisation.
  public static let glonassStringSync = TrackingState(rawValue: 1 << 6)
  /// The GLONASS time of day is decoded, so the pseudorange is unambiguous.
  public static let glonassTimeOfDayDecoded = TrackingState(rawValue: 1 << 7)
}

/// The validity of a signal's carrier phase (accumulated delta range), as a set of flags.
public struct DeltaRangeState: OptionSet, Hashable, Sendable {
  /// The flags; the bits are Android's `GnssMeasurement.ADR_STATE_*`.
  public let rawValue: UInt32

  /// Creates a state from its flags.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The accumulated delta range is valid.
  public static let valid = DeltaRangeState(rawValue: 1 << 0)
  /// The accumulation was reset since the last epoch.
  public static let reset = DeltaRangeState(rawValue: 1 << 1)
  /// A cycle slip was detected since the last epoch.
  public static let cycleSlip = DeltaRangeState(rawValue: 1 << 2)
}

/// One signal of one satellite at one epoch, in the terms of Android's `GnssMeasurement`.
public struct GNSSMeasurement: Hashable, Sendable {
  /// The satellite.
  public var satellite: SatelliteID
  /// The carrier frequency, in Hz.
  public var carrierFrequencyHertz: Double
  /// The pseudorange in m, including receiver and satellite clock errors.
  public var pseudorangeMetres: Double
  /// Standard deviation of the pseudorange, in m.
  public var pseudorangeSigmaMetres: Double
  /// The pseudorange rate in m/s; positive if receding.
  public var pseudorangeRateMetresPerSecond: Double
  /// Standard deviation of the pseudorange rate, in m/s.
  public var pseudorangeRateSigmaMetresPerSecond: Double
  /// The accumulated delta range, in m.
  public var accumulatedDeltaRangeMetres: Double
  /// Standard deviation of the accumulated delta range, in m.
  public var accumulatedDeltaRangeSigmaMetres: Double
  /// Validity of the accumulated delta range.
  public var accumulatedDeltaRangeState: DeltaRangeState
  /// C/N0 at the antenna, in dB-Hz.
  public var carrierToNoiseDecibelHertz: Double
  /// The tracking state.
  public var state: TrackingState

  /// Creates a measurement.
  public init(
    satellite: SatelliteID, carrierFrequencyHertz: Double, pseudorangeMetres: Double,
    pseudorangeSigmaMetres: Double, pseudorangeRateMetresPerSecond: Double,
    pseudorangeRateSigmaMetresPerSecond: Double, accumulatedDeltaRangeMetres: Double,
    accumulatedDeltaRangeSigmaMetres: Double, accumulatedDeltaRangeState: DeltaRangeState,
    carrierToNoiseDecibelHertz: Double, state: TrackingState
  ) {
    self.satellite = satellite
    self.carrierFrequencyHertz = carrierFrequencyHertz
    self.pseudorangeMetres = pseudorangeMetres
    self.pseudorangeSigmaMetres = pseudorangeSigmaMetres
    self.pseudorangeRateMetresPerSecond = pseudorangeRateMetresPerSecond
    self.pseudorangeRateSigmaMetresPerSecond = pseudorangeRateSigmaMetresPerSecond
    self.accumulatedDeltaRangeMetres = accumulatedDeltaRangeMetres
    self.accumulatedDeltaRangeSigmaMetres = accumulatedDeltaRangeSigmaMetres
    self.accumulatedDeltaRangeState = accumulatedDeltaRangeState
    self.carrierToNoiseDecibelHertz = carrierToNoiseDecibelHertz
    self.state = state
  }
}

/// All signals measured by a receiver at one instant of its clock.
public struct GNSSEpoch: Hashable, Sendable {
  /// True time; the receiver's own time is `gpsWeek` and `secondsOfWeek`.
  public var time: SimTime
  /// The GPS week by the receiver's clock.
  public var gpsWeek: Int
  /// Seconds into the GPS week by the receiver's clock.
  public var secondsOfWeek: Double
  /// The number of jumps of the receiver's clock.
  public var clockDiscontinuityCount: Int
  /// The signals; empty if none is tracked.
  public var measurements: [GNSSMeasurement]

  /// Creates an epoch.
  public init(
    time: SimTime, gpsWeek: Int, secondsOfWeek: Double, clockDiscontinuityCount: Int = 0,
    measurements: [GNSSMeasurement]
  ) {
    self.time = time
    self.gpsWeek = gpsWeek
    self.secondsOfWeek = secondsOfWeek
    self.clockDiscontinuityCount = clockDiscontinuityCount
    self.measurements = measurements
  }
}
