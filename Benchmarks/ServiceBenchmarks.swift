import Kernel
import Maps
import Observations
import Services

/// An hour of the services alone, with a location and optional beacons each second.
///
/// An operation is one device-hour; its budget is 20 ms.
let serviceBenchmarks: [Benchmark] = [
  hour("services.hour", regions: 0, beacons: 0),
  // In the background, the scanner is on a tenth of the time.
  hour("services.hour.regions_20", regions: 20, beacons: 0),
  hour("services.hour.regions_20_beacons_500", regions: 20, beacons: 50),
]

private let uuid = Identifier128(high: 1, low: 2)

private func hour(_ name: String, regions: Int, beacons: Int) -> Benchmark {
  Benchmark(name, operations: 1) {
    let calls = calls(regions)
    let received = advertisements()
    return {
      var hour = ServiceHour()
      hour.process(.lifecycle(app: "a", .launched))
      hour.process(.lifecycle(app: "a", .foreground))
      for call in calls { hour.process(.call(app: "a", call)) }
      var next = 0
      for second in 0..<3600 {
        // Services use the delivery time, so the advertisements need no update or copy.
        received.withUnsafeBufferPointer { received in
          for _ in 0..<beacons {
            hour.process(received[next])
            next += 1
            if next == received.count { next = 0 }
          }
        }
        hour.pass(second)
      }
      return hour.reported
    }
  }
}

/// The app's calls: half of its regions are circles, half beacons.
private func calls(_ regions: Int) -> [AppCall] {
  var calls = [AppCall(.setAllowsBackgroundUpdates, isOn: true), AppCall(.startUpdatingLocation)]
  for number in 0..<regions {
    var call = AppCall(.startMonitoringRegion, identifier: "region \(number)")
    if number.isMultiple(of: 2) {
      call.circle = CircularRegion(
        centre: Coordinate(latitudeDegrees: 48 + Double(number) * 1e-3, longitudeDegrees: 11),
        radiusMetres: 100)
    } else {
      call.beacon = BeaconConstraint(uuid: uuid, major: UInt16(number))
    }
    calls.append(call)
  }
  return calls
}

/// Five hundred beacons, one in ten of the app's own.
private func advertisements() -> [BeaconAdvertisement] {
  (0..<500).map { number in
    let isOwn = number.isMultiple(of: 10)
    return BeaconAdvertisement(
      time: .start,
      identity: BeaconIdentity(
        uuid: isOwn ? uuid : Identifier128(high: 9, low: UInt64(number)),
        major: UInt16(number % 20), minor: UInt16(number)),
      measuredPowerDecibelMilliwatts: -59,
      rssiDecibelMilliwatts: -70 - Double(number % 25))
  }
}

/// The location manager and the region monitor with a clock, as in the reference stack.
private struct ServiceHour {
  private(set) var now = SimTime.start
  private(set) var reported: UInt64 = 0
  private var manager: LocationManager
  private var monitor = ServiceMonitor()
  private var events: [ServiceEvent] = []

  init() {
    var app = AppDeclaration()
    app.grant = .always
    manager = LocationManager(declarations: ["a": app])
    manager.start(at: now, into: &events)
  }

  mutating func process(_ event: AppEvent) {
    manager.receive(event, at: now, into: &events)
    update()
  }

  mutating func process(_ received: BeaconAdvertisement) { monitor.receive(received, at: now) }

  /// A second of walking.
  mutating func pass(_ second: Int) {
    now += .seconds(1)
    let fix = LocationFix(
      time: now,
      coordinate: Coordinate(latitudeDegrees: 48 + Double(second) * 1e-5, longitudeDegrees: 11),
      horizontalAccuracyMetres: 8, speedMetresPerSecond: 1.2, source: .gnss)
    monitor.receive(fix, at: now)
    manager.receive(fix, at: now, into: &events)
    if let due = manager.nextWake, due <= now { manager.wake(at: now, into: &events) }
    if let due = monitor.nextWake, due <= now { monitor.wake(at: now) }
    update()
  }

  private mutating func update() {
    monitor.follow(manager.demand, version: manager.demandVersion, isInUse: true, at: now)
    for event in monitor.drainFound() { manager.admit(event, at: now, into: &events) }
    reported &+= UInt64(events.count)
    events.removeAll(keepingCapacity: true)
  }
}
