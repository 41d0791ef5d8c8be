import Kernel
import Observations
import Truth

extension ScoreFilter {
  /// The filter as text, such as `floor=2 activity=walking`; empty without conditions.
  ///
  /// Times are in ns. The device comes last, as its name may hold any characters.
  public var text: String {
    var words: [String] = []
    if let floor { words.append("floor=\(floor)") }
    if let activity { words.append("activity=\(activity.rawValue)") }
    if let from { words.append("from=\(from.nanoseconds)") }
    if let until { words.append("until=\(until.nanoseconds)") }
    if let device { words.append("device=\(device)") }
    if let expectation { words.append("expectation=\(expectation)") }
    return words.joined(separator: " ")
  }

  /// Parses the format of ``text``; nil for anything else.
  public init?(text: String) {
    self.init()
    var rest = Substring(text)
    while !rest.isEmpty {
      guard let equals = rest.firstIndex(of: "=") else { return nil }
      let key = rest[..<equals]
      rest = rest[rest.index(after: equals)...]
      if key == "expectation" {
        expectation = String(rest)
        return
      }
      if key == "device" {
        device = String(rest)
        return
      }
      let value = rest.prefix { $0 != " " }
      rest = rest.dropFirst(value.count + 1)
      switch key {
      case "floor":
        guard let number = Int(value) else { return nil }
        floor = number
      case "activity":
        guard let word = TrueActivity(rawValue: String(value)) else { return nil }
        activity = word
      case "from", "until":
        guard let number = Int64(value) else { return nil }
        if key == "from" {
          from = SimTime(nanoseconds: number)
        } else {
          until = SimTime(nanoseconds: number)
        }
      default: return nil
      }
    }
  }
}
