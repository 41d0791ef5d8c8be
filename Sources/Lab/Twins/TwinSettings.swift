package import Documents
package import Harness
import Kernel
import Maps
import Observations
package import Recordings
package import Signals
package import Truth
import Venues

/// How twins are made: the signals, the street where no venue is given, and how the device is carried.
package struct TwinSettings: DocumentObject, Hashable {
  /// The signals.
  package var signals = SignalSettings()
  /// The houses along the way, where no venue is given.
  package var street = StreetDistrict()
  /// Where the device is carried; nil for what suits the recording.
  package var placement: Placement?
  /// What the bearer does while they move; nil for what suits the recording.
  package var moving: Doing?

  package init() {}

  package init(from object: inout ObjectReader) {
    signals = object.optional(
      "signals", .object(SignalSettings.self), default: signals, "How the signals are made.")
    street = object.optional(
      "street",
      ChoiceForm<StreetName>.choice(StreetName.self).or(
        .object(StreetDistrict.self), scalar: \.district, collection: { $0 }),
      default: street, "The houses along the way, where no venue is given.")
    placement = object.optional(
      "placement", .choice(Placement.self), "Where the device is carried.")
    moving = object.optional(
      "moving", .choice(Doing.self), "What the bearer does while they move.")
  }

  /// Reads settings such as `signals.gnss.receiver=module`, the later ones before the earlier.
  package init(_ settings: [Setting]) throws(DocumentError) {
    var node = try YAML.load("signals: {}", name: "--set")
    for setting in settings {
      guard ["signals", "street", "placement", "moving"].contains(setting.keys.first) else {
        throw DocumentError(
          "--set \(excerpted(setting.text)): of a twin, signals.…, street.…, placement and moving "
            + "can be set")
      }
      node = try node.replacing(setting.keys, with: setting.value)
    }
    self = try decodeDocument(TwinSettings.self, from: node)
  }

  /// The signals by settings of them alone.
  ///
  /// - Parameter texts: Settings such as `signals.gnss.multipath=false`.
  /// - Returns: The signals.
  /// - Throws: ``DocumentError`` for what is no setting of signals.
  package static func signals(_ texts: [String]) throws(DocumentError) -> SignalSettings {
    var settings: [Setting] = []
    for text in texts {
      let setting = try Setting(text)
      guard setting.keys.first == "signals" else {
        throw DocumentError(
          "--set \(excerpted(text)): of the models, signals.… can be set")
      }
      settings.append(setting)
    }
    return try TwinSettings(settings).signals
  }

  /// How the device of a recording is carried, by a person whom a seed draws.
  func manner(of recording: Recording, carriedBy seed: UInt64) -> TwinManner {
    var manner = manner(of: recording)
    var draw = RandomStream(seed: seed, entity: 0, purpose: "twin.person")
    manner.gait = TwinPace.gait(&draw)
    return manner
  }

  /// How the device of a recording is carried.
  package func manner(of recording: Recording) -> TwinManner {
    var manner = TwinManner(of: recording)
    manner.placement = placement ?? manner.placement
    manner.moving = moving ?? manner.moving
    return manner
  }
}

/// The districts that have a name.
private enum StreetName: String, CaseIterable, Sendable {
  case midrise, highrise

  var district: StreetDistrict { self == .midrise ? .midrise : .highrise }
}
