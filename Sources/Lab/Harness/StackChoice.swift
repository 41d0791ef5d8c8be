import Devices
public import Documents
import Observations
public import Programs
import Scenarios
import Services

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
      switch profile.kind {
      case .phone: .phone
      case .tablet: .wifiOnly
      case .watch: .watch
      case .television: .tv
      case .mac: .mac
      }
    self.init(platform: platform, hasMotion: profile.has(.accelerometer))
  }
}

extension ServicesConfiguration {
  /// The services of a device.
  ///
  /// - Parameters:
  ///   - profile: The device.
  ///   - constants: The numbers of the services.
  ///   - apps: The apps on it that declare, or may from the start, something special.
  init(
    on profile: DeviceProfile, constants: ServiceConstants = ServiceConstants(),
    apps: [AppEntry] = []
  ) {
    self.init()
    self.constants = constants
    declarations = Dictionary(apps.map { ($0.name, AppDeclaration($0)) }) { first, _ in first }
    // Where apps are told of, nobody watches but they.
    hasStandIn = apps.isEmpty
    rules = ServiceRules(profile)
  }
}
