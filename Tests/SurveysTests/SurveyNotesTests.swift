import Geometry
import Kernel
import Maps
import Observations
import Recordings
import Surveys
import Testing
import Truth

/// Level heights from survey recordings, and rarely received senders.
@Suite struct SurveyNotesTests {
  private static let home = Coordinate(latitudeDegrees: 49.46, longitudeDegrees: 11.11)

  private static func frame() throws -> LocalFrame {
    LocalFrame(
      origin: try Geodetic(
        latitudeDegrees: home.latitudeDegrees, longitudeDegrees: home.longitudeDegrees,
        altitudeMetres: 0))
  }

  /// A person who goes from level to level, with a known position for a moment every 20 s.
  ///
  /// - Parameters:
  ///   - levels: The ordinals, and the heights, in m.
  ///   - received: The senders of each scan; one scan every 2 s.
  /// - Returns: The surveyor's recording, with truth.
  private static func recording(
    _ levels: [(ordinal: Int, height: Double)], received: (Int) -> [Int] = { _ in [1] }
  ) -> Recording {
    var recording = Recording(
      header: RecordingHeader(
        device: "d", source: "s", endTime: SimTime(seconds: 20 * Double(levels.count + 1))))
    for (number, level) in levels.enumerated() {
      var sample = TruthSample(unknownAt: SimTime(seconds: 20 * Double(number + 1)))
      sample.coordinate = home
      (sample.floor, sample.known) = (level.ordinal, [.position, .floor])
      recording.truth.append(sample)
      // On the way the floor is unknown.
      sample.time = sample.time + .seconds(0.1)
      (sample.floor, sample.known) = (nil, .position)
      recording.truth.append(sample)
    }
    for second in 0..<(20 * levels.count + 10) {
      let time = SimTime(seconds: Double(second))
      // Stairs take 10 s, half way between the moments.
      let way = max(0, Double(second) / 20 - 1)
      let (from, share) = (
        min(levels.count - 1, Int(way)), min(1, max(0, 2 * (way - way.rounded(.down)) - 0.5))
      )
      let to = min(levels.count - 1, from + 1)
      let height = levels[from].height + share * (levels[to].height - levels[from].height)
      recording.observations.append(
        Delivered(
          time: time,
          .barometer(PressureSample(time: time, pressurePascals: 97_700 - 11.8 * height)))
      )
      guard second % 2 == 0 else { continue }
      let readings = received(second / 2).map { number in
        WiFiReading(
          bssid: HardwareAddress(UInt64(number) << 16), ssid: "s", rssiDecibelMilliwatts: -60,
          frequencyMegahertz: 2412, time: time)
      }
      recording.observations.append(
        Delivered(time: time, .wifi(WiFiScan(startTime: time, endTime: time, readings: readings))))
    }
    return recording
  }

  /// Heights of levels follow from pressures at times with a known floor, stairs or not.
  @Test func levelHeightsFollowPressure() throws {
    var notes = SurveyNotes()
    notes.add(Self.recording([(0, 0), (-1, -3.2), (-2, -5.6), (-1, -3.2)]), in: try Self.frame())
    notes.solvePressures()
    #expect(notes.storeys.map(\.ordinal) == [0, -1, -2])
    for (storey, height) in zip(notes.storeys, [0, -3.2, -5.6]) {
      #expect(abs(storey.elevationMetres - height) < 0.1, "\(storey)")
      #expect(abs((storey.relativePressurePascals ?? .nan) + 11.8 * height) < 1.5)
    }
  }

  /// Levels without a transition to the others keep the default height, and their pressure differences among
  /// each other.
  @Test func unconnectedLevelsKeepDefaultHeight() throws {
    var notes = SurveyNotes()
    notes.add(Self.recording([(0, 0), (0, 0)]), in: try Self.frame())
    notes.add(Self.recording([(-2, -5.6), (-1, -3.2)]), in: try Self.frame())
    notes.solvePressures()
    let heights = Dictionary(
      uniqueKeysWithValues: notes.storeys.map { ($0.ordinal ?? 99, $0.elevationMetres) })
    #expect(heights[0] == 0)
    #expect(abs((heights[-1] ?? .nan) + 4) < 0.1)
    #expect(abs((heights[-2] ?? .nan) + 6.4) < 0.1)
    #expect(notes.storeys.map { $0.relativePressurePascals == nil } == [false, true, true])
  }

  /// A sender received twice helps where few are received; one received once may have passed by.
  @Test func keepsTransmittersReceivedTwice() throws {
    var notes = SurveyNotes()
    let walk = Self.recording([(0, 0), (0, 0), (0, 0)]) { scan in
      scan == 10 ? [1, 2, 3] : scan == 20 ? [1, 2] : [1]
    }
    notes.add(walk, in: try Self.frame())
    let map = RadioMapBuilder.build(notes, venue: "v", origin: try Self.frame().origin)
    #expect(map.senders.count == 2)
  }

  /// A person who stands at a point for a moment, and receives beacons there, without a floor.
  private static func stand() -> Recording {
    var recording = Recording(
      header: RecordingHeader(device: "d", source: "s", endTime: SimTime(seconds: 10)))
    let time = SimTime(seconds: 2)
    recording.truth = [.place(home, at: time), TruthSample(unknownAt: time + .seconds(0.2))]
    recording.observations.append(
      Delivered(
        time: time,
        .beacon(
          BeaconAdvertisement(
            time: time,
            identity: BeaconIdentity(
              format: .iBeacon, uuid: Identifier128(high: 1, low: 2), major: 0, minor: 3),
            measuredPowerDecibelMilliwatts: -59, rssiDecibelMilliwatts: -70))))
    return recording
  }

  /// Positions without a floor are left out, unless the survey has a default floor; the point counts even if
  /// it was left before the beacons' second was over.
  @Test(arguments: [(nil, 0), (0, 1), (2, 1)]) func missingFloorsUseDefault(
    floor: Int?, readings: Int
  ) throws {
    var notes = SurveyNotes()
    notes.untoldFloor = floor
    notes.add(Self.stand(), in: try Self.frame())
    #expect(notes.readings.count == readings)
    #expect(notes.storeys.map(\.ordinal) == (floor.map { [$0] } ?? []))
  }
}
