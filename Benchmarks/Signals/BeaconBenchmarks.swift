import Geometry
import Kernel
import Maps
import Observations
import Signals
import Truth
import Venues

/// Beacons; one operation is an advertisement, received or not.
let beaconBenchmarks: [Benchmark] = [
  beaconWalk("signals.beacon.walk.200", beacons: 200, speed: 1.3),
  beaconWalk("signals.beacon.rest.200", beacons: 200, speed: 0),
  fadingField,
]

/// A minute of a person in a hall with beacons on a grid of 5 m, with reports each second.
private func beaconWalk(_ name: String, beacons count: Int, speed: Double) -> Benchmark {
  let interval = 0.35
  let operations = Int(60 / (interval + 0.005)) * count
  return Benchmark(name, operations: operations) {
    let beacons = (0..<count).map { number in
      Beacon(
        name: "beacon \(number)",
        identity: BeaconIdentity(
          uuid: Identifier128(high: 1, low: 2), major: 1, minor: UInt16(number)),
        position: [Double(number % 20) * 5, Double(number / 20) * 5, 2.5], level: 0,
        measuredPowerDecibelMilliwatts: -59, truePowerDecibelMilliwatts: -59,
        intervalSeconds: interval)
    }
    let hall = Level(ordinal: 0, shortName: "G", elevationMetres: 0, walls: [])
    let venue = Venue(
      map: VenueMap(
        name: "hall",
        frame: LocalFrame(
          origin: try Geodetic(latitudeDegrees: 50, longitudeDegrees: 4, altitudeMetres: 0)),
        levels: [hall]),
      transmitters: Transmitters(beacons: beacons))
    let parameters = BeaconParameters()
    let surroundings = BeaconSurroundings(
      venue, propagation: Propagation(venue), parameters: parameters, seed: 1)
    let way = Trajectory(
      along: speed > 0 ? [[5, 5, 0], [90, 40, 0]] : [[40, 20, 0]], speed: speed,
      placement: .handTexting, level: 0)
    let fresh = BeaconReceiver(
      parameters, in: surroundings, for: SignalReceiver(seed: 1, device: 1))
    return {
      var receiver = fresh
      var received: [BeaconAdvertisement] = []
      var total = 0
      for second in 0..<60 {
        received.removeAll(keepingCapacity: true)
        receiver.received(
          along: way, from: SimTime(seconds: Double(second)),
          to: SimTime(seconds: Double(second + 1)), into: &received)
        total += received.count
      }
      return UInt64(total)
    }
  }
}

/// One value of a fading field with floor and ceiling.
private let fadingField = Benchmark("signals.fading.strength", operations: 10_000) {
  let field = FadingField(seed: 1, transmitter: 2, megahertz: 2426, delaySpreadSeconds: 15e-9)
  let path = FadingPath(transmitter: [0, 0, 2], floor: 0, ceiling: 3, directRatio: 2)
  return {
    var sum = 0.0
    for step in 0..<10_000 {
      sum += field.decibels(at: [Double(step) * 0.01, 3, 1], along: path, megahertzOff: 54)
    }
    return sum.bitPattern
  }
}
