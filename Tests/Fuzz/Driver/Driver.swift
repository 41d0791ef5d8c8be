import FuzzTargets
import Glibc

// Entry point for libFuzzer, which calls it repeatedly with random bytes. VENUESIM_FUZZ names the target.

private let chosen: @Sendable ([UInt8]) -> Void = {
  let name = getenv("VENUESIM_FUZZ").map { String(cString: $0) } ?? ""
  guard let target = fuzzTargets[name] else {
    let words = "VENUESIM_FUZZ names one of \(fuzzTargets.keys.sorted().joined(separator: ", "))\n"
    _ = write(STDERR_FILENO, words, words.utf8.count)
    exit(2)
  }
  return target
}()

/// Processes bytes from libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  chosen(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// Changes bytes for libFuzzer: half of the time by their structure, else by libFuzzer's own mutations.
@_cdecl("LLVMFuzzerCustomMutator")
public func changeOneInput(
  _ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: CUnsignedInt
) -> Int {
  guard seed & 1 == 0, count > 0 else { return mutateBytes(start, count, limit) }
  var mutator = StructureMutator(seed: UInt64(seed))
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  let changed = mutator.mutated(input, limit: limit)
  guard !changed.isEmpty else { return mutateBytes(start, count, limit) }
  for (index, byte) in changed.enumerated() { start[index] = byte }
  return changed.count
}

@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int) -> Int

/// Entry point of the program in Swift's package manager; libFuzzer takes over from here.
@_cdecl("fuzz_main")
public func fuzzMain(
  _ count: CInt, _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
  var (count, words) = (count, words)
  return runDriver(&count, &words) { fuzzOneInput($0, $1) }
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
