import Devices
public import Documents
import Observations
public import Programs
import Scenarios
import Services

/// The stack under test.
public enum StackChoice: Hashable, Sendable {
  /// The reference stack, with the scenario's `stack:` block.
  case own(ProgramOptions)
  /// A program that implements the protocol of ``StackWire`` on its standard input and output.
  case command(StackCommand)

  /// The reference stack, with default options for parts that are programs.
  public static let reference = StackChoice.own(ProgramOptions())

  /// True for the reference stack.
  public var isOwn: Bool { if case .own = self { true } else { false } }

  /// The options for programs that are the stack or its parts.
  public var options: ProgramOptions {
    get {
      switch self {
      case .own(let options): options
      case .command(let command): command.options
      }
    }
    set {
      switch self {
      case .own: self = .own(newValue)
      case .command(var command):
        command.options = newValue
        self = .command(command)
      }
    }
  }

  /// Parses the argument of `--stack`.
  ///
  /// - Throws: An unknown name, or an unreadable program file.
  public init(_ text: String) throws(DocumentError) {
    if text == "reference" {
      self = .reference
      return
    }
    if text.hasPrefix("cmd:") {
      var command = StackCommand(String(text.dropFirst("cmd:".utf8.count)))
      try command.identify()
      self = .command(command)
      return
    }
    throw DocumentError(
      "unknown stack '\(text)'; there are 'reference' and 'cmd:COMMAND'",
      suggestion: nearestName(to: text, among: ["reference"]))
  }

  /// The name with the digest of a program's files, which determines the results.
  public var identity: String {
    guard case .command(let command) = self, case let digest = command.contentDigest,
      !digest.isEmpty
    else { return name }
    return "\(name) (\(digest))"
  }

  /// The name in manifests.
  public var name: String {
    switch self {
    case .own: "reference"
    case .command(let command): "cmd:" + command.text
    }
  }
}

extension StackSettings {
  /// A short digest of the executables of all parts that are programs; empty without any.
  ///
  /// - Throws: An unreadable file.
  func programDigest() throws(DocumentError) -> String {
    var digests: [String] = []
    for text in commands {
      var command = StackCommand(text)
      try command.identify()
      if !command.contentDigest.isEmpty { digests.append(command.contentDigest) }
    }
    return digests.joined(separator: " ")
  }
}

extension ServiceRules {
  /// Creates the rules of a device's platform.
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
  /// Creates the configuration of a device's services.
  ///
  /// - Parameters:
  ///   - profile: The device.
  ///   - constants: The services' parameters.
  ///   - apps: The apps with special declarations or initial permissions.
  init(
    on profile: DeviceProfile, constants: ServiceConstants = ServiceConstants(),
    apps: [AppEntry] = []
  ) {
    self.init()
    self.constants = constants
    declarations = Dictionary(apps.map { ($0.name, AppDeclaration($0)) }) { first, _ in first }
    // Without apps in the scenario, a default app subscribes.
    hasStandIn = apps.isEmpty
    rules = ServiceRules(profile)
  }
}
