import Geometry
import Kernel
import Observations
import Scoring
import Testing
import Truth

/// Share of time with the correct activity flags.
struct FlagsTests {
  private static let origin = Coordinate(latitudeDegrees: 47, longitudeDegrees: 8)

  /// A part of a run: its end, activity, position, speed, and the reported flags.
  struct Part: Sendable {
    var seconds: Double
    var doing: String
    var placement = "front_pocket"
    var speed = 0.0
    var reported: ActivityFlags
  }

  private func share(
    _ parts: [Part], sensesActivity: Bool = true, spans: [(Double, Double)]? = nil
  ) -> (value: Double, count: Int)? {
    var ends: [Double] = []
    for part in parts { ends.append((ends.last ?? 0) + part.seconds) }
    let all = ends
    var outputs: [Delivered<Output>] = []
    var changes: [TrueChange] = []
    for (number, part) in parts.enumerated() {
      let time = SimTime(seconds: number == 0 ? 0 : all[number - 1])
      outputs.append(
        Delivered(
          time: time,
          .activity(ActivityReport(startTime: time, flags: part.reported, confidence: .high))))
      guard number > 0 else { continue }
      let before = parts[number - 1]
      if before.doing != part.doing {
        changes.append(TrueChange(time: time, kind: .doing, from: before.doing, to: part.doing))
      }
      if before.placement != part.placement {
        changes.append(
          TrueChange(time: time, kind: .placement, from: before.placement, to: part.placement))
      }
    }
    var input = ScoringInput(
      device: "d", outputs: outputs,
      truth: { time in
        let number = all.firstIndex { time.seconds < $0 } ?? parts.count - 1
        return TruthSample(
          time: time, coordinate: Self.origin, altitudeMetres: 0, floor: nil,
          eastVelocityMetresPerSecond: parts[number].speed, northVelocityMetresPerSecond: 0,
          activity: .stationary, stepCount: 0, distanceMetres: 0)
      }, changes: changes, duration: .seconds(all.last ?? 0), power: [])
    input.sensesActivity = sensesActivity
    if let first = parts.first {
      input.startActivityDetail = ScoringInput.ActivityDetail(
        doing: first.doing, placement: first.placement)
    }
    if let spans {
      var notes = SensedNotes(changes: [])
      for (begin, end) in spans {
        for second in stride(from: begin, to: end, by: 2.5) {
          let time = SimTime(seconds: second)
          let batch = InertialBatch(samples: [
            InertialSample(time: time, x: 0, y: 0, z: 9.8),
            InertialSample(
              time: min(time + .seconds(2.5), SimTime(seconds: end)), x: 0, y: 0, z: 9.8),
          ])
          notes.add(Delivered(time: time + .seconds(2.5), .accelerometer(batch)), truth: nil)
        }
      }
      input.take(notes)
    }
    let found = scoreDevice(input).samples.first { $0.metric.name == "activity.flags_right" }
    guard let found, let row = MetricRow.rows(found.metric, values: found.values).first else {
      return nil
    }
    return (row.value, row.count)
  }

  @Test(arguments: [
    (Part(seconds: 60, doing: "sitting", placement: "table", reported: .stationary), true),
    (Part(seconds: 60, doing: "sitting", reported: []), false),
    (Part(seconds: 60, doing: "sitting", reported: [.stationary, .automotive]), false),
    (Part(seconds: 60, doing: "sitting", placement: "hand_texting", reported: []), true),
    (Part(seconds: 60, doing: "sitting", placement: "hand_texting", reported: .stationary), true),
    (Part(seconds: 60, doing: "sitting", placement: "hand_texting", reported: .walking), false),
    (Part(seconds: 60, doing: "stairs_up", speed: 0.5, reported: .walking), true),
    (Part(seconds: 60, doing: "walking", speed: 1.3, reported: [.walking, .stationary]), false),
    (
      Part(seconds: 60, doing: "running", placement: "upper_arm", speed: 3, reported: .running),
      true
    ),
    (Part(seconds: 60, doing: "running", speed: 3, reported: .walking), false),
    (Part(seconds: 60, doing: "driving", placement: "dash", speed: 9, reported: .automotive), true),
    (Part(seconds: 60, doing: "driving", placement: "dash", reported: .automotive), false),
    (Part(seconds: 60, doing: "driving", reported: [.automotive, .stationary]), true),
    (Part(seconds: 60, doing: "bus", speed: 9, reported: [.automotive, .stationary]), false),
    (
      Part(seconds: 60, doing: "passenger", placement: "hand_texting", speed: 9, reported: []), true
    ),
    (
      Part(
        seconds: 60, doing: "passenger", placement: "hand_texting", speed: 9, reported: .automotive),
      false
    ),
    (Part(seconds: 60, doing: "dancing", reported: []), true),
    (Part(seconds: 60, doing: "dancing", reported: .unknown), false),
    (Part(seconds: 60, doing: "cycling", reported: [.cycling, .stationary]), true),
    (Part(seconds: 60, doing: "cycling", speed: 5, reported: [.cycling, .stationary]), false),
  ]) func judgesFlagsOfEverySituation(part: Part, isRight: Bool) throws {
    let found = try #require(share([part]))
    #expect(found.value == (isRight ? 1 : 0))
    // From 20 s to 60 s, both included.
    #expect(found.count >= 40 && found.count <= 41)
    #expect(share([part], sensesActivity: false) == nil)
  }

  @Test func rideMayLastUntilWalking() throws {
    let ride = Part(seconds: 60, doing: "driving", speed: 9, reported: .automotive)
    let rest = Part(seconds: 60, doing: "sitting", reported: [.automotive, .stationary])
    let walk = Part(seconds: 60, doing: "walking", speed: 1, reported: .walking)
    #expect(try #require(share([ride, rest])).value == 1)
    let walked = try #require(share([ride, walk, rest]))
    #expect(abs(walked.value - 2.0 / 3) < 0.02)
  }

  @Test func skipsTransitionsAndBoots() throws {
    let short = (0..<20).map { number in
      Part(
        seconds: 15, doing: number % 2 == 0 ? "walking" : "sitting", speed: 0, reported: .unknown)
    }
    #expect(share(short) == nil)
    // A boot at 100 s: motion is available again from 130 s on.
    let table = Part(seconds: 200, doing: "sitting", placement: "table", reported: .stationary)
    let found = try #require(share([table], spans: [(0, 100), (130, 200)]))
    #expect(found.value == 1)
    #expect(abs(found.count - (80 + 8 + 51)) <= 2, "\(found.count)")
  }
}
