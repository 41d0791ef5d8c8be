import Documents
import Kernel
import Motion
import Observations
import TestSupport
import Testing

struct MotionParameterTests {
  @Test func parameterNamesAreUniqueAndSetTheirValues() {
    #expect(faults(ofParameters: ActivityTracker.Parameters.self) == [])
    #expect(faults(ofParameters: Pedometer.Parameters.self) == [])
    #expect(faults(ofParameters: PeakStepCounter.Parameters.self) == [])
  }

  @Test func everyValueIsAParameter() {
    #expect(Self.numbers(in: Pedometer.Parameters()) == Pedometer.Parameters.parameterNames.count)
    #expect(
      Self.numbers(in: PeakStepCounter.Parameters())
        == PeakStepCounter.Parameters.parameterNames.count)
    // Parameters by activity are stored in vectors.
    let names = ActivityTracker.Parameters.parameterNames
    let single = names.filter { name in
      !["transitions.", "emissions.", "link."].contains { name.hasPrefix($0) }
    }
    #expect(Self.numbers(in: ActivityTracker.Parameters()) == single.count)
    #expect(names.count { $0.hasPrefix("transitions.start_") } == 9)
    #expect(names.count { $0.hasPrefix("transitions.") && $0.contains("_to_") } == 52)
  }

  /// Number of values in a group.
  private static func numbers(in group: Any) -> Int {
    Mirror(reflecting: group).children.reduce(0) { count, child in
      switch child.value {
      case is Double, is Float, is SimDuration, is Int, is Bool: count + 1
      case is ActivityTransitions, is ActivityEmissions, is ActivityLinkEvidence: count
      default: count + numbers(in: child.value)
      }
    }
  }

  /// A pedometer's records on a path with two walks.
  private func steps(_ parameters: Pedometer.Parameters) -> [PedometerRecord] {
    var walker = Walker(seed: 1)
    var pedometer = Pedometer(parameters: parameters)
    var pushed: [PedometerRecord] = []
    for batch in walker.batches([
      .rest(20), .walk(60, rate: 1.8, strength: 2), .rest(6), .walk(45, rate: 2.1, strength: 2.4),
      .rest(20),
    ]) {
      pedometer.receive(accelerometer: batch)
      guard let end = batch.samples.last?.time else { continue }
      if let record = pedometer.push(at: end) { pushed.append(record) }
    }
    return pushed
  }

  @Test(arguments: [
    ("steps.least_size", "3 m/s2"), ("steps.start_sum", "20"), ("steps.level_share", "0.9"),
    ("steps.gait.least_peak", "0.99"), ("steps.gait.shortest_lag", "40"),
    ("steps.walk.rate_share", "0.05"), ("steps.most_for", "0.1"),
    ("stride.walk_ratio", "0.5 m/Hz"), ("stride.walking.slope", "2"),
    ("stride.running_rate", "1.95 1/s"), ("push_period", "10 s"),
  ]) func stepParametersHaveAnEffect(name: String, value: String) throws {
    let turned = try configured(name, value, in: Pedometer.Parameters.self)
    #expect(steps(turned) != steps(Pedometer.Parameters()))
  }

  /// On a recording with all rare events, each parameter of the pedometer has an effect.
  @Test func eachPedometerParameterHasAnEffect() throws {
    let tapes = [3, 4, 5, 6, 7].map { PedometerTape(seed: $0) }
    let usual = tapes.map { $0.reported(Pedometer.Parameters()) }
    let idle = Pedometer.Parameters().parameterRows().filter { row in
      row.others.allSatisfy { value in
        // A value that contradicts other parameters proves nothing.
        guard let turned = try? configured(row.name, value, in: Pedometer.Parameters.self) else {
          return true
        }
        return zip(tapes, usual).allSatisfy { $0.reported(turned) == $1 }
      }
    }.map(\.name)
    #expect(idle == [])
  }

  @Test func eachPeakParameterHasAnEffect() throws {
    let tape = PedometerTape(seed: 3)
    let usual = tape.counted(PeakStepCounter.Parameters())
    for row in PeakStepCounter.Parameters().parameterRows() {
      let hasEffect = try row.others.contains { value in
        try tape.counted(configured(row.name, value, in: PeakStepCounter.Parameters.self)) != usual
      }
      #expect(hasEffect, "\(row.name)")
    }
  }

  /// A monitor's reports for a person who stands, walks and runs, live and from the history.
  private func activities(_ parameters: ActivityTracker.Parameters) -> [ActivityReport] {
    var monitor = ActivityMonitor(parameters: parameters)
    var reported: [ActivityReport] = []
    for batch in ActivitySignals.batches(
      [(.standing, 31), (.walking, 42), (.running, 33), (.standing, 30)])
    {
      monitor.receive(batch) { reported.append($0) }
    }
    return reported + monitor.records(from: .start, to: SimTime(seconds: 140))
  }

  @Test(arguments: [
    ("evidence_weight", "0.05"), ("least_probability", "1"), ("high_probability", "0.9999999"),
    ("feature_reach", "0.3"), ("transitions.look_still_body", "0.001"),
    ("transitions.still_to_walking", "1e-7"),
    ("emissions.walking_as_walking", "0.001"),
    ("history.two_sided", "false"),
  ]) func activityParametersHaveAnEffect(name: String, value: String) throws {
    let turned = try configured(name, value, in: ActivityTracker.Parameters.self)
    #expect(activities(turned) != activities(ActivityTracker.Parameters()))
  }

  /// On an ambiguous recording, each parameter of activity recognition has an effect.
  @Test func eachActivityParameterHasAnEffect() throws {
    let tapes = [1, 2, 3].map { ActivityTape(seed: $0) }
    // The recordings are a phone's: parameters of watch detection matter only with an equal prior.
    let plain = ActivityTracker.Parameters()
    var withEqualPrior = plain
    withEqualPrior.wrist.prior = 0
    let usual = [plain, withEqualPrior].map { settings in tapes.map { $0.reported(settings) } }
    // Parameters for speeds alone have their own test, because the recordings have motion data throughout.
    let rows = ActivityTracker.Parameters().parameterRows().filter { !$0.name.hasPrefix("alone.") }
    let counts = try parallelMap(rows, jobs: 2) { row in
      let isOfWrists = row.name.hasPrefix("wrist.") && row.name != "wrist.prior"
      return row.others.contains { value in
        // A value that contradicts other parameters proves nothing.
        guard var turned = try? configured(row.name, value, in: ActivityTracker.Parameters.self)
        else {
          return false
        }
        if isOfWrists { turned.wrist.prior = 0 }
        return zip(tapes, usual[isOfWrists ? 1 : 0]).contains { $0.reported(turned) != $1 }
      }
    }
    #expect(zip(rows, counts).filter { !$1 }.map(\.0.name) == [])
  }
}
