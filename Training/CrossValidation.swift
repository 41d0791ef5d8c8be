import Motion

/// Cross-validation with left-out groups.
struct CrossValidation {
  /// Confusion matrix of the recorded windows, by true and predicted class.
  private(set) var confusion = Array(
    repeating: Array(repeating: 0, count: ActivityClass.count), count: ActivityClass.count)

  /// Trains without some groups and evaluates on them.
  ///
  /// - Parameters:
  ///   - corpus: The training data.
  ///   - groups: The groups to leave out.
  init(_ corpus: ActivityCorpus, without groups: Set<Int>) {
    let others = corpus.examples.filter { !groups.contains($0.group) }
    let numbers = ActivityNetwork.learn(others, weights: ActivityCorpus.weights(others))
    guard let model = ActivityModel(numbers) else { return }
    let classifier = ActivityClassifier(model: model)
    for example in corpus.examples where groups.contains(example.group) && example.isAsRecorded {
      let shares = classifier.probabilities(of: example.features)
      var best = 0
      for lane in 1..<8 where shares[lane] > shares[best] { best = lane }
      confusion[example.label.rawValue][best] += 1
    }
  }

  /// Accuracy by windows, with the three classes of rest as one.
  var accuracy: Double {
    func kind(_ number: Int) -> Int { [0, 0, 2, 3, 4, 0, 6, 7][number] }
    var right = 0, all = 0
    for (label, row) in confusion.enumerated() {
      for (found, count) in row.enumerated() {
        all += count
        if kind(label) == kind(found) { right += count }
      }
    }
    return Double(right) / Double(max(1, all))
  }

  /// The confusion matrix as text, one true class per row.
  var table: String {
    var lines = ["    true \\ told  " + ActivityClass.allCases.map { "\($0)".padded(11) }.joined()]
    for label in ActivityClass.allCases where confusion[label.rawValue].contains(where: { $0 > 0 })
    {
      lines.append(
        "    " + "\(label)".padded(13)
          + confusion[label.rawValue].map { "\($0)".padded(11) }.joined()
      )
    }
    return lines.joined(separator: "\n")
  }
}

extension String {
  fileprivate func padded(_ width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
