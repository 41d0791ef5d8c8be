import Documents
import Geometry
import Kernel
import Maps
import Observations
import Recordings
import Signals
import Studies
import Testing
import Truth
import Twins
import Venues

/// Indoor twins: receptions place the transmitters, and the accelerometer gives the pace.
struct InferredLayoutTests {
  private let frame: LocalFrame
  private let map: VenueMap
  private let venue: Venue

  /// A hall with two access points far weaker than default ones, and a beacon.
  init() throws {
    frame = LocalFrame(
      origin: try Geodetic(latitudeDegrees: 48, longitudeDegrees: 11, altitudeMetres: 500))
    let floor = try Polygon(exterior: [Vec2(0, 0), Vec2(60, 0), Vec2(60, 20), Vec2(0, 20)])
    map = VenueMap(
      name: "hall", frame: frame,
      buildings: [Building(name: "hall", footprint: [], heightMetres: 12)],
      levels: [
        Level(
          ordinal: 2, shortName: "2", elevationMetres: 8, heightMetres: 4, outline: [floor],
          walls: [])
      ])
    let beacon = Beacon(
      name: "one", identity: BeaconIdentity(uuid: Self.uuid, major: 1, minor: 1),
      position: Vec3(30, 10, 11), level: 0, measuredPowerDecibelMilliwatts: -59,
      truePowerDecibelMilliwatts: -59, intervalSeconds: 0.3)
    venue = Venue(
      map: map,
      transmitters: Transmitters(
        beacons: [beacon],
        accessPoints: [Self.point(1, 10, 6, power: 6), Self.point(2, 50, 14, power: 6)]))
  }

  private static func point(
    _ number: Int, _ x: Double, _ y: Double, power: Double
  ) -> AccessPoint {
    AccessPoint(
      name: "\(number)", position: Vec3(x, y, 11), level: 0,
      radios: [
        AccessPoint.Radio(
          frequencyMegahertz: 2437, powerDecibelMilliwatts: power,
          networks: [
            AccessPoint.Network(
              bssid: HardwareAddress(UInt64(0x02AA_0000_0000 + number * 256)), ssid: "own")
          ])
      ])
  }

  private static let uuid = Identifier128(high: 1, low: 2)

