/// The drives off the lanes that are under way, and the room that they keep on the road.
struct Manoeuvres: Sendable {
  private var running: [Manoeuvre?] = []
  /// The entries on the other side of the road, -1 for none.
  private var blocks: [Int32] = []

  /// Where a vehicle is on its manoeuvre; nil if it is on none.
  func pose(of index: Int) -> VehiclePose? { index < running.count ? running[index]?.pose : nil }

  /// Begins a manoeuvre, for which a part of the road on both sides is taken up.
  mutating func begin(
    _ manoeuvre: Manoeuvre, by index: Int, taking zone: ClosedRange<Double>, _ road: inout Roadway
  ) {
    while running.count <= index {
      running.append(nil)
      blocks.append(-1)
    }
    running[index] = manoeuvre
    let block = road.takeUp(zone, by: index)
    if block >= 0 { blocks[index] = block }
    road.movers[index].mode = .manoeuvring
  }

  /// Goes on with a manoeuvre; returns what comes after it once it is done.
  mutating func advance(_ index: Int, _ road: inout Roadway) -> Manoeuvre.End? {
    running[index]?.advance(by: Traffic.dt)
    guard let manoeuvre = running[index], manoeuvre.isDone else { return nil }
    end(index, &road)
    return manoeuvre.end
  }

  /// Gives back what a vehicle's manoeuvre, if any, has kept.
  mutating func end(_ index: Int, _ road: inout Roadway) {
    guard index < running.count else { return }
    running[index] = nil
    if blocks[index] >= 0 { road.remove(blocks[index]) }
    blocks[index] = -1
  }
}
