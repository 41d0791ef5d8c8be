import Documents
import Formats
import Kernel
import Observations
import Recordings
import Testing
import Truth

/// Tracks written and read back: equal to the format's resolution.
struct TrackWriterTests {
  private let start = GPSTime(
    utc: CalendarMoment(
      year: 2024, month: 2, day: 29, hour: 23, minute: 59, second: 30))

  /// A track with all fields, over midnight and around the Earth.
  private func track(seed: UInt64) -> [TrackPoint] {
    var stream = RandomStream(seed: seed, purpose: "test.track")
    func number(_ minimum: Double, _ maximum: Double) -> Double {
      minimum + (maximum - minimum) * Double(stream.integer(below: 1_000_000_000)) / 1e9
    }
    return (0..<60).map { index in
      TrackPoint(
        time: SimTime(nanoseconds: Int64(index) * 1_000_000_000 + 500_000_000),
        coordinate: Coordinate(
          latitudeDegrees: number(-90, 90), longitudeDegrees: number(-180, 180)),
        altitudeMetres: index % 7 == 0 ? nil : number(-400, 8000),
        horizontalAccuracyMetres: index % 5 == 0 ? nil : number(0.5, 90),
        speedMetresPerSecond: index % 3 == 0 ? nil : number(0, 60),
        courseDegrees: index % 4 == 0 ? nil : number(0, 359.99), satelliteCount: 1 + index % 30)
    }
  }

