public import Documents
import Kernel
public import Observations
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

  /// When, in s since the start.
  public let time: Double
  /// Which app it is about.
  public let app: String
  /// What.
  public let act: Act

  /// Reads what happens.
  public init(from object: inout ObjectReader) {
    time = object.required("at", .quantity(.time, .between(0, 8 * 86_400)), "When.")
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
    uuid = object.optional("uuid", proximityUUIDForm, "The beacons' UUID.")
    major = object.optional("major", .int(0...65_535), "Their major number.")
    minor = object.optional("minor", .int(0...65_535), "Their minor number.")
  }

  private init(_ name: AppCall.Name) {
    self.name = name
    (identifier, region, distance, isOn, option) = (nil, nil, nil, nil, nil)
    (uuid, major, minor) = (nil, nil, nil)
  }

  /// A call's name, or a mapping.
  static var form: EitherForm<ChoiceForm<AppCall.Name>, ObjectForm<CallEntry>, CallEntry> {
    ChoiceForm<AppCall.Name>.choice(AppCall.Name.self).or(
      .object(CallEntry.self), scalar: { CallEntry($0) }, collection: { $0 })
  }
}
