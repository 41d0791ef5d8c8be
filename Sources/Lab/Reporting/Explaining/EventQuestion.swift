public import Documents
public import Kernel
public import Observations

/// Reference to an event: `paused`, `entered:door`, `entered:door@0:12:30`, `paused#2`, or its
/// number in the list of events.
public struct EventQuestion: Hashable, Sendable {
  /// The event's name; nil for a number in the list.
  public var name: EventName?
  /// The approximate time.
  public var time: SimTime?
  /// The number in the list, or among the events of this name; counted from 1.
  public var number: Int?

  /// True for a reported location.
  public var isOfLocation: Bool { name?.name == "location" }

  /// Parses a reference.
  ///
  /// - Throws: A syntax error, or an unknown event.
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
