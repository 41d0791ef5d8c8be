import Documents
import Formats
import Kernel
import Observations
import Recordings
import Testing
import Truth

/// Complete files of the public data sets, against counts by independent means.
struct CompletePositionFileTests {
  private static func isAvailable(_ name: String) -> Bool { LogPaths.data(name) != nil }

  @Test(
    .enabled(
      if: isAvailable("fit-auto-pause"),
      "needs VENUESIM_DATA with FIT files of github dtcooper/python-fitparse as fit-auto-pause"),
    arguments: [
      ("garmin-edge-500-activity", 10_686, 47, 2), ("sample-activity", 3098, 29, 2),
      ("garmin-fenix-5-bike", 19, 0, 2), ("garmin-fenix-5-run", 21, 0, 1),
      ("garmin-fenix-5-walk", 17, 0, 11),
      ("goldencheetah_Weather_XDATA_2016_02_06_13_01_22", 8078, 0, 2),
      ("goldencheetah_FR55-CoreTemp-Walk", 582, 0, 11),
    ])
  func fit(name: String, records: Int, pauses: Int, sport: Int) throws {
    let path = try #require(LogPaths.data("fit-auto-pause/\(name).fit"))
    let file = try FITFile.read(LogPaths.contents(path), file: name)
    let repeated = file.report.count(of: .repeated)
    #expect(file.records.count + repeated == records, "\(file.report.lines)")
    #expect(file.pauses.filter { $0.stoppedBy == .auto }.count == pauses)
    #expect(file.report.count(of: .badChecksum) == 0 && file.report.count(of: .unreadable) == 0)
    #expect(file.sessions.last?.sport == sport)
    let recording = file.recording(device: name)
    let standing = recording.truth.filter { $0.activity == .stationary }.map(\.time)
    #expect(standing.count >= pauses)
    for pause in file.pauses where pause.stoppedBy == .auto {
      #expect(pause.end > pause.start && standing.contains(pause.start))
    }
  }

  @Test(
    .enabled(
      if: isAvailable("fcd-map-matching"),
      "needs VENUESIM_DATA with github iisys-hof/map-matching-2's tracks as fcd-map-matching"))
  func floatingCars() throws {
    func contents(_ name: String) throws -> [UInt8] {
      try LogPaths.contents(#require(LogPaths.data("fcd-map-matching/\(name).csv.gz")))
    }
    let tracks = try FloatingCarTracks.read(contents("points"), file: "points")
    let routes = try FloatingCarRoutes.read(contents("ground_truth"), file: "ground_truth")
    let roads = try FloatingCarNetwork.read(contents("network_union"), file: "network_union")
    #expect(tracks.tracks.count == 132 && roads.pieces.count == 4450)
    #expect(
      tracks.tracks.reduce(tracks.report.count(of: .repeated)) { $0 + $1.points.count } == 6682)
    #expect(tracks.report.count(of: .badRow) == 0 && routes.report.lines.isEmpty)
    var distances: [Double] = []
    for track in tracks.tracks {
      let route = try #require(routes.route(of: track.id))
      for point in track.points {
        distances.append(
          try #require(route.trueRoute.distanceMetres(to: point.coordinate)))
      }
    }
    distances.sort()
    // Receivers in cars are some metres off the centre line of the road.
    #expect(distances[distances.count / 2] < 10 && distances[distances.count * 95 / 100] < 40)
  }

  @Test(
    .enabled(
      if: isAvailable("gnss-google-measurement-tools/nmea-mountain-view-drive"),
      "needs VENUESIM_DATA with github google/gps-measurement-tools"))
  func nmeaDriveWithItsTruth() throws {
    let folder = "gnss-google-measurement-tools/nmea-mountain-view-drive/MTV.Local1."
    func read(_ name: String) throws -> NMEARecording {
      let path = try #require(LogPaths.data(folder + name))
      return try NMEARecording.read(LogPaths.contents(path), file: name)
    }
    let drive = try read("ublox-F9K.20200206-181434.nmea.gz")
    let truth = try read("SPAN.20200206-181434.gga.gz")
    let recording = drive.recording(device: "F9K", truth: truth)
    var placesOfTruth: [SimTime: Coordinate] = [:]
    for sample in recording.truth { placesOfTruth[sample.time] = sample.coordinate }
    var errors: [Double] = []
    for fix in drive.fixes {
      guard let place = placesOfTruth[fix.time] else { continue }
      let north = (fix.coordinate.latitudeDegrees - place.latitudeDegrees) * 110_990
      let east = (fix.coordinate.longitudeDegrees - place.longitudeDegrees) * 88_400
      errors.append((north * north + east * east).squareRoot())
    }
    errors.sort()
    try #require(!errors.isEmpty, "\(drive.start) \(drive.report.lines) \(truth.start)")
    // The data set's README has 1,627 common epochs, median 0.49 m and 0.83 m at 95 %.
    #expect(abs(errors.count - 1627) <= 2)
    #expect(abs(errors[errors.count / 2] - 0.49) < 0.02)
    #expect(abs(errors[errors.count * 95 / 100] - 0.83) < 0.03)
  }
}
