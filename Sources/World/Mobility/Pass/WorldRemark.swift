public import Kernel

/// Something that went otherwise than an agent had planned.
public struct WorldRemark: Hashable, Sendable {
  /// When.
  public let time: SimTime
  /// Whom it befell.
  public let agent: String
  /// What, in words that follow the agent's name.
  public let text: String
}
