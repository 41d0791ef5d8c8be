public import Kernel

/// Something that went otherwise than an agent had planned.
public struct WorldRemark: Hashable, Sendable {
  /// When.
  public let time: SimTime
  /// Whom it befell.
  public let agent: String
  /// What, in words that follow the agent's name.
  public let text: String

  /// Creates a remark.
  package init(time: SimTime, agent: String, text: String) {
    self.time = time
    self.agent = agent
    self.text = text
  }
}
