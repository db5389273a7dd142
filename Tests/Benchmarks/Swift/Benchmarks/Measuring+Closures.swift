import Measuring

/// Repeats an operation that many times.
typealias Work = (UInt64) -> Void

/// Compares two pieces of work, if the row was asked for; see `measuring_compare`.
///
/// Each repeats its operation by itself: a closure for each operation would cost more than some.
func compare(
  _ row: String, subject: Work, units subjectUnits: Double = 1,
  reference: Work, units referenceUnits: Double = 1
) {
  guard measuring_wants(row) else { return }
  withSide(subject, units: subjectUnits) { subject in
    withSide(reference, units: referenceUnits) { reference in
      measuring_compare(row, subject, reference)
    }
  }
}

/// Compares two threads that do this at once with one that does it alone, outside of tasks.
func compareThreads(_ row: String, _ work: @Sendable (UInt64) -> Void) {
  guard measuring_wants(row) else { return }
  withSide(work, units: 1) { side in measuring_compare_threads(row, side, side) }
}

/// Ends the process unless this holds.
func require(_ holds: Bool, _ sentence: String) {
  measuring_require(holds, sentence)
}

/// Passes work to C, for as long as a call lasts.
private func withSide(_ work: Work, units: Double, _ body: (measuring_side) -> Void) {
  withoutActuallyEscaping(work) { work in
    var work = work
    withUnsafeMutablePointer(to: &work) { pointer in
      let run: measuring_work = { context, count in
        context?.assumingMemoryBound(to: Work.self).pointee(count)
      }
      body(measuring_side(work: run, context: pointer, units: units))
    }
  }
}

/// Makes the compiler believe that a value is used.
@inline(__always)
func keep(_ value: Int) {
  measuring_keep(Int64(value))
}

/// Makes the compiler make a value, whatever it is.
@inline(never)
func keep<Value>(_ value: borrowing Value) {
  withUnsafePointer(to: value) { measuring_keep_address($0) }
}
