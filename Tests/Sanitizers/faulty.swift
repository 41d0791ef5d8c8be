// Faults for sanitizers; `Tests/Sanitizers/run` checks that they are found.
import Glibc

final class Counter: @unchecked Sendable { var count = 0 }

if CommandLine.arguments.last == "address" {
  let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 8)
  bytes.initialize(repeating: 1, count: 8)
  // One beyond the end, which the compiler can't see because it depends on the arguments.
  print(bytes[7 + CommandLine.arguments.count - 1])
} else {
  let counter = Counter()
  var threads: [pthread_t] = []
  for _ in 0..<2 {
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { pointer in
        guard let pointer else { return nil }
        let counter = Unmanaged<Counter>.fromOpaque(pointer).takeUnretainedValue()
        for _ in 0..<10_000 { counter.count += 1 }
        return nil
      }, Unmanaged.passUnretained(counter).toOpaque())
    threads.append(thread)
  }
  for thread in threads { pthread_join(thread, nil) }
  print(counter.count)
}
