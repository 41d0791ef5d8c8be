public import Documents
import Kernel
public import Observations
import Scoring
public import Truth
import Venues

/// An event of an agent's phone.
public struct PhoneEntry: DocumentObject {
  /// A kind of event.
  public enum Act: Sendable {
    case user(UserAction)
    case call(CallEntry)
    case kill
    case reboot(Double)
    case network(NetworkConnection)
    case videoCall(Double)
  }

  /// The network connection.
  public enum NetworkConnection: String, CaseIterable, Sendable {
    case none, cellular, wifi
  }

  /// The trigger of an act.
  public enum Trigger: Sendable {
    /// At a time, in s since the start.
    case time(Double)
    /// After each delivery of an event to the app, with a delay in s, a maximum number of times and
    /// a minimum interval.
    case event(EventName, after: Double, times: Int, every: Double)
    /// After each true change of the carrier's world, with a delay in s and a maximum number of
    /// times.
    case change(TrueChange.Kind, to: String, after: Double, times: Int)

    /// True if a user could act on it: on a clock, or on an app's display.
    var followsWhatIsKnown: Bool { if case .change = self { false } else { true } }
  }

  public let trigger: Trigger
  /// The app.
  public let app: String
  public let act: Act
  /// True if it depends on the truth, which users don't have.
  public var actsOnTruth: Bool { !trigger.followsWhatIsKnown }

  public init(from object: inout ObjectReader) {
    let moment = object.oneOf(
      .key("at", .quantity(.time, .between(0, 8 * 86_400)), "Time to act.") { Trigger.time($0) },
      .key("on", EventNameForm(), "Act at each delivery of this event to the app.") {
        .event($0, after: 0, times: .max, every: 0)
      },
      .key(
        "when", AnchorForm(isReported: false), "Act at each such true change, such as 'unit Cafe'."
      ) { Self.trigger($0) })
    let delay = object.optional(
      "after", .quantity(.time, .between(0, 8 * 86_400)), default: 0, "Delay after the trigger.")
    let times = object.optional(
      "times", .int(1...100_000), "Maximum number of acts, for 'on' and 'when'.")
    let every = object.optional(
      "every", .quantity(.time, .between(0, 8 * 86_400)), default: 0,
      "Minimum interval between two acts, for 'on'.")
    trigger =
      switch moment {
      case .time(let time): .time(time + delay)
      case .event(let event, _, _, _):
        .event(event, after: delay, times: times ?? .max, every: every)
      case .change(let kind, let to, _, _):
        .change(kind, to: to, after: delay, times: times ?? .max)
      }
    let isMarked = object.optional(
      "acts_on_truth", .bool, default: false, "Confirms 'when', although it helps the stack.")
    object.check(
      trigger.followsWhatIsKnown || isMarked, at: "when",
      "a script that acts on the truth helps the stack: use a time ('at') or an event of the app "
        + "('on'), or confirm it with 'acts_on_truth: true'; a claim must not depend on it then")
    app = object.optional("app", .identifier, default: "app", "App of the act.")
    let span = QuantityForm.quantity(.time, .between(0, 86_400))
    act = object.oneOf(
      .key("user", .choice(UserAction.self), "Action of the user.") { .user($0) },
      .key("call", CallEntry.form, "Call of the app to the services.") { .call($0) },
      .key("kill", .choice(Killer.self), "Termination of the app by the system, for memory.") { _ in
        .kill
      },
      .key("reboot", span, "Restart of the phone, with the time it is off.") { .reboot($0) },
      .key("network", .choice(NetworkConnection.self), "Network connection from here on.") {
        .network($0)
      },
      .key("video_call", span, "Video call of this duration.") { .videoCall($0) })
  }

  private static func trigger(_ anchor: AppExpectation.WindowOrigin) -> Trigger {
    guard case .change(let kind, let to) = anchor else { return .time(0) }
    return .change(kind, to: to, after: 0, times: .max)
  }

  private enum Killer: String, CaseIterable, Sendable {
    case memory
  }
}

/// A call of an app to the services.
public struct CallEntry: DocumentObject {
  public let name: AppCall.Name
  /// The region, task, notification or row.
  public let identifier: String?
  /// A region of the venue.
  public let region: Located<String>?
  /// An accuracy or a distance, in m.
  public let distance: Double?
  /// The new position of a switch.
  public let isOn: Bool?
  /// An activity type or a purpose key.
  public let option: String?
  /// The radius of a circle around the app's latest location, in m.
  public let radiusHere: Double?
  /// The radius of a circle around the app's latest geocoded place, in m.
  public let radiusFound: Double?
  /// The reach of a query into the past, and the timeout of a deferral, in s.
  public let past, timeout: Double?
  /// True to make the call for each walk in the app's latest activity history.
  public let asksForEachWalk: Bool
  /// The target of wayfinding, true to avoid steps, and the wanted time until arrival, in s.
  public let target: String?
  public let stepFree: Bool?
  public let arriveWithin: Double?
  /// The beacons.
  public let uuid: Identifier128?
  public let major, minor: Int?

  public init(from object: inout ObjectReader) {
    name = object.required("name", .choice(AppCall.Name.self), "Name of the call.")
    identifier = object.optional("identifier", .string, "Region, task, notification or row.")
    region = object.optional("region", .located(.string), "Name of a region of the venue.")
    distance = object.optional(
      "distance", .quantity(.length, .between(0, 1e7)), "Accuracy or distance.")
    isOn = object.optional("on", .bool, "New position of a switch.")
    option = object.optional("option", .string, "Activity type or purpose.")
    radiusHere = object.optional(
      "radius_here", .quantity(.length, .between(-1e9, 1e9)),
      "Radius of a circle around the app's latest location.")
    radiusFound = object.optional(
      "radius_found", .quantity(.length, .between(0, 1e6)),
      "Radius of a circle around the app's latest geocoded place.")
    past = object.optional(
      "past", .quantity(.time, .between(0, 30 * 86_400)), "Reach of a query into the past.")
    timeout = object.optional(
      "timeout", .quantity(.time, .between(0, 30 * 86_400)), "Timeout of a deferral.")
    asksForEachWalk = object.optional(
      "each_walk", .bool, default: false,
      "Make the call for each walk in the app's latest activity history.")
    object.check(
      !asksForEachWalk || name == .queryPedometer && past == nil, at: "each_walk",
      "belongs to queryPedometer, without 'past'")
    target = object.optional("target", .string, "Place to show the route to.")
    stepFree = object.optional("step_free", .bool, "True to avoid stairs and escalators.")
    arriveWithin = object.optional(
      "arrive_within", .quantity(.time, .between(0, 86_400)), "Wanted time until the arrival.")
    uuid = object.optional("uuid", proximityUUIDForm, "UUID of the beacons.")
    major = object.optional("major", .int(0...65_535), "Major number of the beacons.")
    minor = object.optional("minor", .int(0...65_535), "Minor number of the beacons.")
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
