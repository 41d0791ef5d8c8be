import Kernel
import Observations
import Scoring
import Testing
import Truth

/// Figures of other tools on the same small data.
///
/// Made with Python 3 in a fresh environment (`pip install evo==1.38.1 numpy==2.4.6
/// scikit-learn==1.9.1`). `ref.tum` and `est.tum` hold `seconds east north 0 0 0 0 1` of ``poses``:
/// `evo_ape tum ref.tum est.tum` and `evo_rpe tum ref.tum est.tum --delta 1 --delta_unit f`, both
/// `-r trans_part` without alignment; `numpy.percentile` of the distances; and of ``labels``,
/// `sklearn.metrics.precision_recall_fscore_support`, `f1_score(average='macro')`,
/// `accuracy_score` and `confusion_matrix`, all with `labels=['s', 'w', 'r', 'c', 'a']`.
struct ReferenceTests {
  /// Seconds, true east and north, reported east and north in m, true floor, reported floor.
  private static let poses: [(Double, Double, Double, Double, Double, Int, Int)] = [
    (1, 0, 0, 2.1, -1.0, 0, 0), (2, 1.2, 0.4, 2.9, 0.8, 0, 0), (3, 2.5, 0.9, 2.2, 3.1, 0, 1),
    (4, 3.7, 1.1, 6.4, 2.2, 1, 1), (5, 5.0, 1.6, 7.7, 0.1, 1, 1), (6, 6.1, 2.3, 4.9, 5.2, 1, 0),
    (7, 7.3, 3.1, 8.8, 1.9, 1, 1), (8, 8.2, 4.2, 12.5, 4.4, 2, 1), (9, 9.0, 5.4, 9.3, 9.9, 2, 2),
    (10, 9.6, 6.7, 11.1, 5.5, 2, 2), (11, 10.1, 8.0, 8.7, 8.8, 2, 2),
    (12, 10.3, 9.4, 13.9, 10.6, 2, 0),
  ]
  private static let labels = (
    actual: "sssswwwwwwwwrrrrrwwwaaaaaaaaaasssscccc",
    reported: "ssswwwwsswwwwrrrwwwwwsaaaaaccassswwccw"
  )

  /// The coordinate of a point near 47° north, by the radii of curvature there.
  private static func coordinate(_ east: Double, _ north: Double) -> Coordinate {
    Coordinate(
      latitudeDegrees: 47 + north / 111_170.795, longitudeDegrees: 8 + east / 76_056.0117)
  }

  private static func truth(_ time: SimTime) -> TruthSample {
    let row = poses[min(poses.count - 1, max(0, Int(time.seconds) - 1))]
    return TruthSample(
      time: time, coordinate: coordinate(row.1, row.2), altitudeMetres: 0, floor: row.5,
      eastVelocityMetresPerSecond: 3, northVelocityMetresPerSecond: 4, activity: .walking,
      stepCount: 0, distanceMetres: 0)
  }

  /// Scores the poses, reported with a delay.
  private func score(late: Double = 0) -> DeviceScore {
    let outputs = Self.poses.map { row in
      Delivered(
        time: SimTime(seconds: row.0 + late),
        Output.location(
          LocationFix(
            time: SimTime(seconds: row.0), coordinate: Self.coordinate(row.3, row.4),
            horizontalAccuracyMetres: 3, floor: row.6, source: .fused)))
    }
    return scoreDevice(
      ScoringInput(
        device: "d", outputs: outputs, truth: Self.truth, changes: [], duration: .seconds(12),
        power: []))
  }

