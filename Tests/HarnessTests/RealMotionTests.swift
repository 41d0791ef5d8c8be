import Documents
import Testing

/// The tables of real people, `results/motion/study.csv` and `forest.csv`, are gates: they fail if new tables
/// have the stack behind a random forest or a peak counter.
@Suite struct RealMotionTests {
  private static let kinds = ["stationary", "walking", "running"]

  private static func table() throws -> StudyTable {
    try StudyTable("results/motion/study.csv", kind: "pooled")
  }

  /// Mean F1 of activities for unseen people of a set.
  private static func macroF1(_ variant: String) throws -> Double {
    let table = try table()
    let scores = try kinds.map {
      try table.figure("activity.batch.f1.\($0).share", of: variant, on: "motionsense")
    }
    return scores.reduce(0, +) / Double(scores.count)
  }

  /// The sets with counted steps on which a variant's mean error isn't smaller than another's.
  private static func lost(_ variant: String, to other: String) throws -> [String] {
    let table = try table()
    return try ["oxford-step-counter", "wrist-steps-sensorwatch"].filter {
      try table.figure("steps.abs_error.mean", of: variant, on: $0)
        >= table.figure("steps.abs_error.mean", of: other, on: $0)
    }
  }

  @Test func activitiesAreRecognisedByPhones() throws {
    #expect(try Self.macroF1("reference") >= 0.98)
    #expect(try Self.macroF1("next to no evidence") < 0.9)
  }

  @Test func stepsAreCountedBetterThanByPeaks() throws {
    #expect(try Self.lost("reference", to: "steps by peaks") == [])
    #expect(try Self.lost("steps by peaks", to: "reference").count == 2)
    let table = try Self.table()
    // At most one false step per minute, where a peak counter makes dozens.
    let (set, falseSteps) = ("wrist-steps-sensorwatch", "steps.false_per_hour.mean")
    #expect(try table.figure(falseSteps, of: "reference", on: set) <= 60)
    #expect(try table.figure(falseSteps, of: "steps by peaks", on: set) > 600)
  }

  /// Figures in `results/motion/activities.csv`, which no study covers: each is required, and something
  /// breaks it.
  @Test(arguments: [
    ("slow joggers, F1 of running", 0.9), ("stairs, recordings with steps", 1),
    ("driving, seconds told", 0.9), ("all seconds, macro F1", 0.95),
  ])
  func requiredFiguresHoldAndCanFail(question: String, minimum: Double) throws {
    var csv = try CSVReader(path: "results/motion/activities.csv")
    let names = try ["question", "variant", "value"].map {
      try #require(csv.columns.firstIndex(of: $0))
    }
    var values: [String: Double] = [:]
    while try csv.nextRow() {
      guard csv.text(at: names[0]) == question else { continue }
      values[csv.text(at: names[1])] = csv.number(at: names[2])
    }
    #expect(try #require(values["reference"]) >= minimum)
    let broken = values.filter { $0.key != "reference" }
    #expect(broken.count == 1 && broken.allSatisfy { $0.value < minimum })
  }

  @Test func randomForestIsNotBetter() throws {
    var csv = try CSVReader(path: "results/motion/forest.csv")
    let who = try #require(csv.columns.firstIndex(of: "told_by"))
    let score = try #require(csv.columns.firstIndex(of: "macro_f1"))
    var scores: [String: Double] = [:]
    while try csv.nextRow() { scores[csv.text(at: who)] = csv.number(at: score) }
    let forest = try #require(scores["random forest"])
    let reference = try #require(scores["reference"])
    #expect(reference > forest - 0.005)
    // A variant with almost no evidence would be rejected.
    #expect(try Self.macroF1("next to no evidence") < forest - 0.005)
  }
}
