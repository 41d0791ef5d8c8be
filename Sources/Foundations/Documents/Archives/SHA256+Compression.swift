/// The eight words of SHA-256's state.
typealias SHA256State = (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)

/// Block size in bytes.
let blockSize = 64

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
private let roundConstants: InlineArray<64, UInt32> = [
  0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4,
  0xAB1C_5ED5, 0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE,
  0x9BDC_06A7, 0xC19B_F174, 0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F,
  0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA, 0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7,
  0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967, 0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC,
  0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85, 0xA2BF_E8A1, 0xA81A_664B,
  0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070, 0x19A4_C116,
  0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
  0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7,
  0xC671_78F2,
]

@inline(__always)
private func rotate(_ x: UInt32, _ count: UInt32) -> UInt32 {
  x &>> count | x &<< (32 &- count)
}

/// Hashes complete blocks into `state`.
func compress(_ blocks: UnsafeRawBufferPointer, into state: inout SHA256State) {
  withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
    for start in stride(from: 0, to: blocks.count, by: blockSize) {
      for t in 0..<16 {
        let word = blocks.loadUnaligned(fromByteOffset: start &+ 4 &* t, as: UInt32.self)
        schedule[t] = UInt32(bigEndian: word)
      }
      expand(schedule)
      compressBlock(schedule, into: &state)
    }
  }
}

/// Extends the first 16 words of a block's schedule to 64.
@inline(__always)
private func expand(_ w: UnsafeMutableBufferPointer<UInt32>) {
  for t in 16..<64 {
    let x = w[t &- 15]
    let y = w[t &- 2]
    let small0 = rotate(x, 7) ^ rotate(x, 18) ^ x &>> 3
    let small1 = rotate(y, 17) ^ rotate(y, 19) ^ y &>> 10
    w[t] = w[t &- 16] &+ small0 &+ w[t &- 7] &+ small1
  }
}

/// The 64 rounds of one block.
@inline(__always)
private func compressBlock(
  _ w: UnsafeMutableBufferPointer<UInt32>, into state: inout SHA256State
) {
  var (a, b, c, d, e, f, g, h) = state

  // The variables change roles from round to round, so no values are moved.
  @inline(__always)
  func round(
    _ t: Int, _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32,
    _ g: UInt32, _ h: inout UInt32
  ) {
    let big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    let choice = g ^ (e & (f ^ g))
    let first = h &+ big1 &+ choice &+ roundConstants[t] &+ w[t]
    let big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    let majority = (a & b) | (c & (a | b))
    d = d &+ first
    h = first &+ big0 &+ majority
  }

  for t in stride(from: 0, to: 64, by: 8) {
    round(t, a, b, c, &d, e, f, g, &h)
    round(t &+ 1, h, a, b, &c, d, e, f, &g)
    round(t &+ 2, g, h, a, &b, c, d, e, &f)
    round(t &+ 3, f, g, h, &a, b, c, d, &e)
    round(t &+ 4, e, f, g, &h, a, b, c, &d)
    round(t &+ 5, d, e, f, &g, h, a, b, &c)
    round(t &+ 6, c, d, e, &f, g, h, a, &b)
    round(t &+ 7, b, c, d, &e, f, g, h, &a)
  }
  state.0 &+= a
  state.1 &+= b
  state.2 &+= c
  state.3 &+= d
  state.4 &+= e
  state.5 &+= f
  state.6 &+= g
  state.7 &+= h
}
