import Documents

/// A device's run under one seed: the key of every table's rows.
struct TrackKey: Hashable, Sendable {
  var scenario = ""
  var seed = ""
  var device = ""

  /// The columns of the key, the first ones of every requested list.
  static let columns = ["scenario", "seed", "device"]

  init(_ table: TableStream) {
    scenario = table.text(0)
    seed = table.text(1)
    device = table.text(2)
  }

  init(scenario: String, seed: String, device: String) {
    self.scenario = scenario
    self.seed = seed
    self.device = device
  }
}

/// Table of a page's words, referred to by index.
struct WordList: Sendable {
  private(set) var words = [""]
  private var numbers = ["": 0]
  private static let maxWords = 20_000
  private static let longestWord = 160

  /// Returns the index of a word; 0 for the empty word, and for new words of a full table.
  mutating func number(of word: String) -> Int {
    if let number = numbers[word] { return number }
    guard words.count < Self.maxWords else { return 0 }
    numbers[word] = words.count
    words.append(
      word.utf8.count > Self.longestWord ? word.prefix(Self.longestWord - 1) + "…" : word)
    return words.count - 1
  }
}