  @Test(arguments: [
    ("ape.rmse", 2.951412091412064), ("ape.mean", 2.791588226962556),
    ("ape.p50", 2.6207083086726257), ("ape.min", 1.6124515496597107),
    ("ape.max", 4.509988913511872), ("ape.sd", 1.000655333133272),
    ("rpe.rmse", 4.272427455631794), ("rpe.mean", 4.008897682494899),
    ("rpe.p50", 3.522782990761708), ("rpe.min", 1.4560219778561034),
    ("rpe.max", 5.87962583843564), ("horizontal_error.p50", 2.6207083086726257),
    ("horizontal_error.p67", 3.1071083538057094), ("horizontal_error.p75", 3.3025365220217964),
    ("horizontal_error.p90", 4.253657104225765), ("horizontal_error.p95", 4.39705176858374),
    ("horizontal_error.p99", 4.487401484526246), ("gsdc_score.mean", 3.508880038628183),
    ("ce50.mean", 2.6207083086726257), ("ce95.mean", 4.39705176858374),
    ("ipin_score.p75", 17.44988798966185), ("ipin_score.mean", 9.041588226962554),
  ]) func poseErrorsMatchReference(name: String, expected: Double) throws {
    let (metric, statistic) = try #require(MetricCatalogue.parse(name))
    for late in [0, 0.4] where late == 0 || metric.name == "ape" || metric.name == "rpe" {
      let values = try #require(
        score(late: late).samples.first { $0.metric == metric }?.values)
      let value = try #require(MetricRow.summary(statistic, of: values))
      // The plane is mapped to the ellipsoid, and a degree of longitude differs 10 m further north.
      #expect(abs(value - expected) < 2e-5 * expected, "\(name) \(late): \(value)")
    }
  }

  /// The rule of the IPIN competition: 15 m for each floor, so a near position on the wrong floor is more
  /// than 15 m wrong; every other second of this walk is less.
  @Test func ipinScoreWeighsWrongFloors() throws {
    let values = try #require(score().samples.first { $0.metric.name == "ipin_score" }?.values)
    let wrong = Self.poses.filter { $0.5 != $0.6 }
    #expect(values.values.count { $0 > 15 } == wrong.count && values.count == Self.poses.count)
  }

  /// Along and across a direction of (3, 4) m/s.
  @Test func splitsErrorAlongAndAcrossTrack() throws {
    let score = score()
    let along = try #require(score.samples.first { $0.metric.name == "along_track_error" })
    let across = try #require(score.samples.first { $0.metric.name == "cross_track_error" })
    for (index, row) in Self.poses.enumerated() {
      let (east, north) = (row.3 - row.1, row.4 - row.2)
      #expect(abs(along.values.values[index] - (0.6 * east + 0.8 * north)) < 1e-3)
      #expect(abs(across.values.values[index] - abs(0.6 * north - 0.8 * east)) < 1e-3)
    }
  }

  private static let letters: [Character: (TrueActivity, ActivityFlags)] = [
    "s": (.stationary, .stationary), "w": (.walking, .walking), "r": (.running, .running),
    "c": (.cycling, .cycling), "a": (.automotive, .automotive),
  ]

  @Test(arguments: [
    ("activity.precision.stationary", 0.6666666666666666), ("activity.precision.walking", 0.5625),
    ("activity.precision.running", 1), ("activity.precision.cycling", 0.5),
    ("activity.precision.automotive", 1), ("activity.recall.stationary", 0.75),
    ("activity.recall.walking", 0.8181818181818182), ("activity.recall.running", 0.6),
    ("activity.recall.cycling", 0.5), ("activity.recall.automotive", 0.6),
    ("activity.f1.stationary", 0.7058823529411765), ("activity.f1.walking", 0.6666666666666666),
    ("activity.f1.running", 0.75), ("activity.f1.cycling", 0.5), ("activity.f1.automotive", 0.75),
    ("activity.f1.macro", 0.6745098039215687), ("activity.accuracy", 0.6842105263157895),
    ("activity.confusion.stationary.walking", 2), ("activity.confusion.walking.walking", 9),
    ("activity.confusion.automotive.cycling", 2), ("activity.confusion.cycling.walking", 2),
    ("activity.confusion.automotive.automotive", 6),
  ]) func activityScoresMatchReference(name: String, expected: Double) throws {
    let actual = Self.labels.actual.map { Self.letters[$0]?.0 ?? .other }
    let outputs = Self.labels.reported.enumerated().map { second, letter in
      Delivered(
        time: SimTime(seconds: Double(second)),
        Output.activity(
          ActivityReport(
            startTime: .start, flags: Self.letters[letter]?.1 ?? .unknown, confidence: .high)))
    }
    let score = scoreDevice(
      ScoringInput(
        device: "d", outputs: outputs,
        truth: { time in
          var sample = TruthSample(unknownAt: time)
          sample.known = .activity
          sample.activity = actual[min(actual.count - 1, Int(time.seconds))]
          return sample
        }, changes: [], duration: .seconds(Double(actual.count - 1)), power: []))
    let values = try #require(score.samples.first { $0.metric.name == name }?.values)
    let statistic: Statistic =
      name.contains("confusion") ? .count : name.hasSuffix("macro") ? .mean : .share
    let value = try #require(MetricRow.summary(statistic, of: values))
    #expect(abs(value - expected) < 1e-12, "\(value)")
  }
}
