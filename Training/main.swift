import Documents
import Glibc
import Kernel
import Motion

// Trains the stack's classifiers from real recordings and from scenarios.
//
//   swift run -c release train activity [--data DIR] [--seeds N] [--synthetic SCENARIO...]
//     [--model phone|wrist|worn] [--out FILE] [--validate]
//   swift run -c release train emissions --data DIR [--seeds N] [--synthetic SCENARIO...] [--out FILE]
//   swift run -c release train transitions --data DIR [--seeds N] [--trials N] [--synthetic SCENARIO...]
//     [--out FILE]
//   swift run -c release train radii --recordings FOLDER... --simulated FOLDER... [--out FILE]
//
// Without --synthetic, the scenarios are those of the bundled model. The same command gives the same bytes.

/// The parsed command line.
struct TrainingOptions {
  var data: String?
  var seeds: UInt64 = 3
  var scenarios: [String] = []
  /// Folders of recordings, and of `run --record`.
  var recordings: [String] = [], simulated: [String] = []

  /// Default scenarios, with all situations and phone placements.
  private static let usual =
    ["rest-and-dance", "car-suburb", "car-town", "bus", "train", "cycling"].map {
      "Training/Scenarios/\($0).yaml"
    }
    + [
      "pace-ladder", "flags-table", "city-run", "commute-day", "traffic-jam", "parking-doughnuts",
      "freeway-dinner-stop",
    ].map { "scenarios/\($0).yaml" }
  var out: String?
  var validates = false
  var model = LearnedModel.phone

  enum Model: String {
    case activity, emissions, transitions, radii
  }
  var what = Model.activity
  var trials = 1500

  init?(_ arguments: [String]) {
    guard let what = arguments.first.flatMap(Model.init) else { return nil }
    self.what = what
    var rest = arguments.dropFirst()
    var listed: WritableKeyPath<Self, [String]>?
    while let word = rest.popFirst() {
      switch word {
      case "--data": data = rest.popFirst()
      case "--out": out = rest.popFirst()
      case "--validate": validates = true
      case "--model":
        guard let named = rest.popFirst().flatMap(LearnedModel.init) else { return nil }
        model = named
      case "--synthetic": listed = \.scenarios
      case "--recordings": listed = \.recordings
      case "--simulated": listed = \.simulated
      case "--seeds":
        guard let count = rest.popFirst().flatMap(UInt64.init), (1...99).contains(count) else {
          return nil
        }
        seeds = count
      case "--trials":
        guard let count = rest.popFirst().flatMap(Int.init), count >= 0 else { return nil }
        trials = count
      default:
        guard let listed, !word.hasPrefix("--") else { return nil }
        self[keyPath: listed].append(word)
      }
    }
    if what == .radii {
      if recordings.isEmpty { return nil }
      return
    }
    guard data != nil || !scenarios.isEmpty else { return nil }
    if scenarios.isEmpty { scenarios = Self.usual }
  }
}

func trainChain(_ options: TrainingOptions, command: String) throws {
  var people = try options.data.map { try UnseenPeople.recorded(in: $0) } ?? []
  for path in options.scenarios {
    for number in 1...options.seeds {
      // The classifier was trained on the first of the training seeds.
      let seed = SeedUse.training.seeds.lowerBound + 50 + number
      people += try UnseenPeople.simulated(in: path, seed: seed)
    }
  }
  let text =
    options.what == .emissions
    ? EmissionLearning(people).text(of: people, command: command)
    : try TransitionFit(people, trials: options.trials).text(command: command)
  print(text)
  if let out = options.out { try writeFile(Array(text.utf8), to: out) }
}

/// Log odds of rest and busy hands of a wrist over those in training: the middle of 0.25 to 1.25, all of
/// which suit the people that the model learns from.
let busyLogOdds: Float = 0.75

func train(_ options: TrainingOptions, command: String) throws {
  if options.what == .radii {
    return try RadiusRegression.run(
      options.recordings, simulated: options.simulated, out: options.out,
      command: "swift run -c release train radii --recordings FOLDER... --simulated FOLDER...")
  }
  if options.what != .activity { return try trainChain(options, command: command) }
  var corpus = ActivityCorpus()
  if let data = options.data { try corpus.addPeople(in: data) }
  for (number, path) in options.scenarios.enumerated() {
    try corpus.addScenario(path, seeds: 1...options.seeds, number: number)
  }
  corpus = corpus.seen(by: options.model)
  print("\(corpus.examples.count) windows")
  fflush(nil)
  if options.validates {
    for fold in corpus.folds {
      let result = CrossValidation(corpus, without: fold.groups)
      print("without \(fold.name): \(result.accuracy) right")
      print(result.table)
      fflush(nil)
    }
  }
  guard let out = options.out else { return }
  var numbers = ActivityNetwork.learn(
    corpus.examples, weights: ActivityCorpus.weights(corpus.examples))
  if options.model == .wrist {
    // All classes are equally common in training, but hands are at rest, or busy, for most of the time.
    let first = ActivityModel.numberCount - ActivityClass.count
    numbers[first + ActivityClass.body.rawValue] += busyLogOdds
  }
  let text = LearnedFile.text(numbers, of: options.model, corpus, command: command)
  guard let file = fopen(out, "w") else { throw DocumentError("cannot write '\(out)'") }
  fputs(text, file)
  fclose(file)
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard let options = TrainingOptions(arguments) else {
  print(
    "train activity --data DIR [--seeds N] [--synthetic SCENARIO...] [--model phone|wrist|worn]"
      + " [--out FILE] [--validate]\n"
      + "train emissions|transitions --data DIR [--seeds N] [--trials N] [--out FILE]\n"
      + "train radii --recordings FOLDER... --simulated FOLDER... [--out FILE]")
  exit(2)
}
do {
  // The folder differs from machine to machine.
  var words = arguments
  if let place = words.firstIndex(of: "--data"), place + 1 < words.count {
    words[place + 1] = "DIR"
  }
  try train(options, command: "swift run -c release train " + words.joined(separator: " "))
} catch {
  print("\(error)")
  exit(1)
}
