public import Documents
public import Maps

/// A place in the stack that one part fills.
public enum PartSlot: String, CaseIterable, Hashable, Sendable {
  /// What the user does.
  case activity
  /// How many steps the user takes.
  case steps
  /// Where the phone is by access points.
  case wifi
  /// Where it is by cells.
  case cell
  /// Where it is by satellites.
  case satellites
  /// Where it is in a building.
  case locator
  /// All that tells the place outdoors, put together.
  case fusion
  /// The place on the map's roads.
  case roads
  /// Which radios run.
  case radios
  /// What apps are told.
  case services

  /// What fills it, in a few words.
  public var about: String {
    switch self {
    case .activity: "The activity classifier."
    case .steps: "The step counter."
    case .wifi: "The use of access points."
    case .cell: "The use of cells."
    case .satellites: "The satellite solver."
    case .locator: "The indoor locator."
    case .fusion: "How all that tells the place outdoors is put together."
    case .roads: "The use of roads."
    case .radios: "The choice of radios."
    case .services: "The services for apps."
    }
  }
}

/// A kind of part: what it is called, which place it fills, which dials it has, and how it is made.
public struct PartKind: Sendable {
  /// Which place it fills.
  public let slot: PartSlot
  /// Its name, dials and a sentence about it.
  public let alternative: DialAlternative
  /// Makes one.
  public let make: @Sendable (_ settings: any DialSet, _ map: VenueMap) -> (any StackPart)?

  /// The name, as `use:` has it.
  public var name: String { alternative.name }

  /// Describes a kind of part.
  ///
  /// - Parameters:
  ///   - slot: Which place it fills.
  ///   - name: What `use:` calls it.
  ///   - about: What it is, in a sentence.
  ///   - dials: Its dials' defaults.
  ///   - make: Makes one for a place; nil where it has no use there.
  public init<Dials: DialSet>(
    _ slot: PartSlot, _ name: String, _ about: String, dials: Dials,
    _ make: @escaping @Sendable (Dials, VenueMap) -> (any StackPart)?
  ) {
    self.slot = slot
    alternative = DialAlternative(name, about, dials)
    self.make = { settings, map in make(settings as? Dials ?? dials, map) }
  }
}

/// The kinds of parts that scenario files can name.
public struct PartCatalogue: Sendable {
  /// The kinds, the usual one of each place before the others.
  public private(set) var kinds: [PartKind]

  /// Makes a part that runs as a program of its own.
  public typealias MakeCommand = (_ command: String, PartSlot, VenueMap) -> any StackPart

  /// Creates a catalogue.
  public init(_ kinds: [PartKind]) {
    self.kinds = kinds
  }

  /// The same with further kinds, each of which takes the place of one of the same place and name.
  public func adding(_ more: PartKind...) -> PartCatalogue {
    var catalogue = self
    for kind in more {
      catalogue.kinds.removeAll { $0.slot == kind.slot && $0.name == kind.name }
      catalogue.kinds.append(kind)
    }
    return catalogue
  }

  /// The same, in which a kind is the usual one of its place.
  public func preferring(_ slot: PartSlot, _ name: String) -> PartCatalogue {
    var catalogue = self
    let (first, rest) = (
      kinds.filter { $0.slot == slot && $0.name == name },
      kinds.filter { $0.slot != slot || $0.name != name }
    )
    catalogue.kinds = first + rest
    return catalogue
  }

  /// The kinds that can fill a place.
  public func kinds(of slot: PartSlot) -> [PartKind] { kinds.filter { $0.slot == slot } }

  /// The kind of a name.
  public func kind(_ slot: PartSlot, _ name: String) -> PartKind? {
    kinds.first { $0.slot == slot && $0.name == name }
  }
}
