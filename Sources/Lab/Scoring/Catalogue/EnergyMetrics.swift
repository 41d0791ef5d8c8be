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
  package let whole = Entry.energy(
    "energy", least: 1,
    "What the device spent on the stack and its radios, by the energy ledger.",
    source: ledger)
  /// By the part that it went into.
  package let component: MetricFamily<EnergyComponent> = Entry.family { component in
    Entry.energy(
      "energy.\(component.rawValue)", least: 1,
      "The part of energy that went into this component, as power.csv names it.",
      source: ledger)
  }
  package let power = Entry.add(
    .power, "power", unit: "mW", unitInSI: 1e-3, by: [.mean, .max], least: 1, relative: 0.03,
    "Energy over the scenario's duration.", source: ledger)
  package let perEvent = Entry.energy(
    "energy.per_event", least: 0.05,
    "Energy over the number of messages that the app got; one value a device.")
  package let perUsefulFix = Entry.energy(
    "energy.per_useful_fix", least: 0.05,
    """
    Energy over the number of locations reported within 10 m of the true place; one value a \
    device that has any.
    """)
  package let battery = Entry.add(
    .time, "battery", unit: "h", unitInSI: 3600, by: [.mean, .min], better: .higher, least: 0.25,
    relative: 0.03,
    """
    How long a full battery would last at this rate: time over the share of its charge used; \
    only devices fed by their battery alone, all the time.
    """, source: "The battery's model (battery.csv)")
}

/// What the stack asked the network for; one value a device.
package struct NetworkMetrics: Sendable {
  package let requests = Entry.number(
    "network.requests", "", by: [.mean, .max], least: 1,
    "How often the stack asked the network for something; one value a device.")
  package let failures = Entry.number(
    "network.failures", "", by: [.mean, .max], least: 1,
    "How many of its questions went without a whole answer; one value a device.")
  package let bytesCellular = Entry.number(
    "network.bytes.cellular", "B", by: [.mean, .max], least: 1000,
    "What came over the modem in answer to the stack; one value a device.")
  package let bytesOther = Entry.number(
    "network.bytes.other", "B", by: [.mean, .max], least: 1000,
    "What came over Wi-Fi in answer to the stack; one value a device.")
}