  private func truth(_ x: Double, _ y: Double, at second: Double) throws -> TruthSample {
    let place = try frame.geodetic(of: Vec3(x, y, 8))
    return .place(
      Coordinate(
        latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
      floor: 2, at: SimTime(seconds: second))
  }

  /// A walk to and fro through the hall, as a twin in the venue itself.
  private func walk() throws -> Recording {
    var recording = Recording(
      header: RecordingHeader(
        device: "phone", source: "test", endTime: SimTime(seconds: 130), gpsWeek: 2000))
    recording.truth = [
      try truth(2, 10, at: 0), try truth(29, 10, at: 25), try truth(58, 10, at: 50),
      try truth(29, 6, at: 75),
      try truth(2, 6, at: 100), try truth(15, 14, at: 110),
    ]
    for second in stride(from: 1.0, to: 109, by: 2.5) {
      let time = SimTime(seconds: second)
      recording.observations.append(
        Delivered(time: time, .wifi(WiFiScan(startTime: time, endTime: time, readings: []))))
    }
    let time = SimTime(seconds: 109)
    recording.observations.append(
      Delivered(
        time: time,
        .beacon(
          BeaconAdvertisement(
            time: time, identity: BeaconIdentity(uuid: Self.uuid, major: 1, minor: 1),
            address: nil, measuredPowerDecibelMilliwatts: -59, rssiDecibelMilliwatts: -70))))
    return recording
  }

  private static func twin(
    _ recording: Recording, in venue: Venue, seed: UInt64
  ) throws -> Recording {
    try Twin(
      of: ReadRecording(recording), in: venue, signals: SignalSettings(),
      parameters: TwinParameters(placement: .handTexting, moving: .walking), seed: seed
    ).recording(seed: seed)
  }

  private static func strengths(_ recording: Recording) -> [Double] {
    recording.observations.flatMap { delivered -> [Double] in
      guard case .wifi(let scan) = delivered.item else { return [] }
      return scan.readings.map(\.rssiDecibelMilliwatts)
    }.sorted()
  }

  @Test func transmittersAreNearStrongestReception() throws {
    let received = try Self.twin(walk(), in: venue, seed: 7)
    let inferredLayout = try InferredLayout(receiving: [received], in: map)
    let places = inferredLayout.venue.transmitters.accessPoints
    #expect(places.count == 2 && inferredLayout.venue.beacons.count == 1)
    for (found, hung) in zip(places, venue.transmitters.accessPoints) {
      #expect(found.position.xy.distance(to: hung.position.xy) < 10, "\(found.position)")
      #expect(found.level == 0 && found.bssid == hung.bssid)
    }
  }

  /// Default powers would be 12 dB too high here.
  @Test func calibrationMatchesReceivedLevels() throws {
    let received = try Self.twin(walk(), in: venue, seed: 7)
    var inferredLayout = try InferredLayout(receiving: [received], in: map)
    func off(_ seed: UInt64) throws -> Double {
      let made = Self.strengths(try Self.twin(received, in: inferredLayout.venue, seed: seed))
      let own = Self.strengths(received)
      return made[made.count * 9 / 10] - own[own.count * 9 / 10]
    }
    let before = try off(1)
    for _ in 0..<2 {
      inferredLayout = inferredLayout.calibrated(to: [
        try Self.twin(received, in: inferredLayout.venue, seed: 1)
      ])
    }
    let after = try off(1)
    #expect(before > 6, "\(before)")
    #expect(abs(after) < 2.5, "\(after)")
  }

  /// A twin has floors, its beacons are received at their transmit times, and all is in order.
  @Test func twinsReceiveBeaconsOnTheirFloor() throws {
    let twin = try Self.twin(walk(), in: venue, seed: 3)
    #expect(twin.truth.allSatisfy { $0.floor == 2 && $0.known.contains(.floor) })
    let beacons = twin.observations.filter { if case .beacon = $0.item { true } else { false } }
    #expect(beacons.count > 40, "\(beacons.count)")
    #expect(zip(twin.observations, twin.observations.dropFirst()).allSatisfy { $0.time <= $1.time })
    #expect(throws: (any Error).self) { try InferredLayout(receiving: [silent()], in: map) }
  }

  private func silent() throws -> Recording {
    var recording = try walk()
    recording.observations.removeAll()
    return recording
  }

  /// With a stop at a mark, the position at half-time isn't half-way.
  @Test(arguments: [false, true]) func accelerometerSetsPace(stands: Bool) throws {
    var recording = Recording(
      header: RecordingHeader(
        device: "phone", source: "test", endTime: SimTime(seconds: 20), gpsWeek: 2000))
    recording.truth = [try truth(5, 10, at: 0), try truth(25, 10, at: 20)]
    let samples = (0..<1000).map { number -> InertialSample in
      let second = Double(number) / 50
      let isShaken = !stands || second >= 10
      let force: Float = 9.81 + (isShaken ? (number % 25 < 12 ? 2 : -2) : 0)
      return InertialSample(time: SimTime(seconds: second), x: 0, y: 0, z: force)
    }
    recording.observations.append(
      Delivered(time: SimTime(seconds: 20), .accelerometer(InertialBatch(samples: samples))))
    let way = try TwinTrack(
      of: recording, in: map, parameters: TwinParameters(placement: .handTexting, moving: .walking))
    let half = way.trajectory.devicePose(at: SimTime(seconds: 8))
    #expect(stands ? half.position.x < 7 : abs(half.position.x - 13) < 1.5, "\(half.position)")
    #expect(half.doing == (stands ? .standing : .walking) && half.level == 0)
    #expect(way.trajectory.devicePose(at: SimTime(seconds: 19.9)).position.x > 23)
  }

  /// Floors in the truth without a map become a plain building: going up changes the pressure, without wind.
  @Test func floorsWithoutMapFormPlainBuilding() throws {
    var recording = Recording(
      header: RecordingHeader(
        device: "phone", source: "test", endTime: SimTime(seconds: 60), gpsWeek: 2000))
    for (second, floor) in [(0.0, 0), (29, 0), (31, 1), (60, 1)] {
      var sample = try truth(5 + second / 4, 10, at: second)
      sample.floor = floor
      recording.truth.append(sample)
    }
    for second in 0..<60 {
      let time = SimTime(seconds: Double(second) + 0.5)
      recording.observations.append(
        Delivered(
          time: time,
          .barometer(PressureSample(time: time, pressurePascals: 101_325, temperatureCelsius: 20))))
    }
    let parameters = TwinParameters(placement: .handTexting, moving: .walking)
    let floors = try #require(Storeys.map(of: recording, parameters: parameters))
    #expect(floors.levels.map(\.ordinal) == [0, 1] && floors.buildings.count == 1)
    let made = try Twin(
      of: ReadRecording(recording), in: Venue(map: floors), signals: SignalSettings(),
      parameters: parameters, seed: 3
    ).recording(seed: 3)
    let pressures = made.observations.compactMap { delivered -> Double? in
      if case .barometer(let sample) = delivered.item { sample.pressurePascals } else { nil }
    }
    func mean(_ part: ArraySlice<Double>) -> Double { part.reduce(0, +) / Double(part.count) }
    let climb = mean(pressures[5..<25]) - mean(pressures[38..<58])
    #expect(climb > 35 && climb < 60, "\(climb)")
    recording.truth = [try truth(5, 10, at: 0), try truth(9, 10, at: 60)].map { sample in
      var outdoors = sample
      outdoors.known.remove(.floor)
      return outdoors
    }
    #expect(Storeys.map(of: recording, parameters: parameters) == nil)
  }

  /// A truth that ends before the recording starts gives no pace.
  @Test func truthBeforeStartGivesNoPace() throws {
    var recording = Recording(
      header: RecordingHeader(
        device: "phone", source: "test", endTime: SimTime(seconds: 20), gpsWeek: 2000))
    recording.truth = [try truth(5, 10, at: -30), try truth(25, 10, at: -10)]
    recording.observations.append(
      Delivered(
        time: SimTime(seconds: 1),
        .accelerometer(
          InertialBatch(samples: [
            InertialSample(time: SimTime(seconds: 0.5), x: 0, y: 0, z: 9.8)
          ]))))
    #expect(TrackPace(of: recording, between: recording.truth) == nil)
    _ = try TwinTrack(
      of: recording, in: map, parameters: TwinParameters(placement: .handTexting, moving: .walking))
  }

  /// A stationary receiver may have truth only at the beginning and at the end; with another final position,
  /// the path is unknown.
  @Test func stationaryReceiverNeedsTruthOnlyAtEnds() throws {
    var recording = Recording(
      header: RecordingHeader(
        device: "module", source: "test", endTime: SimTime(seconds: 600), gpsWeek: 2000))
    let parameters = TwinParameters(placement: .table, moving: .standing)
    recording.truth = [try truth(5, 10, at: 0), try truth(5, 10, at: 600)]
    let way = try TwinTrack(of: recording, in: map, parameters: parameters)
    #expect(
      way.trajectory.devicePose(at: SimTime(seconds: 300)).position.xy.distance(to: Vec2(5, 10))
        < 0.01)
    recording.truth = [try truth(5, 10, at: 0), try truth(6, 10, at: 600)]
    #expect(throws: DocumentError.self) {
      try TwinTrack(of: recording, in: map, parameters: parameters)
    }
  }
}

extension AccessPoint {
  /// The radio's address, without the part that differs between networks.
  fileprivate var bssid: UInt64? {
    radios.first?.networks.first.map { $0.bssid.value & 0x00FF_FFFF_FFF0 }
  }
}
