import Documents
import Kernel

// How motion, pressure and satellites lie in the files of a recording.

extension RecordingTable<Observation> {
  static let sensors: [RecordingTable] = [
    inertial("accelerometer.csv", unit: "mps2") {
      guard case .accelerometer(let batch) = $0 else { return nil }
      return batch
    } wrap: {
      .accelerometer($0)
    },
    inertial("gyroscope.csv", unit: "radps") {
      guard case .gyroscope(let batch) = $0 else { return nil }
      return batch
    } wrap: {
      .gyroscope($0)
    },
    inertial("magnetometer.csv", unit: "ut") {
      guard case .magnetometer(let batch) = $0 else { return nil }
      return batch
    } wrap: {
      .magnetometer($0)
    },
    barometer, gnss, ephemeris, ionosphere,
  ]

  private static func inertial(
    _ file: String, unit: String, extract: @escaping @Sendable (Observation) -> InertialBatch?,
    wrap: @escaping @Sendable (InertialBatch) -> Observation
  ) -> RecordingTable {
    let axes = ["x_\(unit)", "y_\(unit)", "z_\(unit)"]
    return rows(
      file, shared: [], members: ["time_s"] + axes, marker: "time_s", extract, wrap,
      list: { $0.samples }, writeShared: { _, _ in },
      writeMember: { sample, csv in
        csv.field(sample.time)
        csv.field(sample.x)
        csv.field(sample.y)
        csv.field(sample.z)
      },
      readMember: { (row: inout RowGroup) throws(DocumentError) -> InertialSample in
        try InertialSample(
          time: row.time("time_s"), x: row.single(axes[0]), y: row.single(axes[1]),
          z: row.single(axes[2]))
      },
      read: { row, members throws(DocumentError) in InertialBatch(samples: try members(&row)) })
  }

  private static let barometer = row(
    "barometer.csv", ["time_s", "pressure_pa", "temperature_c"],
    {
      guard case .barometer(let sample) = $0 else { return nil }
      return sample
    }, { .barometer($0) },
    write: { sample, csv in
      csv.field(sample.time)
      csv.field(sample.pressurePascals)
      csv.field(sample.temperatureCelsius)
    },
    read: { (row: inout RowGroup) throws(DocumentError) -> PressureSample in
      try PressureSample(
        time: row.time("time_s"), pressurePascals: row.number("pressure_pa"),
        temperatureCelsius: row.optionalNumber("temperature_c"))
    })

  private static let gnss = rows(
    "gnss.csv", shared: ["time_s", "gps_week", "week_s", "clock_jumps"],
    members: [
      "constellation", "satellite", "carrier_hz", "pseudorange_m", "pseudorange_sigma_m",
      "rate_mps", "rate_sigma_mps", "delta_range_m", "delta_range_sigma_m", "delta_range_state",
      "cn0_dbhz", "state",
    ], marker: "constellation",
    {
      guard case .gnss(let epoch) = $0 else { return nil }
      return epoch
    }, { .gnss($0) }, list: { $0.measurements },
    writeShared: { epoch, csv in
      csv.field(epoch.time)
      csv.field(epoch.gpsWeek)
      csv.field(epoch.secondsOfWeek)
      csv.field(epoch.clockDiscontinuityCount)
    },
    writeMember: { signal, csv in
      csv.field(signal.satellite.constellation.rawValue)
      csv.field(signal.satellite.number)
      csv.field(signal.carrierFrequencyHertz)
      csv.field(signal.pseudorangeMetres)
      csv.field(signal.pseudorangeSigmaMetres)
      csv.field(signal.pseudorangeRateMetresPerSecond)
      csv.field(signal.pseudorangeRateSigmaMetresPerSecond)
      csv.field(signal.accumulatedDeltaRangeMetres)
      csv.field(signal.accumulatedDeltaRangeSigmaMetres)
      csv.field(signal.accumulatedDeltaRangeState.rawValue)
      csv.field(signal.carrierToNoiseDecibelHertz)
      csv.field(signal.state.rawValue)
    },
    readMember: { (row: inout RowGroup) throws(DocumentError) -> GNSSMeasurement in
      try GNSSMeasurement(
        satellite: SatelliteID(row.word("constellation"), row.integer("satellite")),
        carrierFrequencyHertz: row.number("carrier_hz"),
        pseudorangeMetres: row.number("pseudorange_m"),
        pseudorangeSigmaMetres: row.number("pseudorange_sigma_m"),
        pseudorangeRateMetresPerSecond: row.number("rate_mps"),
        pseudorangeRateSigmaMetresPerSecond: row.number("rate_sigma_mps"),
        accumulatedDeltaRangeMetres: row.number("delta_range_m"),
        accumulatedDeltaRangeSigmaMetres: row.number("delta_range_sigma_m"),
        accumulatedDeltaRangeState: DeltaRangeState(rawValue: row.integer("delta_range_state")),
        carrierToNoiseDecibelHertz: row.number("cn0_dbhz"),
        state: TrackingState(rawValue: row.integer("state")))
    },
    read: { row, members throws(DocumentError) in
      try GNSSEpoch(
        time: row.time("time_s"), gpsWeek: row.integer("gps_week"),
        secondsOfWeek: row.number("week_s"), clockDiscontinuityCount: row.integer("clock_jumps"),
        measurements: members(&row))
    })

