import Documents

// What it all cost.

private let ledger = "The simulator's energy ledger (power.csv)"

/// A part that the energy ledger knows, by the name of its rows.
package enum EnergyComponent: String, CaseIterable, Sendable {
  case processor, screen, accelerometer
  case motionCoprocessor = "motion_coprocessor"
  case gnss, bluetooth, gyroscope, magnetometer, barometer, wifi, modem
}

/// What the device spent.
package struct EnergyMetrics: Sendable {
  package let whole, power, perEvent, perUsefulFix, battery: Metric
  /// By the part that it went into.
  package let component: MetricFamily<EnergyComponent>

  init(_ list: inout MetricList) {
    whole = list.add(
      .energy(
        "energy", least: Least(1),
        "What the device spent on the stack and its radios, by the energy ledger.",
        source: ledger))
    component = list.family { component in
      .energy(
        "energy.\(component.rawValue)", least: Least(1),
        "The part of energy that went into this component, as power.csv names it.",
        source: ledger)
    }
    power = list.add(
      MetricDefinition(
        name: "power", dimension: .power, unit: "mW", unitInSI: 1e-3, statistics: [.mean, .max],
        definition: "Energy over the scenario's duration.", source: ledger, better: .lower,
        leastRelative: 0.03, leastAbsolute: 1))
    perEvent = list.add(
      .energy(
        "energy.per_event", least: Least(0.05),
        "Energy over the number of messages that the app got; one value a device.",
        source: ownSource))
    perUsefulFix = list.add(
      .energy(
        "energy.per_useful_fix", least: Least(0.05),
        """
        Energy over the number of locations told within 10 m of the true place; one value a \
        device that has any.
        """, source: ownSource))
    battery = list.add(
      MetricDefinition(
        name: "battery", dimension: .time, unit: "h", unitInSI: 3600, statistics: [.mean, .min],
        definition: """
          How long a full battery would last at this rate: time over the share of its charge used; \
          only devices fed by their battery alone, all the time.
          """,
        source: "The battery's model (battery.csv)", better: .higher, leastRelative: 0.03,
        leastAbsolute: 0.25))
  }
}

/// What the stack asked the network for; one value a device.
package struct NetworkMetrics: Sendable {
  package let requests, failures, bytesCellular, bytesOther: Metric

  init(_ list: inout MetricList) {
    requests = list.add(
      .number(
        "network.requests", "", by: [.mean, .max], least: Least(1),
        "How often the stack asked the network for something; one value a device.",
        source: ownSource))
    failures = list.add(
      .number(
        "network.failures", "", by: [.mean, .max], least: Least(1),
        "How many of its questions went without a whole answer; one value a device.",
        source: ownSource))
    bytesCellular = list.add(
      .number(
        "network.bytes.cellular", "B", by: [.mean, .max], least: Least(1000),
        "What came over the modem in answer to the stack; one value a device.", source: ownSource))
    bytesOther = list.add(
      .number(
        "network.bytes.other", "B", by: [.mean, .max], least: Least(1000),
        "What came over Wi-Fi in answer to the stack; one value a device.", source: ownSource))
  }
}
