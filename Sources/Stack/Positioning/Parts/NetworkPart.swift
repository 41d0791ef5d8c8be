public import Kernel
import Observations
public import Parts

/// Finds the phone by access points and cells, and asks the network for what is missing of them.
public struct NetworkPart: StackPart {
  private var locator: NetworkLocator

  /// Creates a part that knows no access points and cells yet.
  public init(_ parameters: NetworkLocator.Parameters = NetworkLocator.Parameters()) {
    locator = NetworkLocator(parameters: parameters)
  }

  public var listens: Topics { [.wifi, .cell, .network, .download, .boot] }
  public var hearsAfterwards: Topics { [.indoorFix, .fusedFix] }
  public var tells: Topics { .networkFix }

  public var needs: PartNeeds {
    var needs: PartNeeds = []
    if locator.parameters.manner != nil { needs.insert(.wifi) }
    if locator.parameters.usesCells { needs.insert(.cells) }
    return needs
  }

  public mutating func take(_ news: News, at time: SimTime, onto board: inout Board) {
    switch news {
    case .finding(.indoorFix(let fix)), .finding(.fusedFix(let fix)): return locator.receive(fix)
    case .observation(.boot): return locator.restart(at: time)
    case .observation(.wifi(let scan)): tell(locator.locate(scan), onto: &board)
    case .observation(.cell(let scan)): tell(locator.locate(scan), onto: &board)
    case .observation(.network(let network)): locator.receive(network, at: time)
    case .observation(.download(let download)):
      tell(locator.receive(download, at: time), onto: &board)
    default: return
    }
    if let resource = locator.nextResource(at: time) { board.sink.request(.fetch(resource)) }
  }

  private func tell(_ fix: LocationFix?, onto board: inout Board) {
    if let fix { board.tell(.networkFix(fix)) }
  }
}
