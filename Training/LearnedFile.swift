import Motion

/// The trained models.
enum LearnedModel: String, CaseIterable {
  /// Activity of the bearer of a phone.
  case phone
  /// Activity of the bearer of a watch.
  case wrist
  /// Type of device: a phone as the first class, a watch as the second.
  case worn

  /// Name of the model in Swift.
  fileprivate var name: String {
    switch self {
    case .phone: "learned"
    case .wrist: "learnedWrist"
    case .worn: "learnedWorn"
    }
  }

  fileprivate var summary: String {
    switch self {
    case .phone: "The model of phones that comes with VenueSim"
    case .wrist: "The model of watches that comes with VenueSim"
    case .worn:
      "The model that tells a phone, in the first class's place, from a watch, in the second's"
    }
  }
}

/// The generated Swift file of a model's numbers.
enum LearnedFile {
  /// The text of the file.
  ///
  /// - Parameters:
  ///   - numbers: The numbers, in the order of ``ActivityModel``.
  ///   - model: The model.
  ///   - corpus: The training data.
  ///   - command: The command that made it.
  /// - Returns: The text.
  static func text(
    _ numbers: [Float], of model: LearnedModel, _ corpus: ActivityCorpus, command: String
  ) -> String {
    var counts: [String: (as: Int, groups: Set<Int>)] = [:]
    for example in corpus.examples where example.isAsRecorded {
      counts[example.origin, default: (0, [])].as += 1
      counts[example.origin, default: (0, [])].groups.insert(example.group)
    }
    var lines = [
      "// Made by the training tool; don't edit. Made anew with", "//   \(command)", "//",
      "// From windows of 2.5 s, each also faster, slower, stronger, weaker and at other rates"
        + " (\(corpus.examples.count) in all):",
    ]
    for name in counts.keys.sorted() {
      let count = counts[name] ?? (0, [])
      lines.append("//   \(name): \(count.as) windows, \(count.groups.count) groups")
    }
    lines += [
      "// Real: MotionSense (Malekzadeh et al. 2019, MIT), WISDM 51 (Weiss et al. 2019), sp-sw-har",
      "// (Matey-Sanz et al. 2023, CC BY 4.0), Oxford steps (Salvi et al. 2018, CC BY 4.0), comma2k19",
      "// (Schafer et al. 2018, MIT). The rest is simulated: all cycling, dancing, buses and trains are.",
      "", "extension ActivityModel {",
      "  /// \(model.summary); see the head of this file for its origin.",
      "  public static let \(model.name) = ActivityModel(\(model.rawValue)Numbers) ?? .blank", "",
      "  private static let \(model.rawValue)Numbers: [Float] = [",
    ]
    // About four significant digits: training isn't more accurate.
    var line = "   "
    for number in numbers {
      let text = " \(Self.short(number)),"
      if line.count + text.count > 99 {
        lines.append(line)
        line = "   "
      }
      line += text
    }
    lines += [line, "  ]", "}"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// A number with about four significant digits.
  private static func short(_ number: Float) -> String {
    let size = abs(number)
    let scale: Float = size >= 10 ? 100 : size >= 1 ? 1000 : 10000
    return "\((number * scale).rounded() / scale)"
  }
}
