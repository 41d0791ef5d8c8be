import Maps

extension SurveyNotes {
  /// Max sigma of the levels of one radio's networks in a scan, in dB; measured: two networks of a radio
  /// differ by 1.4 to 2.0 dB.
  private static let maxSpread = 3.5
  /// Min number of joint receptions.
  private static let minTogether = 5

  /// Merges networks of the same radio, whose readings are redundant, into one sender.
  ///
  /// Their addresses usually differ in the last digit only. That isn't sufficient: in recordings whose
  /// addresses were replaced by numbers, neighbouring addresses are unrelated.
  package mutating func joinNetworks() {
    var together: [RadioMap.Sender: (squares: Double, count: Int)] = [:]
    var addresses: [RadioMap.Sender: Set<RadioMap.Sender>] = [:]
    for scan in scans {
      var levels: [RadioMap.Sender: [Double]] = [:]
      for reading in readings[scan] {
        let sender = senders[Int(reading.sender)]
        guard let radio = sender.radio else { continue }
        levels[radio, default: []].append(reading.level)
        addresses[radio, default: []].insert(sender)
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
        guard let sum = together[radio], sum.count >= Self.minTogether else { return false }
        return (sum.squares / Double(sum.count)).squareRoot() < Self.maxSpread
      })
    join(joined)
  }

  private mutating func join(_ radios: Set<RadioMap.Sender>) {
    var sums: [RadioMap.Sender: (place: Int, count: Double)] = [:]
    var scan: Int32 = -1
    // In place: the write index never passes the read index.
    var kept = 0
    for index in readings.indices {
      var reading = readings[index]
      if reading.scan != scan {
        sums.removeAll(keepingCapacity: true)
        scan = reading.scan
      }
      if let radio = senders[Int(reading.sender)].radio, radios.contains(radio) {
        if let sum = sums[radio] {
          readings[sum.place].level +=
            (reading.level - readings[sum.place].level) / (sum.count + 1)
          sums[radio] = (sum.place, sum.count + 1)
          continue
        }
        sums[radio] = (kept, 1)
        reading.sender = number(of: radio)
      }
      readings[kept] = reading
      kept += 1
    }
    readings.removeLast(readings.count - kept)
  }
}
