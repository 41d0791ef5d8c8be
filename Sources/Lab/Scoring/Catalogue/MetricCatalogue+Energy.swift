import Documents

// What it all cost.

extension MetricCatalogue {
  private static let ledger = "The simulator's energy ledger (power.csv)"

  /// The parts that the energy ledger knows, by the names of its rows.
  static let components = [
    "processor", "screen", "accelerometer", "motion_coprocessor", "gnss", "bluetooth", "gyroscope",
    "magnetometer", "barometer", "wifi", "modem",
  ]

  static let energy = joined([
    [
      .energy(
        "energy", least: Least(1),
        "What the device spent on the stack and its radios, by the energy ledger.",
        source: ledger)
    ],
    components.map { component in
      .energy(
        "energy.\(component)", least: Least(1),
        "The part of energy that went into this component, as power.csv names it.",
        source: ledger)
    },
    [
      MetricDefinition(
        name: "power", dimension: .power, unit: "mW", unitInSI: 1e-3, statistics: [.mean, .max],
        definition: "Energy over the scenario's duration.", source: ledger, better: .lower,
        leastRelative: 0.03, leastAbsolute: 1),
      .energy(
        "energy.per_event", least: Least(0.05),
        "Energy over the number of messages that the app got; one value a device.",
        source: own),
      .energy(
        "energy.per_useful_fix", least: Least(0.05),
        """
        Energy over the number of locations told within 10 m of the true place; one value a \
        device that has any.
        """, source: own),
      MetricDefinition(
        name: "battery", dimension: .time, unit: "h", unitInSI: 3600, statistics: [.mean, .min],
        definition: """
          How long a full battery would last at this rate: time over the share of its charge used; \
          only devices fed by their battery alone, all the time.
          """,
        source: "The battery's model (battery.csv)", better: .higher, leastRelative: 0.03,
        leastAbsolute: 0.25),
      .number(
        "network.requests", "", by: [.mean, .max], least: Least(1),
        "How often the stack asked the network for something; one value a device.", source: own),
      .number(
        "network.failures", "", by: [.mean, .max], least: Least(1),
        "How many of its questions went without a whole answer; one value a device.", source: own),
      .number(
        "network.bytes.cellular", "B", by: [.mean, .max], least: Least(1000),
        "What came over the modem in answer to the stack; one value a device.", source: own),
      .number(
        "network.bytes.other", "B", by: [.mean, .max], least: Least(1000),
        "What came over Wi-Fi in answer to the stack; one value a device.", source: own),
    ],
  ])
}
