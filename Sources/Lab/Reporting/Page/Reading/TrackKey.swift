import Documents

/// One device's run under one seed: what the rows of every table begin with.
struct TrackKey: Hashable, Sendable {
  var scenario = ""
  var seed = ""
  var device = ""

  /// The columns of a key, first in every list of columns that is read.
  static let columns = ["scenario", "seed", "device"]

  /// Takes the key of a table's row.
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

/// Words that stand in a page once, and by their number wherever they are needed.
struct WordList: Sendable {
  private(set) var words = [""]
  private var numbers = ["": 0]
  private static let mostWords = 20_000
  private static let longestWord = 160

  /// The number of a word; 0 for the empty one, and for all once there are too many.
  mutating func number(of word: String) -> Int {
    if let number = numbers[word] { return number }
    guard words.count < Self.mostWords else { return 0 }
    numbers[word] = words.count
    words.append(
      word.utf8.count > Self.longestWord ? word.prefix(Self.longestWord - 1) + "…" : word)
    return words.count - 1
  }
}
