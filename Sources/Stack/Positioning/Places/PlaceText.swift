/// Normalisation of names for the search: lower case, no accents, split into words.
enum PlaceText {
  /// Maximum numbers of words of a text, and of letters of a word.
  static let maxWords = 16
  static let maxLetters = 48

  /// Splits a text into words.
  ///
  /// - Returns: The words as Unicode scalar values.
  static func words(_ text: String) -> [[UInt32]] {
    var words: [[UInt32]] = []
    var word: [UInt32] = []
    for scalar in text.unicodeScalars.prefix(maxWords * maxLetters) {
      if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        append(scalar, to: &word)
      } else if scalar != "'", scalar != "\u{2019}", !scalar.properties.isDiacritic, !word.isEmpty {
        words.append(word)
        word = []
      }
      if words.count >= maxWords { return words.map(expanded) }
    }
    if !word.isEmpty { words.append(word) }
    return words.map(expanded)
  }

  private static func append(_ scalar: Unicode.Scalar, to word: inout [UInt32]) {
    for lower in scalar.properties.lowercaseMapping.unicodeScalars
    where word.count < maxLetters {
      switch lower {
      case "ß": word += "ss".unicodeScalars.map(\.value)
      case "æ": word += "ae".unicodeScalars.map(\.value)
      default: word.append((plain[lower] ?? lower).value)
      }
    }
  }

  /// Western European letters without their accents.
  private static let plain: [Unicode.Scalar: Unicode.Scalar] = {
    let groups: [(Unicode.Scalar, String)] = [
      ("a", "àáâãäåāăą"), ("c", "çćčĉ"), ("d", "ďđð"), ("e", "èéêëēėęě"), ("g", "ğĝģ"),
      ("i", "ìíîïīįı"), ("l", "łľļ"), ("n", "ñńňņ"), ("o", "òóôõöøōő"), ("r", "řŕ"),
      ("s", "śšşș"), ("t", "ťţț"), ("u", "ùúûüūůűų"), ("y", "ýÿ"), ("z", "źżž"),
    ]
    var table: [Unicode.Scalar: Unicode.Scalar] = [:]
    for (letter, accented) in groups {
      for scalar in accented.unicodeScalars { table[scalar] = letter }
    }
    return table
  }()

  /// Expansions of common abbreviations in addresses.
  private static let short: [[UInt32]: [UInt32]] = {
    let pairs = [
      "st": "street", "str": "strasse", "ave": "avenue", "av": "avenue", "blvd": "boulevard",
      "rd": "road", "dr": "drive", "ln": "lane", "pl": "place", "sq": "square", "hwy": "highway",
      "pkwy": "parkway", "ct": "court", "ctr": "center", "centre": "center", "bldg": "building",
      "n": "north", "s": "south", "e": "east", "w": "west", "first": "1st", "second": "2nd",
      "third": "3rd", "fourth": "4th", "fifth": "5th", "sixth": "6th", "seventh": "7th",
      "eighth": "8th", "ninth": "9th", "tenth": "10th",
    ]
    var table: [[UInt32]: [UInt32]] = [:]
    for (key, value) in pairs {
      table[key.unicodeScalars.map(\.value)] = value.unicodeScalars.map(\.value)
    }
    return table
  }()

  private static func expanded(_ word: [UInt32]) -> [UInt32] { short[word] ?? word }

  /// Returns the similarity of two words: 1 if equal, less for a prefix or misspelling, else 0.
  static func likeness(
    _ typed: [UInt32], _ known: [UInt32], by parameters: PlaceIndex.Parameters
  ) -> Double {
    if typed == known { return 1 }
    if known.count > typed.count, known.starts(with: typed) {
      // A longer prefix is stronger evidence.
      return parameters.beginning
        + parameters.beginningGain * Double(typed.count) / Double(known.count)
    }
    // In short words an error yields another word.
    let maximum =
      typed.count >= parameters.lettersOfTwo ? 2 : typed.count >= parameters.lettersOfOne ? 1 : 0
    guard maximum > 0, abs(typed.count - known.count) <= maximum else { return 0 }
    let slips = distance(typed, known)
    return slips <= maximum ? parameters.misspelt - parameters.slipCost * Double(slips) : 0
  }

  /// Damerau-Levenshtein distance (optimal string alignment) of two words.
  static func distance(_ first: [UInt32], _ second: [UInt32]) -> Int {
    var older: [Int] = []
    var old = Array(0...second.count)
    for (row, letter) in first.enumerated() {
      var new = [row + 1]
      for (column, other) in second.enumerated() {
        var minimum = min(
          old[column] + (letter == other ? 0 : 1), old[column + 1] + 1, new[column] + 1)
        if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
          minimum = min(minimum, older[column - 1] + 1)
        }
        new.append(minimum)
      }
      (older, old) = (old, new)
    }
    return old[second.count]
  }
}
