public import Kernel
import Observations
public import Parts

/// Module of cell positioning; requests missing area lists over the network.
public struct CellPart: StackPart {
  private var locator: CellLocator
  /// Last scan without a position.
  private var aside: CellScan?

  public init(_ parameters: CellLocator.Parameters = CellLocator.Parameters()) {
    locator = CellLocator(parameters: parameters)
  }

  public var subscribes: Topics { [.cell, .network, .download, .boot] }
  public var publishes: Topics { .networkFix }
  public var needs: PartNeeds { .cells }

  public mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
    switch event {
    case .observation(.boot):
      aside = nil
      return locator.restart()
    case .observation(.cell(let scan)): aside = scan
    case .observation(.network(let network)): locator.receive(network)
    case .observation(.download(let download)): locator.receive(download, at: time)
    default: break
    }
    if let scan = aside, let fix = locator.locate(scan) {
      aside = nil
      board.publish(.networkFix(fix))
    }
    if let resource = locator.nextResource(at: time) { board.sink.request(.fetch(resource)) }
  }
}
