import Documents
import Formats
import Kernel
import Observations
import Recordings
import Testing

/// Complete recordings of the public data sets, against counts by independent means.
struct CompleteLogFileTests {
  private static func isAvailable(_ name: String) -> Bool { LogPaths.data(name) != nil }

  @Test(
    .enabled(
      if: isAvailable("oxford-step-counter"),
      "needs VENUESIM_DATA with github Oxford-step-counter/DataSet as oxford-step-counter"),
    arguments: [
      ("Nexus_Jamie_Hard_InHand_1", 305, 30_305), ("Pixel_Jamie_Hard_InHand_1", 292, 66_544),
      ("Pixel_Jamie_Hard_FrontPocket_1", 268, 61_406),
      ("Pixel_Jamie_Hard_BackPocket_1", 257, 59_962), ("Pixel_Jamie_Hard_Purse_1", 362, 77_008),
      ("Pixel_Jamie_Hard_SwingingArm_1", 284, 58_363),
      ("Samsung_Jamie_Hard_InHand_1", 265, 14_537),
    ])
  func oxford(name: String, steps: Int, rows: Int) throws {
    let folder = try #require(LogPaths.data("oxford-step-counter/optimisation/" + name))
    let log = try OxfordSteps.read(folder: folder)
    #expect(log.steps.count == steps && log.accelerometer.count == rows)
    #expect(log.report.lines.isEmpty && log.switchReport.lines.isEmpty)
    #expect(OxfordSteps.Label(folder: folder) != nil)
    #expect(logMedian(log.accelerometer.map(logLength)).isNear(9.8, within: 1))
  }

  @Test(
    .enabled(
      if: isAvailable("motionsense"),
      "needs VENUESIM_DATA with github mmalekzadeh/motion-sense as motionsense"),
    arguments: [
      ("wlk_7/sub_1", 5439), ("sit_13/sub_1", 10_292), ("std_14/sub_6", 5583),
      ("jog_9/sub_13", 3414), ("jog_16/sub_6", 929), ("wlk_15/sub_13", 1775),
      ("ups_12/sub_13", 377), ("dws_11/sub_1", 896),
    ])
  func motionSense(name: String, rows: Int) throws {
    let path = try #require(LogPaths.data("motionsense/A_DeviceMotion_data/\(name).csv.gz"))
    let log = try MotionSense.read(LogPaths.contents(path), file: name)
    #expect(log.accelerometer.count == rows && log.report.lines.isEmpty && log.firstRow == 0)
    let label = try #require(MotionSense.Label(path: path))
    // The mean specific force of a person on the ground is gravity, and points up.
    let mean = logMean(log.accelerometer)
    #expect(logLength(mean).isNear(9.8, within: 1.5))
    guard label.activity == .walking || label.activity == .jogging else { return }
    // Heel strikes point upwards: along the mean force, the sharp peaks are positive.
    let size = logLength(mean)
    let along = log.accelerometer.map { sample in
      (sample.x * mean.x + sample.y * mean.y + sample.z * mean.z) / size - size
    }
    let cubes = along.reduce(0) { $0 + $1 * $1 * $1 }
    #expect(cubes > 0, "the specific force has the wrong sign")
  }

