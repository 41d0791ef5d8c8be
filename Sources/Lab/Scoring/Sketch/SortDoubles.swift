/// Sorts numbers in ascending order; not-a-number is not allowed.
///
/// A radix sort by bytes: a sketch sorts thousands of values at a time, millions of times, and
/// comparisons cost several times as much. Bytes in which all values agree are skipped.
func sortAscending(_ values: inout [Double]) {
  guard values.count > 256 else {
    values.sort()
    return
  }
  let count = values.count
  values.withUnsafeMutableBufferPointer { values in
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2 * count) { room in
      withUnsafeTemporaryAllocation(of: Int.self, capacity: 8 * 256) { sketches in
        sketches.initialize(repeating: 0)
        for index in 0..<count {
          let bits = values[index].bitPattern
          // Keys compare like the numbers: negative ones are inverted.
          let key = bits >> 63 == 0 ? bits | 1 << 63 : ~bits
          room[index] = key
          for byte in 0..<8 {
            sketches[byte &<< 8 | Int(truncatingIfNeeded: key >> UInt64(byte &* 8) & 255)] &+= 1
          }
        }
        var (from, to) = (0, count)
        for byte in 0..<8 {
          let shift = UInt64(byte * 8)
          let first = Int(truncatingIfNeeded: room[from] >> shift & 255)
          guard sketches[byte << 8 | first] < count else { continue }
          var total = 0
          for digit in 0..<256 {
            let sketch = sketches[byte << 8 | digit]
            sketches[byte << 8 | digit] = total
            total += sketch
          }
          for index in from..<from + count {
            let key = room[index]
            let place = byte &<< 8 | Int(truncatingIfNeeded: key >> shift & 255)
            room[to &+ sketches[place]] = key
            sketches[place] &+= 1
          }
          swap(&from, &to)
        }
        for index in 0..<count {
          let key = room[from + index]
          values[index] = Double(bitPattern: key >> 63 == 1 ? key & ~(1 << 63) : ~key)
        }
      }
    }
  }
}
