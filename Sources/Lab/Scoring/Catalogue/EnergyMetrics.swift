import Documents

// Energy and network metrics.

private let ledger = "The simulator's energy ledger (power.csv)"

/// A component of the energy ledger, by its row name in power.csv.
package enum EnergyComponent: String, CaseIterable, Sendable {
  case processor, screen, accelerometer
  case motionCoprocessor = "motion_coprocessor"
  case gnss, bluetooth, gyroscope, magnetometer, barometer, wifi, modem
}

/// Energy metrics of a device.
package struct EnergyMetrics: Sendable {
  package let whole = MetricRegistry.energy(
    "energy",
    "Energy of the stack and its radios, from the energy ledger; one value per device.",
    source: ledger
  )
  .headline()
  .ofWholeRun()
  package let component: MetricFamily<EnergyComponent> = MetricRegistry.family { component in
    MetricRegistry.energy(
      "energy.\(component.rawValue)",
      "Energy of this component, by its name in power.csv; one value per device.",
      source: ledger
    )
    .ofWholeRun()
  }
  package let power = MetricRegistry.add(
    .power, "power", unit: "mW", unitInSI: 1e-3, by: [.mean, .max], margin: .relative(0.03),
    "Mean power: energy divided by the scenario's duration.", source: ledger
  )
  .headline()
  .ofWholeRun()
  .judged(.mean, isPrimary: true)
  package let perEvent = MetricRegistry.energy(
    "energy.per_event",
    "Energy divided by the number of messages to the app; one value per device."
  )
  .ofWholeRun()
  package let perUsefulFix = MetricRegistry.energy(
    "energy.per_useful_fix",
    """
    Energy divided by the number of locations reported within 10 m of the true position; one \
    value per device with at least one.
    """
  )
  .ofWholeRun()
  package let battery = MetricRegistry.add(
    .time, "battery", unit: "h", unitInSI: 3600, by: [.mean, .min], better: .higher,
    margin: .relative(0.03),
    """
    Runtime of a full battery at this rate: time divided by the share of the charge used; only \
    devices that run on battery throughout.
    """, source: "The battery's model (battery.csv)"
  )
  .headline()
  .ofWholeRun()
}

/// Network use of the stack; one value per device.
package struct NetworkMetrics: Sendable {
  package let requests = MetricRegistry.number(
    "network.requests", "", by: [.mean, .max], margin: .absolute(1),
    "Number of network requests of the stack; one value per device.")
  package let failures = MetricRegistry.number(
    "network.failures", "", by: [.mean, .max], margin: .absolute(1),
    "Number of network requests without a complete answer; one value per device.")
  package let bytesCellular = MetricRegistry.number(
    "network.bytes.cellular", "B", by: [.mean, .max], margin: .absolute(1000),
    "Data received over the modem in answer to the stack; one value per device.")
  package let bytesOther = MetricRegistry.number(
    "network.bytes.other", "B", by: [.mean, .max], margin: .absolute(1000),
    "Data received over Wi-Fi in answer to the stack; one value per device.")
}
