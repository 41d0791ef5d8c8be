import Maps

extension SurveyNotes {
  /// How far the networks of one radio may differ in a scan, one standard deviation in dB; measured:
  /// two networks of a radio differ by 1.4 to 2.0 dB.
  private static let mostSpread = 3.5
  /// How often they must have been heard together.
  private static let leastTogether = 5

  /// Makes one sender of the networks that are plainly one radio's, which repeat each other.
  ///
  /// Usually their addresses differ in the last digit alone. That isn't enough: in recordings whose
  /// addresses were replaced by numbers, neighbours have nothing to do with each other.
  package mutating func joinNetworks() {
    var together: [RadioMap.Sender: (squares: Double, count: Int)] = [:]
    var addresses: [RadioMap.Sender: Set<RadioMap.Sender>] = [:]
    for scan in scans {
      var levels: [RadioMap.Sender: [Double]] = [:]
      for reading in scan {
        guard let radio = reading.sender.radio else { continue }
        levels[radio, default: []].append(reading.level)
        addresses[radio, default: []].insert(reading.sender)
      }
      for (radio, levels) in levels where levels.count > 1 {
        let mean = levels.reduce(0, +) / Double(levels.count)
        var sum = together[radio] ?? (0, 0)
        for level in levels { sum.squares += (level - mean) * (level - mean) }
        sum.count += levels.count - 1
        together[radio] = sum
      }
    }
    let joined = Set(
      addresses.keys.filter { radio in
        guard (addresses[radio]?.count ?? 0) > 1 else { return true }
        guard let sum = together[radio], sum.count >= Self.leastTogether else { return false }
        return (sum.squares / Double(sum.count)).squareRoot() < Self.mostSpread
      })
    join(joined)
  }

  private mutating func join(_ radios: Set<RadioMap.Sender>) {
    var kept: [Reading] = []
    var sums: [RadioMap.Sender: (place: Int, count: Double)] = [:]
    var scan = -1
    for reading in readings {
      if reading.scan != scan {
        sums.removeAll(keepingCapacity: true)
        scan = reading.scan
      }
      guard let radio = reading.sender.radio, radios.contains(radio) else {
        kept.append(reading)
        continue
      }
      if let sum = sums[radio] {
        kept[sum.place].level += (reading.level - kept[sum.place].level) / (sum.count + 1)
        sums[radio] = (sum.place, sum.count + 1)
      } else {
        sums[radio] = (kept.count, 1)
        kept.append(reading)
        kept[kept.count - 1].sender = radio
      }
    }
    readings = kept
  }
}
