public import Documents
import Kernel
import Maps
import Motion
public import Parts
import Positioning

/// How the stack under test is put together: for each place in it which part, and how its dials are turned.
///
/// It is what scenario files have under `stack:`.
public struct StackSettings: DocumentObject {
  /// The parts that files may name, and what each place has unless they say otherwise.
  ///
  /// Whoever brings a part of their own lets scenarios be read with a catalogue that has it.
  @TaskLocal public static var catalogue = PartCatalogue.reference

  /// Names of places that are no longer, or never were, with what is meant.
  private static let renamed = ["gnss": "satellites", "gps": "satellites"]

  /// The parts there are.
  public let catalogue: PartCatalogue
  private var choices: [PartSlot: DialChoice] = [:]

  /// The usual parts.
  public init() { self.init(catalogue: Self.catalogue) }

  private init(catalogue: PartCatalogue) {
    self.catalogue = catalogue
    for slot in PartSlot.allCases { choices[slot] = Self.form(slot, catalogue).placeholder }
  }

  /// Reads which parts are in use.
  public init(from object: inout ObjectReader) {
    self.init()
    object.renamedKeys = Self.renamed
    for slot in PartSlot.allCases {
      let form = Self.form(slot, catalogue)
      choices[slot] = object.optional(
        slot.rawValue, form, default: form.placeholder, slot.about)
    }
  }

  private static func form(_ slot: PartSlot, _ catalogue: PartCatalogue) -> DialChoiceForm {
    DialChoiceForm(
      catalogue.kinds(of: slot).map(\.alternative),
      commandPrefix: "cmd:", commandRefusal: slot.commandRefusal)
  }

  /// Which part fills a place, and how it is set.
  public subscript(slot: PartSlot) -> DialChoice {
    get { choices[slot] ?? DialChoice("", NoDials()) }
    set { choices[slot] = newValue }
  }

  /// The dials of the part that fills a place, if they are of a type.
  public func dials<Settings: DialSet>(_ slot: PartSlot, _ type: Settings.Type) -> Settings? {
    self[slot].settings as? Settings
  }

  /// Turns the dials of a part.
  ///
  /// - Parameters:
  ///   - slot: Which place it fills.
  ///   - name: The part.
  ///   - settings: Its dials.
  public mutating func use(_ slot: PartSlot, _ name: String, _ settings: some DialSet) {
    self[slot] = DialChoice(name, settings)
  }
}

extension StackSettings {
  /// Reads a document in which parts of a catalogue may be named.
  ///
  /// - Parameters:
  ///   - catalogue: The parts.
  ///   - body: Does the reading.
  /// - Returns: What was read.
  /// - Throws: What `body` throws.
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
  /// The commands of the parts that are programs of the user's.
  public var commands: [String] {
    PartSlot.allCases.map { self[$0].name }.filter { $0.hasPrefix("cmd:") }
      .map { String($0.dropFirst("cmd:".utf8.count)) }
  }
}

extension PartSlot {
  /// Why no program may fill it; nil where one may.
  fileprivate var commandRefusal: String? {
    guard self == .radios || self == .services else { return nil }
    return
      "a program can't fill '\(rawValue)': the protocol tells it nothing of what radios are needed "
      + "for, nor of what apps ask; a part in Swift can"
  }
}

extension StackSettings {
  /// The parts that find motion and place, in their order.
  ///
  /// - Parameters:
  ///   - map: What they may know of the place.
  ///   - makeCommand: Makes those that are programs of the user's.
  /// - Returns: Each with its name.
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
    // Who walks indoors is followed by footfalls, whoever counts the steps.
    if !finders.contains(where: { $0.part.tells.contains(.footfalls) }) {
      finders.append(("footfalls", FootfallPart()))
    }
    for slot in [PartSlot.wifi, .cell, .satellites, .locator, .fusion, .roads] { add(slot) }
    return finders
  }

  /// The part that serves apps: the user's own, or that which comes with VenueSim.
  func services(
    _ configuration: ServicesConfiguration, on map: VenueMap
  ) -> any StackPart {
    if let own = own(.services, map) { return own }
    var configuration = configuration
    apply(to: &configuration)
    return ServicesPart(configuration, map: map)
  }

  /// The part that chooses radios, with its name, under the keeper that switches them.
  func radios(
    _ parameters: RadioPlanner.Parameters, on map: VenueMap
  ) -> (name: String, part: any StackPart) {
    let name = self[.radios].name
    let usual: any StackPart =
      name == "always" ? RadiosAlwaysPart(parameters) : RadiosByNeedPart(parameters)
    return (name, RadioKeeper(by: own(.radios, map) ?? usual))
  }

  /// A part that the catalogue makes; those that come with VenueSim for these places it only names.
  private func own(_ slot: PartSlot, _ map: VenueMap) -> (any StackPart)? {
    catalogue.kind(slot, self[slot].name)?.make(self[slot].settings, map)
  }

  /// Sets services as the block `services` has it.
  private func apply(to services: inout ServicesConfiguration) {
    guard let dials = dials(.services, ServicesDials.self) else { return }
    services.rules.generation = dials.rules.generation
    if dials.television { services.rules.platform = .tv }
    if dials.pauses == .sport { services.constants.pauses.isSport = true }
  }
}

/// Stands where a program should, in a stack that was made without means to start one.
private struct AbsentPart: StackPart {
  struct Absence: Error, CustomStringConvertible {
    var description: String { "nothing was given that starts programs as parts of a stack" }
  }

  var listens: Topics { [] }
  var tells: Topics { [] }
  var failure: (any Error)? { Absence() }

  mutating func take(_ news: News, at time: SimTime, onto board: inout Board) {}
}