  private func isNear(_ left: Double?, _ right: Double?, _ tolerance: Double) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return abs(left - right) <= tolerance
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func gpxRoundTrips(seed: UInt64) throws {
    let track = track(seed: seed)
    let bytes = GPXWriter.bytes(track, start: start, name: "a <b> & \"c\" \u{1F6B6}\u{7}")
    let file = try GPXFile.read(bytes, file: "written.gpx")
    #expect(file.report.lines.isEmpty && file.tracks[0].name == "a <b> & \"c\" \u{1F6B6}\u{FFFD}")
    let first = try #require(file.start)
    #expect(abs(first - start - 0.5) < 1e-6 && file.fixes.count == track.count)
    for (point, fix) in zip(track, file.fixes) {
      #expect(fix.time - .start == point.time - track[0].time)
      let (read, written) = (fix.coordinate, point.coordinate)
      #expect(abs(read.latitudeDegrees - written.latitudeDegrees) <= 0.51e-8)
      #expect(abs(read.longitudeDegrees - written.longitudeDegrees) <= 0.51e-8)
      #expect(isNear(fix.altitudeMetres, point.altitudeMetres, 0.51e-3))
      #expect(isNear(fix.horizontalAccuracyMetres, point.horizontalAccuracyMetres, 2.6e-3))
      #expect(fix.satelliteCount == point.satelliteCount)
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func nmeaRoundTrips(seed: UInt64) throws {
    let track = track(seed: seed)
    let bytes = NMEAWriter.bytes(track, start: start)
    // A sentence has at most 82 characters, with its sign and line ending.
    #expect(bytes.split(separator: 10).allSatisfy { $0.count < 82 })
    let log = try NMEARecording.read(bytes, file: "written.nmea")
    #expect(log.report.lines.isEmpty && abs(log.start - start - 0.5) < 1e-6)
    #expect(log.fixes.count == track.count)
    for (point, fix) in zip(track, log.fixes) {
      #expect(fix.time - .start == point.time - track[0].time)
      let (read, written) = (fix.coordinate, point.coordinate)
      // Half of 1e-5 minutes.
      #expect(abs(read.latitudeDegrees - written.latitudeDegrees) < 0.84e-7)
      #expect(abs(read.longitudeDegrees - written.longitudeDegrees) < 0.84e-7)
      #expect(isNear(fix.altitudeMetres, point.altitudeMetres, 0.51e-3))
      #expect(isNear(fix.horizontalAccuracyMetres, point.horizontalAccuracyMetres, 0.026))
      #expect(isNear(fix.speedMetresPerSecond, point.speedMetresPerSecond, 0.26e-3))
      #expect(isNear(fix.courseDegrees, point.courseDegrees, 0.51e-2))
      #expect(fix.satelliteCount == point.satelliteCount)
    }
  }

  @Test func geoJSONRoundTripsExactly() throws {
    let track = track(seed: 7)
    let text = GeoJSONWriter.bytes(track, start: start, name: "walk \"1\"")
    let json = try JSONValue(parsing: text, name: "written.geojson")
    guard case .array(let features)? = json["features"], case .string(let kind)? = json["type"],
      case .array(let line)? = features[0]["geometry"]?["coordinates"],
      case .array(let times)? = features[0]["properties"]?["times"]
    else {
      Issue.record("no collection of features")
      return
    }
    #expect(kind == "FeatureCollection" && features.count == track.count + 1)
    #expect(times.first == "2024-02-29T23:59:30.500Z" && times.last == "2024-03-01T00:00:29.500Z")
    for (index, point) in track.enumerated() {
      let place = [point.coordinate.longitudeDegrees, point.coordinate.latitudeDegrees]
      let position = JSONValue.array(
        (place + [point.altitudeMetres].compactMap { $0 }).map {
          .number($0)
        })
      #expect(line[index] == position)
      #expect(features[index + 1]["geometry"]?["coordinates"] == position)
      #expect(features[index + 1]["properties"]?["time"] == times[index])
    }
    let single = GeoJSONWriter.bytes([track[0]], start: start, name: "one")
    #expect(!String(decoding: single, as: UTF8.self).contains("LineString"))
  }

  @Test func roundsTimesWithoutASecond60() {
    let point = TrackPoint(
      time: SimTime(nanoseconds: 29_999_600_000),
      coordinate: Coordinate(latitudeDegrees: 0.9999999999, longitudeDegrees: -179.99999999))
    let nmea = String(decoding: NMEAWriter.bytes([point], start: start), as: UTF8.self)
    #expect(nmea.contains("GNRMC,000000.000,A,0100.00000,N,18000.00000,W,,,010324"))
    let gpx = String(decoding: GPXWriter.bytes([point], start: start, name: ""), as: UTF8.self)
    #expect(gpx.contains("<time>2024-03-01T00:00:00.000Z</time>"))
  }

  @Test func omitsInvalidNumbers() throws {
    let bad = TrackPoint(
      time: .start, coordinate: Coordinate(latitudeDegrees: .nan, longitudeDegrees: 1e300))
    let odd = TrackPoint(
      time: .start, coordinate: Coordinate(latitudeDegrees: 1, longitudeDegrees: 190),
      altitudeMetres: .infinity, horizontalAccuracyMetres: -1, speedMetresPerSecond: .nan)
    let log = try NMEARecording.read(NMEAWriter.bytes([bad, odd], start: start), file: "n")
    #expect(log.fixes.count == 1 && log.fixes[0].altitudeMetres == nil)
    #expect(abs(log.fixes[0].coordinate.longitudeDegrees + 170) < 1e-9)
  }

  @Test func extractsTracksFromRecordings() {
    var recording = Recording(header: RecordingHeader(device: "d", source: "", endTime: .start))
    let position = Coordinate(latitudeDegrees: 1, longitudeDegrees: 2)
    recording.observations = [
      Delivered(time: .start, .fix(ReceiverFix(time: .start, coordinate: position)))
    ]
    #expect(recording.usualTrack.count == 1 && recording.track(.reported).isEmpty)
    let fix = LocationFix(
      time: SimTime(seconds: 1), coordinate: position, horizontalAccuracyMetres: -1,
      altitudeMetres: 3, source: .gnss)
    recording.outputs = [Delivered(time: SimTime(seconds: 1), .locations([fix, fix]))]
    #expect(recording.usualTrack.count == 2 && recording.usualTrack[0].altitudeMetres == nil)
    recording.truth = [
      TruthSample(
        time: .start, coordinate: position, altitudeMetres: 4, floor: nil,
        eastVelocityMetresPerSecond: -3, northVelocityMetresPerSecond: 0, activity: .walking,
        stepCount: 0, distanceMetres: 0)
    ]
    let truth = recording.track(.truth)
    #expect(truth.count == 1 && truth[0].speedMetresPerSecond == 3 && truth[0].courseDegrees == 270)
  }
}
