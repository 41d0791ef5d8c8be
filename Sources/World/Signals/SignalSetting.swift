public import Documents

/// Whether and how a signal is simulated: a key of a scenario's `signals:` block.
///
/// In a file, `natural`, `ideal` or `off`, or the model's own keys.
public enum SignalSetting<Parameters: SignalParameters>: Hashable, Sendable {
  /// The phone has no such sensor, or nothing sends.
  case off
  /// With these parameters.
  case on(Parameters)

  /// The parameters; nil if it is off.
  public var parameters: Parameters? {
    switch self {
    case .off: nil
    case .on(let parameters): parameters
    }
  }

  /// How it stands in a file.
  public static var form:
    EitherForm<ChoiceForm<SignalWord>, ObjectForm<Parameters>, SignalSetting<Parameters>>
  {
    ChoiceForm<SignalWord>.choice(SignalWord.self).or(
      .object(Parameters.self),
      scalar: { word in
        switch word {
        case .natural: .on(Parameters())
        case .ideal: .on(.ideal)
        case .off: .off
        }
      }, collection: { .on($0) })
  }
}

/// A word that stands for a model's parameters.
public enum SignalWord: String, CaseIterable, Sendable {
  case natural, ideal, off
}
