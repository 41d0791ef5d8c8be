import Kernel

// Recording rows of motion, pressure and GNSS.

extension InertialSample {
  static let blank = InertialSample(time: .start, x: 0, y: 0, z: 0)

  /// Passes the time and the three axes, whose names end in the sensor's unit.
  mutating func pass<Fields: RowFields>(
    _ row: inout Fields, axes: [String]
  ) throws(Fields.Failure) {
    try row.field("time_s", &time)
    try row.field(axes[0], &x)
    try row.field(axes[1], &y)
    try row.field(axes[2], &z)
  }
}

extension PressureSample: FieldRow {
  package static var blank: PressureSample { PressureSample(time: .start, pressurePascals: 0) }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try row.field("time_s", &time)
    try row.field("pressure_pa", &pressurePascals)
    try row.field("temperature_c", &temperatureCelsius)
  }
}

extension ReceiverFix: FieldRow {
  package static var blank: ReceiverFix { ReceiverFix(time: .start, coordinate: .blank) }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try row.field("time_s", &time)
    try coordinate.pass(&row)
    try row.field("altitude_m", &altitudeMetres)
    try row.field("horizontal_accuracy_m", &horizontalAccuracyMetres)
    try row.field("vertical_accuracy_m", &verticalAccuracyMetres)
    try row.field("speed_mps", &speedMetresPerSecond)
    try row.field("course_deg", &courseDegrees)
    try row.field("satellites", &satelliteCount)
  }
}

extension Coordinate: FieldRow {
  package static var blank: Coordinate { Coordinate(latitudeDegrees: 0, longitudeDegrees: 0) }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try row.field("latitude_deg", &latitudeDegrees)
    try row.field("longitude_deg", &longitudeDegrees)
  }
}

extension SatelliteID: FieldRow {
  package static var blank: SatelliteID { SatelliteID(.gps, 0) }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try row.field("constellation", &constellation)
    try row.field("satellite", &number)
  }
}

extension GNSSEpoch: FieldRow {
  package static var blank: GNSSEpoch {
    GNSSEpoch(
      time: .start, gpsWeek: 0, secondsOfWeek: 0, clockDiscontinuityCount: 0, measurements: [])
  }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try row.field("time_s", &time)
    try row.field("gps_week", &gpsWeek)
    try row.field("week_s", &secondsOfWeek)
    try row.field("clock_jumps", &clockDiscontinuityCount)
  }
}

extension GNSSMeasurement: FieldRow {
  package static var blank: GNSSMeasurement {
    GNSSMeasurement(
      satellite: .blank, carrierFrequencyHertz: 0, pseudorangeMetres: 0, pseudorangeSigmaMetres: 0,
      pseudorangeRateMetresPerSecond: 0, pseudorangeRateSigmaMetresPerSecond: 0,
      accumulatedDeltaRangeMetres: 0, accumulatedDeltaRangeSigmaMetres: 0,
      accumulatedDeltaRangeState: [], carrierToNoiseDecibelHertz: 0, state: [])
  }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try satellite.pass(&row)
    try row.field("carrier_hz", &carrierFrequencyHertz)
    try row.field("pseudorange_m", &pseudorangeMetres)
    try row.field("pseudorange_sigma_m", &pseudorangeSigmaMetres)
    try row.field("rate_mps", &pseudorangeRateMetresPerSecond)
    try row.field("rate_sigma_mps", &pseudorangeRateSigmaMetresPerSecond)
    try row.field("delta_range_m", &accumulatedDeltaRangeMetres)
    try row.field("delta_range_sigma_m", &accumulatedDeltaRangeSigmaMetres)
    var flags = accumulatedDeltaRangeState.rawValue
    try row.field("delta_range_state", &flags)
    accumulatedDeltaRangeState = DeltaRangeState(rawValue: flags)
    try row.field("cn0_dbhz", &carrierToNoiseDecibelHertz)
    var locks = state.rawValue
    try row.field("state", &locks)
    state = TrackingState(rawValue: locks)
  }
}

// The three kinds of navigation message have no common fields; each has its own file.

extension KeplerEphemeris: FieldRow {
  package static var blank: KeplerEphemeris { KeplerEphemeris() }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try satellite.pass(&row)
    try row.field("gps_week", &gpsWeek)
    try row.field("health", &health)
    try row.field("toe_s", &timeOfEphemerisSeconds)
    try row.field("toc_s", &timeOfClockSeconds)
    try row.field("root_a_sqrtm", &rootOfSemiMajorAxis)
    try row.field("eccentricity", &eccentricity)
    try row.field("i0_rad", &inclinationRadians)
    try row.field("idot_radps", &inclinationRateRadiansPerSecond)
    try row.field("omega0_rad", &ascendingNodeRadians)
    try row.field("omegadot_radps", &ascendingNodeRateRadiansPerSecond)
    try row.field("perigee_rad", &argumentOfPerigeeRadians)
    try row.field("m0_rad", &meanAnomalyRadians)
    try row.field("deltan_radps", &meanMotionDifferenceRadiansPerSecond)
    try row.field("cuc_rad", &cucRadians)
    try row.field("cus_rad", &cusRadians)
    try row.field("crc_m", &crcMetres)
    try row.field("crs_m", &crsMetres)
    try row.field("cic_rad", &cicRadians)
    try row.field("cis_rad", &cisRadians)
    try row.field("af0_s", &clockBiasSeconds)
    try row.field("af1_sps", &clockDriftSecondsPerSecond)
    try row.field("af2_ps", &clockDriftRatePerSecond)
    try row.field("tgd_s", &groupDelaySeconds)
  }
}

extension KlobucharParameters: FieldRow {
  package static var blank: KlobucharParameters {
    KlobucharParameters(alpha: .zero, beta: .zero)
  }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    for index in 0..<4 { try row.field("alpha_\(index)", &alpha[index]) }
    for index in 0..<4 { try row.field("beta_\(index)", &beta[index]) }
  }
}

extension GlonassEphemeris: FieldRow {
  package static var blank: GlonassEphemeris { GlonassEphemeris() }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try row.field("slot", &slot)
    try row.field("channel", &frequencyChannel)
    try row.field("gps_week", &gpsWeek)
    try row.field("toe_s", &timeOfEphemerisSeconds)
    for (axis, name) in ["x", "y", "z"].enumerated() {
      try row.field("\(name)_m", &positionMetres[axis])
    }
    for (axis, name) in ["vx", "vy", "vz"].enumerated() {
      try row.field("\(name)_mps", &velocityMetresPerSecond[axis])
    }
    for (axis, name) in ["ax", "ay", "az"].enumerated() {
      try row.field("\(name)_mps2", &accelerationMetresPerSecondSquared[axis])
    }
    try row.field("clock_bias_s", &clockBiasSeconds)
    try row.field("frequency_bias", &relativeFrequencyBias)
    try row.field("health", &health)
  }
}

extension Constellation: RowValue {}
