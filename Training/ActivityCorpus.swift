import Documents
import Kernel
import Motion

/// The training data.
struct ActivityCorpus {
  /// The windows.
  private(set) var examples: [TrainingExample] = []

  /// First seed of simulated people; training seeds are never used for evaluation.
  private static let firstSeed = SeedUse.training.seeds.lowerBound

  private static let real: Set<String> = [
    "motionsense", "wisdm", "wisdm-watch", "sp-sw-har", "sp-sw-har-watch", "oxford", "comma2k19",
  ]

  /// Augmentations (stretch in time, gain, rate) to low rates, which hide fast motion.
  private static let sparser: [(stretch: Double, gain: Float, hertz: Double)] = [
    (1, 1, 10), (1, 1, 12.5), (0.95, 1.2, 12.5), (1.04, 0.85, 10), (1, 1, 15),
  ]

  /// Adds the real people of a folder.
  ///
  /// Walks are also made faster and slower, with amplitudes that grow with the third power of the step rate,
  /// as roughly within a person (Menz, Lord and Fitzpatrick 2003, from memory, with a constant walk ratio),
  /// so that a few people represent more; all recordings are resampled to other rates.
  ///
  /// - Parameter folder: The folder of the data sets.
  /// - Throws: If a file is unreadable.
  mutating func addPeople(in folder: String) throws {
    for item in try RealPeople.readings(in: folder) {
      add(item)
      let walks = item.labels.contains { $0.label == .walking }
      let ways: [(stretch: Double, gain: Float, hertz: Double)] =
        walks
        ? [
          (0.85, 1.63, 50), (0.9, 1.8, 25), (0.95, 1.3, 50), (1.06, 0.84, 50), (1.12, 0.71, 33),
          (1, 1, 20), (1, 1.5, 100), (0.88, 1.2, 20), (0.83, 1.8, 50), (0.85, 2.1, 50),
          (0.9, 2.2, 33), (0.83, 1.4, 25),
        ]
        : [
          (0.95, 0.75, 50), (0.97, 1.25, 25), (1.03, 0.9, 50), (1.06, 1.12, 33), (1, 1, 20),
          (1, 1, 100),
        ]
      for way in ways {
        add(
          item.changed(stretch: way.stretch, gain: way.gain, hertz: way.hertz),
          isAsRecorded: false)
      }
      for way in Self.sparser {
        add(
          item.changed(stretch: way.stretch, gain: way.gain, hertz: way.hertz),
          isAsRecorded: false, isSparse: true)
      }
      // Short walks between chairs: the transitions matter, for every alignment of the windows.
      guard item.origin.hasPrefix("sp-sw-har") else { continue }
      for number in 1...7 {
        let later = item.begun(later: 0.35 * Double(number))
        add(later, isAsRecorded: false)
        add(
          later.changed(stretch: number % 2 == 0 ? 0.93 : 1.07, gain: 1, hertz: 50),
          isAsRecorded: false)
      }
    }
  }

  /// Adds the simulated people of a scenario.
  ///
  /// - Parameters:
  ///   - path: The scenario.
  ///   - seeds: Offsets into the training seeds.
  ///   - number: Number of the scenario, for the groups.
  /// - Throws: If the scenario is invalid.
  mutating func addScenario(_ path: String, seeds: ClosedRange<UInt64>, number: Int) throws {
    for seed in seeds {
      for item in try SyntheticPeople.readings(
        of: path, seed: Self.firstSeed + seed, group: 10_000 + 100 * number + Int(seed))
      {
        add(item)
        let (on, off): (Set<ActivityClass>, Set<ActivityClass>) = (
          [.walking], [.running, .automotive, .cycling]
        )
        add(item.changed(stretch: 1, gain: 1.8, hertz: 20), isAsRecorded: false) { on.contains($0) }
        add(item.changed(stretch: 0.9, gain: 1.4, hertz: 50), isAsRecorded: false) {
          on.contains($0)
        }
        add(item.changed(stretch: 1.05, gain: 0.7, hertz: 33), isAsRecorded: false) {
          off.contains($0)
        }
        add(item.changed(stretch: 1, gain: 1.2, hertz: 25), isAsRecorded: false) {
          !on.contains($0)
        }
      }
    }
  }

