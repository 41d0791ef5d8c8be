public import Documents
public import Kernel
public import Observations

/// Which event is to be explained: `paused`, `entered:door`, `entered:door@0:12:30`, `paused#2`, or the
/// number that the list of events gives it.
public struct EventQuestion: Hashable, Sendable {
  /// Which kind of event; nil for one asked for by its number in the list.
  public var name: EventName?
  /// Near which moment.
  public var time: SimTime?
  /// Which of several: its number in the list, or among those of its name; counted from 1.
  public var number: Int?

  /// Reads a question.
  ///
  /// - Parameter text: What was asked.
  /// - Throws: That it makes no sense.
  public init(_ text: String) throws(DocumentError) {
    if let number = Int(text) {
      guard number > 0 else { throw DocumentError("events are counted from 1") }
      self.number = number
      return
    }
    var rest = Substring(text)
    if let sign = rest.lastIndex(of: "@"),
      let moment = SimTime(String(rest[rest.index(after: sign)...]))
    {
      time = moment
      rest = rest[..<sign]
    } else if let sign = rest.lastIndex(of: "#"), let place = Int(rest[rest.index(after: sign)...]),
      place > 0
    {
      number = place
      rest = rest[..<sign]
    } else if rest.contains("@") {
      throw DocumentError("'\(text)': expected a time such as 'paused@0:47:12' after the '@'")
    }
    let name = EventName(text: String(rest))
    guard EventName.names.contains(name.name) else {
      throw DocumentError(
        "no kind of event is called '\(name.name.prefix(60))'",
        suggestion: nearestName(to: name.name, among: EventName.names))
    }
    self.name = name
  }
}
