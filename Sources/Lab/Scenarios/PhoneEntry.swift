public import Documents
import Kernel
public import Observations
import Scoring
public import Truth
import Venues

/// Something that happens to an agent's phone at a moment.
public struct PhoneEntry: DocumentObject {
  /// What happens.
  public enum Act: Sendable {
    case user(UserAction)
    case call(CallEntry)
    case kill
    case reboot(Double)
    case network(Network)
    case videoCall(Double)
  }

  /// How the network is reached.
  public enum Network: String, CaseIterable, Sendable {
    case none, cellular, wifi
  }

  /// When an act comes.
  public enum Trigger: Sendable {
    /// At a time, in s since the start.
    case time(Double)
    /// Whenever the app is told something, so many s later, so often at most.
    case event(EventName, after: Double, times: Int, every: Double)
    /// Whenever the bearer's world truly changes so, so many s later, so often at most.
    case change(TrueChange.Kind, to: String, after: Double, times: Int)

    /// Whether a user could act so: by a clock, or by what an app shows.
    var followsWhatIsKnown: Bool { if case .change = self { false } else { true } }
  }

  /// When.
  public let trigger: Trigger
  /// Which app it is about.
  public let app: String
  /// What.
  public let act: Act
  /// Whether it follows what truly is, which nobody there could know.
  public var actsOnTruth: Bool { !trigger.followsWhatIsKnown }

  /// Reads what happens.
  public init(from object: inout ObjectReader) {
    let moment = object.oneOf(
      .key("at", .quantity(.time, .between(0, 8 * 86_400)), "When.") { Trigger.time($0) },
      .key("on", EventNameForm(), "Whenever the app is told this.") {
        .event($0, after: 0, times: .max, every: 0)
      },
      .key(
        "when", AnchorForm(isTold: false), "Whenever this truly comes to be, such as 'unit Cafe'."
      ) { Self.trigger($0) })
    let delay = object.optional(
      "after", .quantity(.time, .between(0, 8 * 86_400)), default: 0, "How long after that.")
    let times = object.optional(
      "times", .int(1...100_000), "How often at most, for 'on' and 'when'.")
    let every = object.optional(
      "every", .quantity(.time, .between(0, 8 * 86_400)), default: 0,
      "How long after one answer to 'on' the next may be at the soonest.")
    trigger =
      switch moment {
      case .time(let time): .time(time + delay)
      case .event(let event, _, _, _):
        .event(event, after: delay, times: times ?? .max, every: every)
      case .change(let kind, let to, _, _):
        .change(kind, to: to, after: delay, times: times ?? .max)
      }
    let isMarked = object.optional(
      "acts_on_truth", .bool, default: false, "Whether 'when' is meant, though it helps the stack.")
    object.check(
      trigger.followsWhatIsKnown || isMarked, at: "when",
      "who acts on the truth helps the stack: let it follow a clock ('at') or what the app is told "
        + "('on'), or mark it by 'acts_on_truth: true'; no claim may rest on it then")
    app = object.optional("app", .identifier, default: "app", "Which app it is about.")
    let span = QuantityForm.quantity(.time, .between(0, 86_400))
    act = object.oneOf(
      .key("user", .choice(UserAction.self), "The user does something.") { .user($0) },
      .key("call", CallEntry.form, "The app calls the services.") { .call($0) },
      .key("kill", .choice(Killer.self), "The system ends the app, for want of memory.") { _ in
        .kill
      },
      .key("reboot", span, "The phone is off for so long, and starts again.") { .reboot($0) },
      .key("network", .choice(Network.self), "How the network is reached from then on.") {
        .network($0)
      },
      .key("video_call", span, "A video call of so long.") { .videoCall($0) })
  }

  private static func trigger(_ anchor: AppExpectation.Anchor) -> Trigger {
    guard case .change(let kind, let to) = anchor else { return .time(0) }
    return .change(kind, to: to, after: 0, times: .max)
  }

