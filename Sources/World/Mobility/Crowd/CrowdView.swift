import Geometry

/// The frozen input of a step, with access to its storage.
struct CrowdView {
  var present: [CrowdPresence]
  var radii: [Float]
  var rights: [Float]
  var lists: [Int32]
  var items: [Int32]
  var segments: [Segment2]
  var wallItems: [Int32]

  /// Calls `body` with a stepper that is valid during the call, with scratch space on the stack.
  func withStepper(
    turn: Int, precedence: SIMD2<Float>, _ body: (CrowdStepper) -> Void
  ) {
    withArrays { present, radii, rights, lists, items in
      segments.withUnsafeBufferPointer { segments in
        wallItems.withUnsafeBufferPointer { wallItems in
          Self.withScratch { neighbours, sides, limits in
            body(
              CrowdStepper(
                turn: turn, precedence: precedence, present: present, radii: radii, rights: rights,
                lists: lists, items: items, segments: segments, wallItems: wallItems,
                neighbours: neighbours, sides: sides, limits: limits))
          }
        }
      }
    }
  }

  private func withArrays(
    _ body: (
      UnsafeBufferPointer<CrowdPresence>, UnsafeBufferPointer<Float>, UnsafeBufferPointer<Float>,
      UnsafeBufferPointer<Int32>, UnsafeBufferPointer<Int32>
    ) -> Void
  ) {
    present.withUnsafeBufferPointer { present in
      radii.withUnsafeBufferPointer { radii in
        rights.withUnsafeBufferPointer { rights in
          lists.withUnsafeBufferPointer { lists in
            items.withUnsafeBufferPointer { items in body(present, radii, rights, lists, items) }
          }
        }
      }
    }
  }

  private static func withScratch(
    _ body: (
      UnsafeMutableBufferPointer<CrowdNeighbours>, UnsafeMutableBufferPointer<CrowdSide>,
      UnsafeMutableBufferPointer<CrowdLimit>
    ) -> Void
  ) {
    let (groups, walls) = (CrowdStepper.neighbourLimit, CrowdStepper.sideLimit)
    withUnsafeTemporaryAllocation(of: CrowdNeighbours.self, capacity: groups) { neighbours in
      withUnsafeTemporaryAllocation(of: CrowdSide.self, capacity: walls) { sides in
        withUnsafeTemporaryAllocation(of: CrowdLimit.self, capacity: 4 * groups + walls) {
          body(neighbours, sides, $0)
        }
      }
    }
  }
}
