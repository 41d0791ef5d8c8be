package import Documents
package import Harness
import Kernel
import Maps
import Observations
package import Recordings
package import Signals
package import Truth
import Venues

/// Settings of twins: signals, the street if no venue is given, and how the device is carried.
package struct TwinSettings: DocumentObject, Hashable {
  /// Settings of the signal models.
  package var signals = SignalSettings()
  /// The buildings along the path, if no venue is given.
  package var street = StreetDistrict()
  /// Placement of the device; nil for a default by the recording.
  package var placement: Placement?
  /// Activity while moving; nil for a default by the recording.
  package var moving: Doing?

  package init() {}

  package init(from object: inout ObjectReader) {
    signals = object.optional(
      "signals", .object(SignalSettings.self), default: signals, "Signal models.")
    street = object.optional(
      "street",
      ChoiceForm<StreetName>.choice(StreetName.self).or(
        .object(StreetDistrict.self), scalar: \.district, collection: { $0 }),
      default: street, "Buildings along the path, without a venue.")
    placement = object.optional(
      "placement", .choice(Placement.self), "Placement of the device on the body.")
    moving = object.optional(
      "moving", .choice(Doing.self), "Activity of the carrier while moving.")
  }

  /// Parses settings such as `signals.gnss.receiver=module`; later ones override earlier ones.
  package init(_ settings: [Setting]) throws(DocumentError) {
    var node = try YAML.load("signals: {}", name: "--set")
    for setting in settings {
      guard ["signals", "street", "placement", "moving"].contains(setting.keys.first) else {
        throw DocumentError(
          "--set \(excerpted(setting.text)): a twin has the settings signals.…, street.…, placement "
            + "and moving")
      }
      node = try node.replacing(setting.keys, with: setting.value)
    }
    self = try decodeDocument(TwinSettings.self, from: node)
  }

  /// Parses settings of the signals only.
  ///
  /// - Parameter texts: Settings such as `signals.gnss.multipath=false`.
  /// - Returns: The signal settings.
  /// - Throws: ``DocumentError`` for any other setting.
  package static func signals(_ texts: [String]) throws(DocumentError) -> SignalSettings {
    var settings: [Setting] = []
    for text in texts {
      let setting = try Setting(text)
      guard setting.keys.first == "signals" else {
        throw DocumentError(
          "--set \(excerpted(text)): the models have the settings signals.…")
      }
      settings.append(setting)
    }
    return try TwinSettings(settings).signals
  }

  /// Carrying parameters of a recording's device, with the gait of a random person.
  func parameters(of recording: Recording, carriedBy seed: UInt64) -> TwinParameters {
    var parameters = parameters(of: recording)
    var draw = RandomStream(seed: seed, entity: 0, purpose: "twin.person")
    parameters.gait = TwinPace.gait(&draw)
    return parameters
  }

  /// Carrying parameters of a recording's device.
  package func parameters(of recording: Recording) -> TwinParameters {
    var parameters = TwinParameters(of: recording)
    parameters.placement = placement ?? parameters.placement
    parameters.moving = moving ?? parameters.moving
    return parameters
  }
}

/// The predefined districts.
private enum StreetName: String, CaseIterable, Sendable {
  case midrise, highrise

  var district: StreetDistrict { self == .midrise ? .midrise : .highrise }
}
