public import Documents
public import Maps

/// A role in the stack, filled by one part.
public enum PartSlot: String, CaseIterable, Hashable, Sendable {
  /// Activity recognition.
  case activity
  /// Step counting.
  case steps
  /// Positioning by Wi-Fi access points.
  case wifi
  /// Positioning by cells.
  case cell
  /// Positioning by satellites.
  case satellites
  /// Indoor positioning.
  case locator
  /// Fusion of the outdoor position sources.
  case fusion
  /// Map matching to roads.
  case roads
  /// Choice of radios.
  case radios
  /// Services for apps.
  case services

  /// The role in a few words.
  public var about: String {
    switch self {
    case .activity: "The activity classifier."
    case .steps: "The step counter."
    case .wifi: "Wi-Fi positioning."
    case .cell: "Cell positioning."
    case .satellites: "The GNSS solver."
    case .locator: "The indoor locator."
    case .fusion: "The fusion of outdoor positions."
    case .roads: "Map matching to roads."
    case .radios: "The choice of radios."
    case .services: "The services for apps."
    }
  }
}

/// A kind of part: role, name, parameters and factory.
public struct PartKind: Sendable {
  public let slot: PartSlot
  /// Its name, parameters and description.
  public let alternative: ParameterAlternative
  /// Creates a part; nil if it has no use at the map's venue.
  public let make: @Sendable (_ settings: any ParameterSet, _ map: VenueMap) -> (any StackPart)?

  /// The name in the key `use`.
  public var name: String { alternative.name }

  /// Describes a kind of part.
  ///
  /// - Parameters:
  ///   - slot: The role.
  ///   - name: The name in the key `use`.
  ///   - about: A description in one sentence.
  ///   - parameters: The default parameters.
  ///   - make: Creates a part for a map; nil if it has no use there.
  public init<Parameters: ParameterSet>(
    _ slot: PartSlot, _ name: String, _ about: String, parameters: Parameters,
    _ make: @escaping @Sendable (Parameters, VenueMap) -> (any StackPart)?
  ) {
    self.slot = slot
    alternative = ParameterAlternative(name, about, parameters)
    self.make = { settings, map in make(settings as? Parameters ?? parameters, map) }
  }
}

/// The kinds of parts available in scenario files.
public struct PartCatalogue: Sendable {
  /// The kinds, with the default of each role before the others.
  public private(set) var kinds: [PartKind]

  /// Creates a part that runs as a separate program.
  public typealias MakeCommand = (_ command: String, PartSlot, VenueMap) -> any StackPart

  public init(_ kinds: [PartKind]) {
    self.kinds = kinds
  }

  /// Returns a catalogue with further kinds; each replaces a kind of equal role and name.
  public func adding(_ more: PartKind...) -> PartCatalogue {
    var catalogue = self
    for kind in more {
      catalogue.kinds.removeAll { $0.slot == kind.slot && $0.name == kind.name }
      catalogue.kinds.append(kind)
    }
    return catalogue
  }

  /// Returns a catalogue with a kind as the default of its role.
  public func preferring(_ slot: PartSlot, _ name: String) -> PartCatalogue {
    var catalogue = self
    let (first, rest) = (
      kinds.filter { $0.slot == slot && $0.name == name },
      kinds.filter { $0.slot != slot || $0.name != name }
    )
    catalogue.kinds = first + rest
    return catalogue
  }

  /// The kinds for a role.
  public func kinds(of slot: PartSlot) -> [PartKind] { kinds.filter { $0.slot == slot } }

  /// The kind with a name; nil if there is none.
  public func kind(_ slot: PartSlot, _ name: String) -> PartKind? {
    kinds.first { $0.slot == slot && $0.name == name }
  }
}
