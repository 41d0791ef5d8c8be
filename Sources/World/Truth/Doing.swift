import Observations

/// An agent's true activity, finer than the activity classes that a stack reports.
public enum Doing: String, CaseIterable, Sendable {
  case standing, sitting, walking, running
  case stairsUp = "stairs_up"
  case stairsDown = "stairs_down"
  /// Standing on an escalator or a moving walkway.
  case belt
  case lift
  case cycling
  /// At the wheel.
  case driving
  /// A passenger in a car.
  case passenger
  /// A passenger in a bus.
  case bus
  /// A passenger in a train.
  case train
  /// Dancing to a beat, such as Zumba: feet move, the person doesn't.
  case dancing

  /// The class that a correct activity classifier reports.
  public var activity: TrueActivity {
    switch self {
    case .standing, .sitting, .belt, .lift: .stationary
    case .walking, .stairsUp, .stairsDown: .walking
    case .running: .running
    case .cycling: .cycling
    case .driving, .passenger, .bus, .train: .automotive
    case .dancing: .other
    }
  }

  /// True if the agent steps forward on foot.
  public var isOnFoot: Bool {
    switch self {
    case .walking, .running, .stairsUp, .stairsDown: true
    default: false
    }
  }

  /// True if the agent is in or on something that moves by itself.
  public var isCarried: Bool {
    switch self {
    case .belt, .lift, .driving, .passenger, .bus, .train, .cycling: true
    default: false
    }
  }
}

/// The power source and car connection of a phone.
public enum PowerLink: String, CaseIterable, Sendable {
  case none, charger
  /// The car's charger and its Bluetooth.
  case car
}