  private enum Killer: String, CaseIterable, Sendable {
    case memory
  }
}

/// A call of an app to the services.
public struct CallEntry: DocumentObject {
  /// What is called.
  public let name: AppCall.Name
  /// The region, task, notification or row that it is about.
  public let identifier: String?
  /// A region of the venue.
  public let region: Located<String>?
  /// An accuracy or a distance, in m.
  public let distance: Double?
  /// A switch's new position.
  public let isOn: Bool?
  /// An activity type or a purpose key.
  public let option: String?
  /// The radius of a circle around the place that the app was last told, in m.
  public let radiusHere: Double?
  /// The radius of a circle around the place that the app last found by an address, in m.
  public let radiusFound: Double?
  /// How far back a query reaches, and after which time a deferral ends, in s.
  public let past, timeout: Double?
  /// Whether it is made for each time on foot of the history that the app was last told.
  public let asksForEachWalk: Bool
  /// Where to the way is to be shown, whether without steps, and how soon one wants to be there, in s.
  public let target: String?
  public let stepFree: Bool?
  public let arriveWithin: Double?
  /// The beacons that it is about.
  public let uuid: Identifier128?
  public let major, minor: Int?

  /// Reads a call.
  public init(from object: inout ObjectReader) {
    name = object.required("name", .choice(AppCall.Name.self), "What is called.")
    identifier = object.optional("identifier", .string, "What it is about.")
    region = object.optional("region", .located(.string), "A region of the venue, by its name.")
    distance = object.optional(
      "distance", .quantity(.length, .between(0, 1e7)), "An accuracy or a distance.")
    isOn = object.optional("on", .bool, "A switch's new position.")
    option = object.optional("option", .string, "An activity type or a purpose.")
    radiusHere = object.optional(
      "radius_here", .quantity(.length, .between(-1e9, 1e9)),
      "A circle of this radius around the place that the app was last told.")
    radiusFound = object.optional(
      "radius_found", .quantity(.length, .between(0, 1e6)),
      "A circle of this radius around the place that the app last found by an address.")
    past = object.optional(
      "past", .quantity(.time, .between(0, 30 * 86_400)), "How far back a query reaches.")
    timeout = object.optional(
      "timeout", .quantity(.time, .between(0, 30 * 86_400)), "When a deferral ends.")
    asksForEachWalk = object.optional(
      "each_walk", .bool, default: false,
      "Whether it is made for each time on foot of the history that the app was last told.")
    object.check(
      !asksForEachWalk || name == .queryPedometer && past == nil, at: "each_walk",
      "belongs to queryPedometer, without 'past'")
    target = object.optional("target", .string, "The place that the way is to be shown to.")
    stepFree = object.optional("step_free", .bool, "Whether stairs and escalators are out of it.")
    arriveWithin = object.optional(
      "arrive_within", .quantity(.time, .between(0, 86_400)), "How soon one wants to be there.")
    uuid = object.optional("uuid", proximityUUIDForm, "The beacons' UUID.")
    major = object.optional("major", .int(0...65_535), "Their major number.")
    minor = object.optional("minor", .int(0...65_535), "Their minor number.")
  }

  private init(_ name: AppCall.Name) {
    self.name = name
    (identifier, region, distance, isOn, option) = (nil, nil, nil, nil, nil)
    (uuid, major, minor) = (nil, nil, nil)
    (radiusHere, radiusFound, past, timeout) = (nil, nil, nil, nil)
    (target, stepFree, arriveWithin) = (nil, nil, nil)
    asksForEachWalk = false
  }

  /// A call's name, or a mapping.
  static var form: EitherForm<ChoiceForm<AppCall.Name>, ObjectForm<CallEntry>, CallEntry> {
    ChoiceForm<AppCall.Name>.choice(AppCall.Name.self).or(
      .object(CallEntry.self), scalar: { CallEntry($0) }, collection: { $0 })
  }
}
