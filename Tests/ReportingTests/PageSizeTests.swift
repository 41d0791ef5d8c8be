import Documents
import Kernel
import Observations
import Reporting
import Scoring
import TestSupport
import Testing
import Truth

/// Pages of long runs and many devices stay small, and keep the worst.
struct PageSizeTests {
  private static let header =
    "run,scenario,seed,device,told_s,fix_s,latitude_deg,longitude_deg,true_latitude_deg,"
    + "true_longitude_deg,horizontal_error_m,horizontal_accuracy_m,vertical_error_m,floor,"
    + "true_floor,source,transmitters\n"

  private func write(_ folder: TemporaryFolder, devices: Int, fixes: Int) throws {
    var text = Self.header
    for device in 0..<devices {
      for fix in 0..<fixes {
        // Far apart, so that differences are large; one error is an outlier.
        let minute = (fix * 7919 + device * 31) % 6000
        let error = fix == fixes / 3 ? 1000 + device : minute % 50
        text += "r,s,1,d\(device),\(fix),\(fix),47.0\(1000 + minute),8.0\(7000 - minute),"
        text += "47.05,8.05,\(error),\(minute % 97),,1,1,gnss,4\n"
      }
    }
    try folder.write("fixes.csv", text)
    try folder.write("manifest.json", "{\"run\": \"r\", \"scenarios\": [{\"name\": \"s\"}]}")
  }

  @Test func keepsWorstDevices() throws {
    let folder = try TemporaryFolder()
    try write(folder, devices: 60, fixes: 5000)
    let bytes = try reportPage(RunReport(folder: folder.path))
    #expect(bytes.count < 5_000_000, "\(bytes.count)")
    let page = try PageReading(bytes)
    let devices = try page.tracks().compactMap { $0["device"]?.string }
    let left = try #require(page.run()["tracks_left_out"]?.int)
    #expect(devices.count > 10 && left > 5 && devices.count + left == 60)
    // The first, and those with the worst moments.
    #expect(devices == ["d0"] + (left + 1..<60).map { "d\($0)" })
    let worst = try #require(page.run()["worst"]).list.filter { $0["kind"] == "error" }
    #expect(worst.first?["device"] == "d59" && worst.first?["value"] == 1059.0)
    #expect(worst.first?["track"]?.int == devices.count - 1)
    // The curves include all of them.
    let curve = try #require(page.run()["curves"]).list.first?.list
    #expect(curve?[2].int == 300_000)
    let median = try #require(curve?[3].list[50].int)
    #expect(abs(median - 25_000) < 1000, "\(median) mm")
  }

  @Test func thinsLongRunsButKeepsPeaks() throws {
    let folder = try TemporaryFolder()
    try write(folder, devices: 1, fixes: 130_000)
    let page = try PageReading(reportPage(RunReport(folder: folder.path)))
    let track = try #require(page.tracks().first)
    let errors = PageReading.numbers(track["fixes"]?.list[4].string)
    let times = PageReading.numbers(track["fixes"]?.list[0].string)
    #expect(track["thinned"] == true && errors.count < 48_000 && errors.count > 20_000)
    #expect(times == times.sorted() && errors.max() == 10_000)
    #expect(times.last.map { $0 > 12_990_000 } == true)
  }

  /// The points of a simplified track give the device's position at every second.
  @Test(arguments: 1...20 as ClosedRange<UInt64>) func simplifiesTracks(seed: UInt64) {
    var random = RandomStream(seed: seed, entity: 1, purpose: "page ways", index: 0)
    var samples: [TruthSample] = []
    var (latitude, longitude, heading, speed) = (47.0, 8.0, 0.0, 1.4)
    let metre = 1 / 111_195.0
    for second in 0...3000 {
      if random.uniform() < 0.05 { heading = random.uniform() * 6.28 }
      if random.uniform() < 0.02 { speed = speed > 0 ? 0 : 1.4 }
      latitude += speed * metre * sine(heading)
      longitude += speed * metre * sine(heading + 1.5708) / 0.682
      samples.append(
        TruthSample(
          time: SimTime(seconds: Double(second)),
          coordinate: Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude),
          altitudeMetres: second < 1000 ? 400 : 404, floor: second < 1000 ? nil : 1,
          eastVelocityMetresPerSecond: 0, northVelocityMetresPerSecond: 0, activity: .walking,
          stepCount: 0, distanceMetres: 0,
          known: (2000..<2100).contains(second) ? [] : .all))
    }
    let truth = samples
    let rows = TrackRow.rows(until: SimTime(seconds: 3000)) { truth[Int($0.seconds.rounded())] }
    #expect(rows.count < 500 && rows.count > 20, "\(rows.count)")
    var next = 0
    for (second, sample) in truth.enumerated() {
      let time = SimTime(seconds: Double(second))
      while next + 1 < rows.count, rows[next + 1].time <= time { next += 1 }
      guard let from = rows[next].coordinate else {
        #expect((2000..<2100).contains(second))
        continue
      }
      #expect(rows[next].floor == sample.floor && sample.known.contains(.position))
      var (north, east) = (from.latitudeDegrees, from.longitudeDegrees)
      if next + 1 < rows.count, let to = rows[next + 1].coordinate {
        let share =
          (time - rows[next].time).seconds / (rows[next + 1].time - rows[next].time).seconds
        north += share * (to.latitudeDegrees - from.latitudeDegrees)
        east += share * (to.longitudeDegrees - from.longitudeDegrees)
      }
      #expect(abs(north - sample.coordinate.latitudeDegrees) < 0.3 * metre, "second \(second)")
      #expect(abs(east - sample.coordinate.longitudeDegrees) < 0.45 * metre, "second \(second)")
    }
  }
}
