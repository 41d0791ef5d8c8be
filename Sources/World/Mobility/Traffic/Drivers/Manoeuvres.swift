/// The manoeuvres under way, and the road space that they occupy.
struct Manoeuvres: Sendable {
  private var running: [Manoeuvre?] = []
  /// The entries on the other side of the road, -1 for none.
  private var blocks: [Int32] = []

  /// The pose of a vehicle on a manoeuvre; nil if it is on none.
  func pose(of index: Int) -> VehiclePose? { index < running.count ? running[index]?.pose : nil }

  /// Starts a manoeuvre, which occupies a part of the road on both sides.
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

  /// Advances a manoeuvre; returns its end state when it is complete.
  mutating func advance(_ index: Int, _ road: inout Roadway) -> Manoeuvre.End? {
    running[index]?.advance(by: Traffic.dt)
    guard let manoeuvre = running[index], manoeuvre.isDone else { return nil }
    end(index, &road)
    return manoeuvre.end
  }

  /// Releases the road space of a vehicle's manoeuvre, if any.
  mutating func end(_ index: Int, _ road: inout Roadway) {
    guard index < running.count else { return }
    running[index] = nil
    if blocks[index] >= 0 { road.remove(blocks[index]) }
    blocks[index] = -1
  }
}
