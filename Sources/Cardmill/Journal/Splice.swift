/// One change of a file's bytes: a range of the input that was cut out or replaced.
///
/// Splices of one input stand in its order and do not overlap, so that the input is the output with
/// each piece put back.
package struct Splice: Sendable, Hashable {
  /// Why it was made.
  package enum Kind: String, Sendable {
    /// A whole record is gone; its bytes are in the removed file.
    case removed
    /// A piece of a record was replaced; the old bytes are in the journal.
    case edited
    /// A record was merged into another one.
    case merged
  }

  /// Where the old bytes are kept.
  package enum Origin: Sendable, Hashable {
    /// A range of the removed file.
    case removedFile(Range<Int>)
    /// In the journal itself.
    case bytes([UInt8])
  }

  /// The number of the input in the journal's head.
  package var input: Int
  /// The range of the input.
  package var range: Range<Int>
  /// The range of the output that stands for it.
  package var output: Range<Int>
  /// The record's number in its input.
  package var record: Int
  package var kind: Kind
  package var origin: Origin

  package init(
    input: Int, range: Range<Int>, output: Range<Int>, record: Int, kind: Kind, origin: Origin
  ) {
    self.input = input
    self.range = range
    self.output = output
    self.record = record
    self.kind = kind
    self.origin = origin
  }
}
