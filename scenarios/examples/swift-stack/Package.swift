// swift-tools-version: 6.2
import PackageDescription

// A package of your own: it depends on VenueSim, brings a stack, and tests it in simulated places
// and on recordings. Yours would depend on a clone elsewhere, or on a URL.
let package = Package(
  name: "BeaconStack",
  products: [.library(name: "BeaconStack", targets: ["BeaconStack"])],
  dependencies: [.package(name: "VenueSim", path: "../../..")],
  targets: [
    .target(
      name: "BeaconStack", dependencies: [.product(name: "VenueSim", package: "VenueSim")]),
    .testTarget(name: "BeaconStackTests", dependencies: ["BeaconStack"], exclude: ["Recordings"]),
  ]
)