  private mutating func add(
    _ readings: LabelledReadings, isAsRecorded: Bool = true, isSparse: Bool = false,
    only isWanted: (ActivityClass) -> Bool = { _ in true }
  ) {
    examples += readings.examples(isAsRecorded: isAsRecorded).filter {
      isWanted($0.label) && (isAsRecorded || !$0.isTooFastToWalk)
    }.map { example in
      var example = example
      example.isSparse = isSparse
      return example
    }
  }

  /// Sampling weights of examples: classes are equal; within a class, each origin has the square root of its
  /// count, real people threefold.
  static func weights(_ examples: [TrainingExample]) -> [Double] {
    struct Key: Hashable {
      var label: ActivityClass
      var origin: String
    }
    var counts: [Key: Int] = [:]
    for example in examples {
      counts[Key(label: example.label, origin: example.origin), default: 0] += 1
    }
    func share(_ key: Key) -> Double {
      Double(counts[key] ?? 1).squareRoot() * (real.contains(key.origin) ? 3 : 1)
    }
    var sums = Array(repeating: 0.0, count: ActivityClass.count)
    // Sorted, because sums of doubles depend on the order.
    for key in counts.keys.sorted(by: {
      ($0.origin, $0.label.rawValue) < ($1.origin, $1.label.rawValue)
    }) {
      sums[key.label.rawValue] += share(key)
    }
    return examples.map { example in
      let key = Key(label: example.label, origin: example.origin)
      return share(key) / Double(counts[key] ?? 1) / sums[example.label.rawValue]
    }
  }

  /// The training data of a model.
  ///
  /// - Parameter model: The model.
  /// - Returns: The corpus with only the examples for it.
  func seen(by model: LearnedModel) -> ActivityCorpus {
    var corpus = self
    corpus.examples = examples.compactMap { example in
      let isWatch = example.origin.hasSuffix("-watch")
      let isReal = Self.real.contains(example.origin)
      switch model {
      // With sparse pocket readings, vigorous left-out walkers were classified as running (MotionSense).
      case .phone: return example.origin == "wisdm-watch" || example.isSparse ? nil : example
      case .wrist:
        // Watches aren't simulated; a phone in a swinging hand moves like one, and vehicles feel alike.
        let isOnFoot = [.walking, .running, .body].contains(example.label)
        let isLike = isReal ? isWatch : !isOnFoot || example.detail.hasSuffix("/hand_swinging")
        return isLike ? example : nil
      case .worn:
        guard isReal || !example.detail.hasSuffix("/hand_swinging"),
          !RealPeople.wristPeople.contains(example.group)
        else { return nil }
        var example = example
        example.label = isWatch ? .body : .table
        return example
      }
    }
    return corpus
  }

  /// Cross-validation folds: each real group, and the simulated groups of the last seed.
  var folds: [(name: String, groups: Set<Int>)] {
    var names: [Int: String] = [:]
    var seeds: Set<Int> = []
    for example in examples {
      if Self.real.contains(example.origin) {
        names[example.group] = example.origin
      } else {
        seeds.insert(example.group)
      }
    }
    var folds = names.keys.sorted().map { (name: "\(names[$0] ?? "") \($0)", groups: Set([$0])) }
    // The Oxford walks are all of one person.
    let walker = Set(names.keys.filter { names[$0] == "oxford" })
    folds.removeAll { walker.isSuperset(of: $0.groups) }
    if !walker.isEmpty { folds.append((name: "oxford", groups: walker)) }
    let last = seeds.map { $0 % 100 }.max() ?? 0
    folds.append((name: "simulated, seed \(last)", groups: seeds.filter { $0 % 100 == last }))
    return folds
  }
}

extension TrainingExample {
  /// True if the augmentation is an implausible walk: more than 2.45 steps per second, with the force of a
  /// run.
  ///
  /// People change to running at about 2 m/s, well below 2.4 steps per second (from memory: Hreljac 1993;
  /// Tudor-Locke et al. 2018).
  fileprivate var isTooFastToWalk: Bool {
    label == .walking && features[.stepRate] > 2.45 && features[.verticalSpread] > 1.5
  }
}
