public import Kernel

/// A deviation from an agent's plan.
public struct WorldWarning: Hashable, Sendable {
  public let time: SimTime
  /// The name of the agent.
  public let agent: String
  /// A text that continues a sentence after the agent's name.
  public let text: String

  package init(time: SimTime, agent: String, text: String) {
    self.time = time
    self.agent = agent
    self.text = text
  }
}
