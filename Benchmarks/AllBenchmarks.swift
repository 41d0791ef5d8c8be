/// All benchmarks, in the order of output.
let allBenchmarks: [Benchmark] =
  kernelBenchmarks + geometryBenchmarks + documentBenchmarks + mobilityBenchmarks
  + trafficBenchmarks + routingBenchmarks + gnssBenchmarks + radioBenchmarks + beaconBenchmarks
  + inertialBenchmarks + rideBenchmarks + [sensorSecondBenchmark] + deviceBenchmarks
  + motionBenchmarks + serviceBenchmarks + indoorBenchmarks + roadBenchmarks + outdoorBenchmarks
  + recordingBenchmarks + formatBenchmarks + scoringBenchmarks
  + runBenchmarks
