public import Documents
import Kernel
import Maps
import Motion
public import Parts
import Positioning

/// Configuration of the stack under test: the component in each slot, and its parameters.
///
/// Scenario files have it under `stack:`.
public struct StackSettings: DocumentObject {
  /// Components that scenario files may name, and the default of each slot.
  ///
  /// To read scenarios with custom components, set a catalogue that has them.
  @TaskLocal public static var catalogue = PartCatalogue.reference

  /// Former and mistaken slot names, with the present ones.
  private static let renamed = ["gnss": "satellites", "gps": "satellites"]

  /// Available components.
  public let catalogue: PartCatalogue
  private var choices: [PartSlot: ParameterChoice] = [:]

  /// Creates the default configuration.
  public init() { self.init(catalogue: Self.catalogue) }

  private init(catalogue: PartCatalogue) {
    self.catalogue = catalogue
    for slot in PartSlot.allCases { choices[slot] = Self.form(slot, catalogue).placeholder }
  }

  /// Reads the configuration from a document.
  public init(from object: inout ObjectReader) {
    self.init()
    object.renamedKeys = Self.renamed
    for slot in PartSlot.allCases {
      let form = Self.form(slot, catalogue)
      choices[slot] = object.optional(
        slot.rawValue, form, default: form.placeholder, slot.about)
    }
  }

  private static func form(_ slot: PartSlot, _ catalogue: PartCatalogue) -> ParameterChoiceForm {
    ParameterChoiceForm(
      catalogue.kinds(of: slot).map(\.alternative),
      commandPrefix: "cmd:", commandRefusal: slot.commandRefusal)
  }

  /// Component of a slot, with its parameters.
  public subscript(slot: PartSlot) -> ParameterChoice {
    get { choices[slot] ?? ParameterChoice("", NoParameters()) }
    set { choices[slot] = newValue }
  }

  /// Returns the parameters of a slot's component, if they are of a type.
  public func parameters<Settings: ParameterSet>(
    _ slot: PartSlot, _ type: Settings.Type
  ) -> Settings? {
    self[slot].settings as? Settings
  }

  /// Selects a slot's component with its parameters.
  public mutating func use(_ slot: PartSlot, _ name: String, _ settings: some ParameterSet) {
    self[slot] = ParameterChoice(name, settings)
  }
}

extension StackSettings {
  /// Runs `body` with a catalogue whose components documents may name.
  public static func reading<Value: Sendable>(
    with catalogue: PartCatalogue, _ body: () throws(DocumentError) -> Value
  ) throws(DocumentError) -> Value {
    let result: Result<Value, DocumentError> = $catalogue.withValue(catalogue) {
      do throws(DocumentError) {
        return .success(try body())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

extension StackSettings {
  /// Commands of the components that are external programs.
  public var commands: [String] {
    PartSlot.allCases.map { self[$0].name }.filter { $0.hasPrefix("cmd:") }
      .map { String($0.dropFirst("cmd:".utf8.count)) }
  }
}

extension PartSlot {
  /// Reason why no external program may fill the slot; nil if one may.
  fileprivate var commandRefusal: String? {
    guard self == .radios || self == .services else { return nil }
    return
      "a program can't fill '\(rawValue)': the protocol does not report what radios are needed "
      + "for, nor what apps request; a part in Swift can"
  }
}

extension StackSettings {
  /// Returns the motion and position components in processing order, each with its name.
  func finders(
    on map: VenueMap, _ makeCommand: PartCatalogue.MakeCommand?
  ) -> [(name: String, part: any StackPart)] {
    var finders: [(name: String, part: any StackPart)] = [("motion batches", MotionBatcher())]
    func add(_ slot: PartSlot) {
      let choice = self[slot]
      if choice.name.hasPrefix("cmd:") {
        guard let makeCommand else { return finders.append((choice.name, AbsentPart())) }
        finders.append((choice.name, makeCommand(String(choice.name.dropFirst(4)), slot, map)))
      } else if let part = catalogue.kind(slot, choice.name)?.make(choice.settings, map) {
        finders.append((choice.name, part))
      }
    }
    add(.activity)
    add(.steps)
    // Indoor positioning needs footfalls, even with a step counter that has none.
    if !finders.contains(where: { $0.part.publishes.contains(.stepEvents) }) {
      finders.append(("footfalls", StepEventPart()))
    }
    for slot in [PartSlot.wifi, .cell, .satellites, .locator, .fusion, .roads] { add(slot) }
    return finders
  }

  /// Returns the service component: a custom one, or VenueSim's.
  func services(
    _ configuration: ServicesConfiguration, on map: VenueMap
  ) -> any StackPart {
    if let own = own(.services, map) { return own }
    var configuration = configuration
    apply(to: &configuration)
    return ServicesPart(configuration, map: map)
  }

  /// Returns the radio planner with its name, inside the controller that switches radios.
  func radios(
    _ parameters: RadioPlanner.Parameters, on map: VenueMap
  ) -> (name: String, part: any StackPart) {
    let name = self[.radios].name
    let usual: any StackPart =
      name == "always" ? RadiosAlwaysPart(parameters) : RadiosByNeedPart(parameters)
    return (name, RadioController(by: own(.radios, map) ?? usual))
  }

  /// Returns a component that the catalogue creates; for these slots it only names VenueSim's own.
  private func own(_ slot: PartSlot, _ map: VenueMap) -> (any StackPart)? {
    catalogue.kind(slot, self[slot].name)?.make(self[slot].settings, map)
  }

  /// Applies the document's block `services`.
  private func apply(to services: inout ServicesConfiguration) {
    guard let parameters = parameters(.services, ServicesParameters.self) else { return }
    services.rules.generation = parameters.rules.generation
    if parameters.television { services.rules.platform = .tv }
    if parameters.pauses == .sport { services.constants.pauses.isSport = true }
  }
}

/// Replaces an external program in a stack that was created without means to start one.
private struct AbsentPart: StackPart {
  struct Absence: Error, CustomStringConvertible {
    var description: String { "this stack was created without a way to start programs as parts" }
  }

  var subscribes: Topics { [] }
  var publishes: Topics { [] }
  var failure: (any Error)? { Absence() }

  mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {}
}
