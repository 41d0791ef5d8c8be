public import Kernel
import Observations
public import Parts

/// Module of Wi-Fi positioning; requests missing access points over the network.
public struct WiFiPart: StackPart {
  private var locator: WiFiLocator

  public init(_ parameters: WiFiLocator.Parameters = WiFiLocator.Parameters()) {
    locator = WiFiLocator(parameters: parameters)
  }

  // Cells are subscribed to for their timing: requests cost least while the modem is awake.
  public var subscribes: Topics { [.wifi, .cell, .network, .download, .boot] }
  public var receivesAfterPass: Topics { [.networkFix, .indoorFix, .fusedFix] }
  public var publishes: Topics { .networkFix }
  public var needs: PartNeeds { .wifi }

  public mutating func process(_ event: BoardEvent, at time: SimTime, onto board: inout Board) {
    var found: LocationFix?
    switch event {
    case .result(.indoorFix(let fix)), .result(.fusedFix(let fix)): return locator.receive(fix)
    case .result(.networkFix(let fix)):
      guard fix.source == .cell else { return }
      locator.receive(fix, isRough: true)
    case .observation(.boot): return locator.restart(at: time)
    case .observation(.wifi(let scan)): found = locator.locate(scan)
    case .observation(.network(let network)): locator.receive(network, at: time)
    case .observation(.download(let download)): found = locator.receive(download, at: time)
    default: break
    }
    if let found { board.publish(.networkFix(found)) }
    if let resource = locator.nextResource(at: time) { board.sink.request(.fetch(resource)) }
  }
}
