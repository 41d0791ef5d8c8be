public import Kernel
public import Observations
public import Truth

/// BLE beacon reception of one phone: multi-wall path loss, shadowing, Rician fading and collisions.
///
/// Works in blocks of four seconds of simulated time on a fixed grid: a block holds all receptions in
/// it, independent of the queries. Terms that vary over metres (walls, shadowing, body, antennas) are
/// computed once per second for each beacon and interpolated; fading is computed for each frame, at the
/// phone's position at that time. Beacons that are far too weak at both ends of a block are skipped. Draws
/// are addressed by beacon and event, so that pauses of the scanner don't change later receptions.
///
/// A receiver belongs to one trajectory: its cached block is valid for the first trajectory only. Call
/// ``reset()`` before another one.
public struct BeaconReceiver: SignalModel {
  /// The interval before a moment that ``sense(along:at:)`` reports.
  private static let reportInterval = SimDuration.seconds(1)

  /// A reception in compact form.
  struct CompactReception: Sendable {
    var time: SimTime
    var station: Int32
    var strength: Float
  }

  let parameters: BeaconParameters
  let surroundings: BeaconSurroundings
  /// The phone's offset, in dB.
  let offset: Double
  let antenna: BeaconAntenna
  /// For each station, the random stream of this phone's receptions.
  let draws: [RandomStream]

  /// The scanner; set by ``startScanning(at:profile:)``.
  public private(set) var scanner: BeaconScanner
  var cursors: [BeaconSchedule.Cursor]
  /// The block in `receivedInBlock`; nil if none.
  private var block: Int64?
  var receivedInBlock: [CompactReception] = []
  /// The block in `links`.
  var linkBlock: Int64?
  var links: [BeaconLink] = []
  var poses: [Pose] = []
  /// The people nearby at each of the poses.
  var rings: [BystanderRing] = []
  var bystanders = Bystanders()
  /// The index of the phone's carrier among the people; nil without a carrier.
  var carrier: Int?

  /// Creates the receiver of one phone, with its scanner on from the start.
  public init(
    _ parameters: BeaconParameters, in surroundings: BeaconSurroundings,
    for receiver: SignalReceiver
  ) {
    self.parameters = parameters
    self.surroundings = surroundings
    var trait = receiver.stream("beacon.phone")
    offset =
      parameters.phoneOffset
      ? parameters.phoneSpread * trait.gaussian() + receiver.make.beaconDecibels : 0
    // A phone's inverted-F antenna in its case; estimates.
    antenna = BeaconAntenna(&trait, common: 1, own: 2)
    // Devices and beacons are both addressed by hashed names. The factor avoids that equal names
    // cancel out, and that a device and a beacon can be exchanged.
    draws = surroundings.stations.map {
      RandomStream(
        seed: receiver.seed, entity: receiver.device &* 3 &+ $0.hash, purpose: "beacon.frame")
    }
    cursors = surroundings.stations.map(\.schedule.first)
    scanner = BeaconScanner(parameters.profile, start: .start)
  }

  /// Starts the scanner, or changes its profile, beginning with channel 37.
  public mutating func startScanning(at time: SimTime, profile: BeaconScanProfile? = nil) {
    scanner = BeaconScanner(profile ?? parameters.profile, start: time)
    block = nil
  }

  /// Clears the cache for another trajectory.
  public mutating func reset() {
    block = nil
    linkBlock = nil
  }

  /// The receptions in the second that ends at a moment.
  public mutating func sense(
    along trajectory: Trajectory, at time: SimTime
  ) -> [BeaconAdvertisement]? {
    var received: [BeaconAdvertisement] = []
    let instant = SimDuration(nanoseconds: 1)
    self.received(
      along: trajectory, from: time - Self.reportInterval + instant, to: time + instant,
      into: &received)
    return received.isEmpty ? nil : received
  }

  /// Appends the receptions from one moment until before another, in the order of time.
  ///
  /// There are none before the scanner's start.
  public mutating func received(
    along trajectory: Trajectory, from begin: SimTime, to end: SimTime,
    into list: inout [BeaconAdvertisement]
  ) {
    guard !surroundings.stations.isEmpty else { return }
    var time = max(begin, scanner.start)
    while time < end {
      let number = Self.block(at: time)
      prepare(number, along: trajectory)
      report(from: time, to: end, into: &list)
      time = Self.time(ofBlock: number + 1)
    }
  }

  /// The next reception after a moment and not after a limit; nil if there is none.
  ///
  /// Searches one hour at most, which ends the search in a venue without beacons.
  public mutating func nextAdvertisement(
    along trajectory: Trajectory, after time: SimTime, until limit: SimTime
  ) -> BeaconAdvertisement? {
    guard !surroundings.stations.isEmpty else { return nil }
    var from = max(time + SimDuration(nanoseconds: 1), scanner.start)
    let limit = min(limit, from + .hours(1))
    while from <= limit {
      let number = Self.block(at: from)
      prepare(number, along: trajectory)
      let index = receivedInBlock.partitioningIndex { $0.time >= from }
      if index < receivedInBlock.count {
        return receivedInBlock[index].time <= limit ? advertisement(receivedInBlock[index]) : nil
      }
      from = Self.time(ofBlock: number + 1)
    }
    return nil
  }

  private mutating func prepare(_ number: Int64, along trajectory: Trajectory) {
    guard block != number else { return }
    fill(number, along: trajectory)
    block = number
  }

  /// Appends the receptions of the block between two moments.
  @inline(__always)
  private func report(
    from begin: SimTime, to end: SimTime, into list: inout [BeaconAdvertisement]
  ) {
    var index = receivedInBlock.partitioningIndex { $0.time >= begin }
    while index < receivedInBlock.count, receivedInBlock[index].time < end {
      list.append(advertisement(receivedInBlock[index]))
      index += 1
    }
  }

  @inline(__always)
  private func advertisement(_ received: CompactReception) -> BeaconAdvertisement {
    let number = Int(received.station)
    return BeaconAdvertisement(
      time: received.time,
      identity: surroundings.traveller(number)?.identity(at: received.time)
        ?? surroundings.stations[number].identity,
      address: address(of: surroundings.stations[number].hash, at: received.time),
      measuredPowerDecibelMilliwatts: surroundings.stations[number].reportedPower,
      rssiDecibelMilliwatts: Double(received.strength))
  }

  /// The address of a beacon at a time.
  ///
  /// The two highest bits are 11 for a static random address, 01 for a resolvable private one (Bluetooth
  /// Core 5.4, vol 6, part B, 1.3.2); a private one lasts 15 minutes.
  private func address(of hash: UInt64, at time: SimTime) -> HardwareAddress? {
    switch parameters.address {
    case .hidden: return nil
    case .fixed: return HardwareAddress(hash | 0xC000_0000_0000)
    case .rotating:
      let lifetime = SimDuration.seconds(900).nanoseconds
      let shifted = time.nanoseconds &+ Int64(hash % UInt64(lifetime))
      var draw = RandomStream(
        seed: surroundings.seed, entity: hash, purpose: "beacon.address",
        index: UInt64(bitPattern: shifted / lifetime))
      return HardwareAddress(draw.next() & 0x3FFF_FFFF_FFFF | 0x4000_0000_0000)
    }
  }
}
