import Devices
public import Documents
import Observations
public import Programs
import Scenarios
import Services

/// Which stack is under test.
public enum StackChoice: Hashable, Sendable {
  /// The stack that comes with VenueSim, as the scenario's `stack:` block has it.
  case own(ProgramTerms)
  /// A program that speaks the protocol of ``StackWire`` on its standard input and output.
  case command(StackCommand)

  /// The stack that comes with VenueSim, whose parts that are programs are run on the usual terms.
  public static let reference = StackChoice.own(ProgramTerms())

  /// Whether it is the stack that comes with VenueSim.
  public var isOwn: Bool { if case .own = self { true } else { false } }

  /// How programs are run that are the stack or its parts.
  public var terms: ProgramTerms {
    get {
      switch self {
      case .own(let terms): terms
      case .command(let command): command.terms
      }
    }
    set {
      switch self {
      case .own: self = .own(newValue)
      case .command(var command):
        command.terms = newValue
        self = .command(command)
      }
    }
  }

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
      var command = StackCommand(String(text.dropFirst("cmd:".utf8.count)))
      try command.identify()
      self = .command(command)
      return
    }
    throw DocumentError(
      "unknown stack '\(text)'; there are 'reference' and 'cmd:COMMAND'",
      suggestion: nearestName(to: text, among: ["reference"]))
  }

  /// What decides what it does: its name, and what is in the files of a program.
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
  /// A short digest of the files of all parts that are programs; empty where none is.
  ///
  /// - Throws: Why a file couldn't be read.
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