  @Test(
    .enabled(if: isAvailable("wisdm-51"), "needs VENUESIM_DATA with WISDM-51 as wisdm-51"),
    arguments: [("phone", 64_311), ("watch", 65_462)])
  func wisdm(device: String, rows: Int) throws {
    let name = "wisdm-51/raw/\(device)/accel/data_1600_accel_\(device).txt.gz"
    let log = try WISDM.read(LogPaths.contents(#require(LogPaths.data(name))), file: name)
    #expect(log.segments.map(\.activity) == WISDM.Activity.allCases)
    #expect(log.segments.reduce(0) { $0 + $1.samples.count } == rows && log.report.lines.isEmpty)
    for segment in log.segments {
      let seconds = segment.samples.last?.time.seconds ?? 0
      #expect(seconds > 175 && seconds < 215 && segment.subject == 1600)
    }
  }

  @Test(
    .enabled(
      if: isAvailable("sp-sw-har"), "needs VENUESIM_DATA with github sp-sw-har-dataset as sp-sw-har"
    ),
    arguments: [
      ("s01/s01_01_sp", 1351, 8, 102.46679316888044, 108),
      ("s01/s01_04_sw", 1204, 9, 104.29128738621587, 6),
      ("s06/s06_03_sp", 1428, 8, 102.49228096125898, 122),
      ("s06/s06_02_sw", 1345, 8, 104.2506981073534, 9),
    ])
  func smartphoneWatch(
    name: String, rows: Int, segments: Int, rate: Double, bursts: Int
  ) throws {
    let path = try #require(LogPaths.data("sp-sw-har/DATA/\(name).csv.gz"))
    let log = try SmartphoneWatch.read(LogPaths.contents(path), file: name)
    #expect(log.accelerometer.count == rows && log.segments.count == segments)
    #expect(abs(log.meanRateHertz - rate) < 1e-3)
    #expect(log.report.count(of: .repeated) == bursts && log.report.entries.count == 1)
    #expect(log.segments.last?.rows.upperBound == rows)
  }

  @Test(
    .enabled(
      if: isAvailable("wrist-steps-sensorwatch"),
      "needs VENUESIM_DATA with github rieck/stepcounter-devel as wrist-steps-sensorwatch"))
  func sensorWatch() throws {
    let files = LogPaths.files(below: "wrist-steps-sensorwatch", suffix: ".csv")
    #expect(files.count == 15)
    var (rows, steps, gaps, walks) = (0, 0, 0, 0)
    for path in files {
      let log = try SensorWatch.read(LogPaths.contents(path), file: path)
      rows += log.samples.count
      steps += log.stepCount
      gaps += log.report.count(of: .gap)
      if SensorWatch.isWalking(path: path) { walks += 1 }
      if path.contains("desk") || path.contains("pc-") {
        #expect(logMedian(log.specificForce().map { Float($0) }).isNear(9.8, within: 1))
      }
    }
    #expect(rows == 26_991 && steps == 625 && gaps == 842 && walks == 6)
  }

  @Test(
    .enabled(
      if: isAvailable("ujiindoorloc-mag"), "needs VENUESIM_DATA with UJIIndoorLoc and -Mag"))
  func magneticAndFingerprints() throws {
    let files = LogPaths.files(below: "ujiindoorloc-mag/lines", suffix: ".txt")
    var (rows, segments) = (0, 0)
    for path in files {
      let log = try UJIMagnetic.read(LogPaths.contents(path), file: path)
      rows += log.magnetometer.count
      segments += log.segments.count
      #expect(log.report.lines.isEmpty && log.segments[0].rows.count == log.magnetometer.count)
    }
    #expect(files.count == 80 && rows == 8943 && segments == 80)
    let path = try #require(LogPaths.data("ujiindoorloc-validation/validationData.csv.gz"))
    let log = try UJIIndoorLoc.read(LogPaths.contents(path), file: path)
    #expect(log.rows.count == 1111 && log.accessPoints.count == 520 && log.report.lines.isEmpty)
    #expect(log.rows.reduce(0) { $0 + log.readings(of: $1).count } == 18_304)
    #expect(Set(log.rows.map(\.floor)) == [0, 1, 2, 3, 4])
    #expect(log.startUnixSeconds == 1_379_578_367)
  }
}

/// The length of a reading as a vector.
func logLength(_ sample: InertialSample) -> Float {
  (sample.x * sample.x + sample.y * sample.y + sample.z * sample.z).squareRoot()
}

func logMedian(_ values: [Float]) -> Float { values.sorted()[values.count / 2] }

func logMean(_ samples: [InertialSample]) -> InertialSample {
  let scale = 1 / Float(samples.count)
  return InertialSample(
    time: .start, x: samples.reduce(0) { $0 + $1.x } * scale,
    y: samples.reduce(0) { $0 + $1.y } * scale, z: samples.reduce(0) { $0 + $1.z } * scale)
}

extension Float {
  func isNear(_ other: Float, within tolerance: Float) -> Bool { abs(self - other) <= tolerance }
}