  // The three kinds of navigation message share nothing but their purpose; each has its own file.
  private static let ephemeris = row(
    "ephemeris_kepler.csv",
    ["constellation", "satellite", "gps_week", "health"] + keplerFields.map(\.name),
    {
      guard case .ephemeris(.kepler(let message)) = $0 else { return nil }
      return message
    }, { .ephemeris(.kepler($0)) },
    write: { message, csv in
      csv.field(message.satellite.constellation.rawValue)
      csv.field(message.satellite.number)
      csv.field(message.gpsWeek)
      csv.field(message.health)
      for field in keplerFields { csv.field(message[keyPath: field.path]) }
    },
    read: { (row: inout RowGroup) throws(DocumentError) -> KeplerEphemeris in
      var message = KeplerEphemeris()
      message.satellite = try SatelliteID(row.word("constellation"), row.integer("satellite"))
      message.gpsWeek = try row.integer("gps_week")
      message.health = try row.integer("health")
      for field in keplerFields { message[keyPath: field.path] = try row.number(field.name) }
      return message
    })

  private static let ionosphere = row(
    "ionosphere.csv", (0..<4).map { "alpha_\($0)" } + (0..<4).map { "beta_\($0)" },
    {
      guard case .ephemeris(.ionosphere(let message)) = $0 else { return nil }
      return message
    }, { .ephemeris(.ionosphere($0)) },
    write: { message, csv in
      for index in 0..<4 { csv.field(message.alpha[index]) }
      for index in 0..<4 { csv.field(message.beta[index]) }
    },
    read: { (row: inout RowGroup) throws(DocumentError) -> KlobucharParameters in
      var message = KlobucharParameters(alpha: .zero, beta: .zero)
      for index in 0..<4 { message.alpha[index] = try row.number("alpha_\(index)") }
      for index in 0..<4 { message.beta[index] = try row.number("beta_\(index)") }
      return message
    })
}

private struct NumberField<Root>: Sendable {
  let name: String
  let path: any WritableKeyPath<Root, Double> & Sendable

  init(_ name: String, _ path: any WritableKeyPath<Root, Double> & Sendable) {
    self.name = name
    self.path = path
  }
}

private let keplerFields: [NumberField<KeplerEphemeris>] = [
  NumberField("toe_s", \.timeOfEphemerisSeconds), NumberField("toc_s", \.timeOfClockSeconds),
  NumberField("root_a_sqrtm", \.rootOfSemiMajorAxis), NumberField("eccentricity", \.eccentricity),
  NumberField("i0_rad", \.inclinationRadians),
  NumberField("idot_radps", \.inclinationRateRadiansPerSecond),
  NumberField("omega0_rad", \.ascendingNodeRadians),
  NumberField("omegadot_radps", \.ascendingNodeRateRadiansPerSecond),
  NumberField("perigee_rad", \.argumentOfPerigeeRadians),
  NumberField("m0_rad", \.meanAnomalyRadians),
  NumberField("deltan_radps", \.meanMotionDifferenceRadiansPerSecond),
  NumberField("cuc_rad", \.cucRadians), NumberField("cus_rad", \.cusRadians),
  NumberField("crc_m", \.crcMetres), NumberField("crs_m", \.crsMetres),
  NumberField("cic_rad", \.cicRadians), NumberField("cis_rad", \.cisRadians),
  NumberField("af0_s", \.clockBiasSeconds), NumberField("af1_sps", \.clockDriftSecondsPerSecond),
  NumberField("af2_ps", \.clockDriftRatePerSecond), NumberField("tgd_s", \.groupDelaySeconds),
]

extension RecordingTable<Observation> {
  static let glonassEphemeris = row(
    "ephemeris_glonass.csv",
    [
      "slot", "channel", "gps_week", "toe_s", "x_m", "y_m", "z_m", "vx_mps", "vy_mps", "vz_mps",
      "ax_mps2", "ay_mps2", "az_mps2", "clock_bias_s", "frequency_bias", "health",
    ],
    {
      guard case .ephemeris(.glonass(let message)) = $0 else { return nil }
      return message
    }, { .ephemeris(.glonass($0)) },
    write: { message, csv in
      csv.field(message.slot)
      csv.field(message.frequencyChannel)
      csv.field(message.gpsWeek)
      csv.field(message.timeOfEphemerisSeconds)
      for vector in [
        message.positionMetres, message.velocityMetresPerSecond,
        message.accelerationMetresPerSecondSquared,
      ] {
        for axis in 0..<3 { csv.field(vector[axis]) }
      }
      csv.field(message.clockBiasSeconds)
      csv.field(message.relativeFrequencyBias)
      csv.field(message.health)
    },
    read: { (row: inout RowGroup) throws(DocumentError) -> GlonassEphemeris in
      var message = GlonassEphemeris()
      message.slot = try row.integer("slot")
      message.frequencyChannel = try row.integer("channel")
      message.gpsWeek = try row.integer("gps_week")
      message.timeOfEphemerisSeconds = try row.number("toe_s")
      message.positionMetres = try SIMD3(row.number("x_m"), row.number("y_m"), row.number("z_m"))
      message.velocityMetresPerSecond = try SIMD3(
        row.number("vx_mps"), row.number("vy_mps"), row.number("vz_mps"))
      message.accelerationMetresPerSecondSquared = try SIMD3(
        row.number("ax_mps2"), row.number("ay_mps2"), row.number("az_mps2"))
      message.clockBiasSeconds = try row.number("clock_bias_s")
      message.relativeFrequencyBias = try row.number("frequency_bias")
      message.health = try row.integer("health")
      return message
    })
}
