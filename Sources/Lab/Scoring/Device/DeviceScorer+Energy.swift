import Kernel

// What it cost.

extension DeviceScorer {
  mutating func finishEnergy() {
    let joules = input.power.reduce(0) { $0 + $1.millijoules } * 1e-3
    let seconds = input.duration.seconds
    addWhole(joules, to: .energy.whole)
    for component in EnergyComponent.allCases {
      let rows = input.power.lazy.filter { $0.component == component.rawValue }
      guard rows.first != nil else { continue }
      addWhole(rows.reduce(0) { $0 + $1.millijoules } * 1e-3, to: .energy.component[component])
    }
    if seconds > 0 { addWhole(joules / seconds, to: .energy.power) }
    if eventCount > 0 { addWhole(joules / Double(eventCount), to: .energy.perEvent) }
    if usefulCount > 0 { addWhole(joules / Double(usefulCount), to: .energy.perUsefulFix) }
    if let network = input.network, network.requests > 0 {
      addWhole(Double(network.requests), to: .network.requests)
      addWhole(Double(network.failures), to: .network.failures)
      addWhole(Double(network.cellularBytes), to: .network.bytesCellular)
      addWhole(Double(network.otherBytes), to: .network.bytesOther)
    }
    guard let first = input.battery.first, let last = input.battery.last,
      input.battery.allSatisfy({ $0.source == "battery" }), first.share > last.share
    else { return }
    addWhole((last.time - first.time).seconds / (first.share - last.share), to: .energy.battery)
  }
}
