/// The lists of who is on which stretch, sorted from its end to its start.
extension Traffic {
  /// Lists a vehicle on a stretch and returns the entry; see ``StretchEntry`` for what it says.
  mutating func insert(
    _ vehicle: Int, on stretch: Int32, base: Double, tail: Double, offset: Double
  ) -> Int32 {
    let entry = StretchEntry(
      vehicle: Int32(vehicle), stretch: stretch, base: base, tail: tail, offset: offset)
    let node: Int32
    if let free = freeNodes.popLast() {
      node = free
      nodes[Int(free)] = entry
    } else {
      node = Int32(nodes.count)
      nodes.append(entry)
    }
    let front = movers[vehicle].x - base
    var ahead = lastNodes[Int(stretch)]
    while ahead >= 0, self.front(ahead) < front { ahead = nodes[Int(ahead)].ahead }
    link(node, behind: ahead, on: stretch)
    return node
  }

  /// Returns how far along its stretch the front of a listed vehicle is, in m.
  @inline(__always)
  func front(_ node: Int32) -> Double {
    movers[Int(nodes[Int(node)].vehicle)].x - nodes[Int(node)].base
  }

  private mutating func link(_ node: Int32, behind ahead: Int32, on stretch: Int32) {
    let behind = ahead >= 0 ? nodes[Int(ahead)].behind : firstNodes[Int(stretch)]
    nodes[Int(node)].ahead = ahead
    nodes[Int(node)].behind = behind
    if ahead >= 0 { nodes[Int(ahead)].behind = node } else { firstNodes[Int(stretch)] = node }
    if behind >= 0 { nodes[Int(behind)].ahead = node } else { lastNodes[Int(stretch)] = node }
  }

  private mutating func unlink(_ node: Int32) {
    let entry = nodes[Int(node)]
    let stretch = Int(entry.stretch)
    if entry.ahead >= 0 {
      nodes[Int(entry.ahead)].behind = entry.behind
    } else {
      firstNodes[stretch] = entry.behind
    }
    if entry.behind >= 0 {
      nodes[Int(entry.behind)].ahead = entry.ahead
    } else {
      lastNodes[stretch] = entry.ahead
    }
  }

  /// Takes an entry off its list.
  mutating func remove(_ node: Int32) {
    unlink(node)
    nodes[Int(node)].vehicle = -1
    freeNodes.append(node)
  }

  /// Moves a vehicle's entries past those that it has overtaken.
  mutating func restoreOrder(_ index: Int) {
    var node = movers[index].rearNode
    while node >= 0 {
      let ahead = nodes[Int(node)].ahead
      if ahead >= 0, front(ahead) < front(node) { reinsert(node) }
      node = nodes[Int(node)].onward
    }
  }

  private mutating func reinsert(_ node: Int32) {
    let own = front(node)
    var ahead = nodes[Int(node)].ahead
    while ahead >= 0, front(ahead) < own { ahead = nodes[Int(ahead)].ahead }
    unlink(node)
    link(node, behind: ahead, on: nodes[Int(node)].stretch)
  }

  /// Takes a vehicle off all lists.
  mutating func removeEntries(of index: Int) {
    releaseClaim(index)
    var node = movers[index].rearNode
    while node >= 0 {
      let onward = nodes[Int(node)].onward
      remove(node)
      node = onward
    }
    movers[index].rearNode = -1
    movers[index].frontNode = -1
  }

  /// Gives up a link that was claimed and not yet entered.
  mutating func releaseClaim(_ index: Int) {
    let claim = movers[index].claim
    guard claim >= 0 else { return }
    movers[index].claim = -1
    movers[index].waitsInside = false
    remove(claim)
  }
}
