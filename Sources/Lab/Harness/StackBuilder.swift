import Devices
public import Documents
import Motion
import Observations
import Positioning
import Scenarios
import Services
import Venues

/// Which stack is under test.
public enum StackChoice: Hashable, Sendable {
  /// The stack that comes with VenueSim, as the scenario's `stack:` block has it.
  case reference
  /// A program that speaks the protocol of ``StackWire`` on its standard input and output.
  case command(StackCommand)

  /// Reads what `--stack` takes.
  ///
  /// - Parameter text: A stack's name.
  /// - Throws: What is wrong with it.
  public init(_ text: String) throws(DocumentError) {
    if text == "reference" {
      self = .reference
      return
    }
    if text.hasPrefix("cmd:") {
      self = .command(StackCommand(String(text.dropFirst("cmd:".utf8.count))))
      return
    }
    throw DocumentError(
      "unknown stack '\(text)'; there are 'reference' and 'cmd:COMMAND'",
      suggestion: nearestName(to: text, among: ["reference"]))
  }

  /// The name in manifests.
  public var name: String {
    switch self {
    case .reference: "reference"
    case .command(let command): "cmd:" + command.text
    }
  }
}

extension ServiceRules {
  /// The rules of a kind of device.
  init(_ profile: DeviceProfile) {
    let platform: Platform =
      profile.name == DeviceProfile.watch.name
      ? .watch : profile.has(.cell) ? .phone : .wifiOnly
    self.init(platform: platform, hasMotion: profile.has(.accelerometer))
  }
}

extension ReferenceStack.Configuration {
  /// The configuration that a scenario's `stack:` block asks for.
  ///
  /// - Parameters:
  ///   - entry: The block.
  ///   - profile: The device that it runs on.
  ///   - constants: The numbers of the services.
  ///   - apps: The apps on it that declare, or may from the start, something special.
  init(
    _ entry: StackEntry, on profile: DeviceProfile = .phone2014,
    constants: ServiceConstants = ServiceConstants(), apps: [AppEntry] = []
  ) {
    self.init()
    self.constants = constants
    declarations = Dictionary(apps.map { ($0.name, AppDeclaration($0)) }) { first, _ in first }
    // Where apps are told of, nobody watches but they.
    hasStandIn = apps.isEmpty
    rules = ServiceRules(profile)
    rules.generation =
      switch entry.services.rules {
      case .twelve: .twelve
      case .thirteen: .thirteen
      case .thirteenFour: .thirteenFour
      }
    if entry.services.isTelevision { rules.platform = .tv }
    if entry.services.pauses == .sport { self.constants.pauses.isSport = true }
    position.locator.window = entry.locator.window
    position.locator.leastAccuracyMetres = entry.locator.leastAccuracy
    position.locator.reachMetres = entry.locator.reach
    if entry.locator.part == .radioMap {
      var indoor = IndoorLocator.Parameters()
      indoor.usesWiFi = entry.locator.wifi
      indoor.usesBeacons = entry.locator.beacons
      indoor.usesWalls = entry.locator.walls
      indoor.usesMotion = entry.locator.motion
      position.indoor = indoor
      cloudPeriod = entry.locator.cloud
    }
    position.gnss =
      switch entry.gnss.part {
      case .filter: .filter
      case .singlePoint: .singlePoint
      case .off: nil
      }
    position.usesCity = entry.gnss.city
    position.network.manner =
      switch entry.wifi.part {
      case .tiles: .tiles
      case .areas: .areas
      case .off: nil
      }
    position.network.usesCells = entry.cell.part != .off
    position.usesRoads = entry.roads.part == .matcher
    savesRadios = entry.radios.part != .always
    motion.tellsActivity = entry.activity.part != .off
    motion.counter = entry.steps.part == .peaks ? .peaks : .gait
    motion.peaks.threshold = entry.steps.threshold
    motion.peaks.refractory = entry.steps.refractory
  }
}
