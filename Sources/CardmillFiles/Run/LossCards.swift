import Cardmill

/// Makes a vCard of each contact that the target could not hold whole, with a line for every loss.
struct LossCards: Sendable {
  let writer: any RecordWriter

  /// Finds the writer of vCard 4.0 among the sources.
  init(_ sources: [any DataSource]) throws {
    let target = try FormatList(sources).find("vcard:4.0", option: "--losses")
    writer = try target.source.makeWriter(WriteRequest(format: target.format.id))
  }

  /// Writes the contacts of `batch` that `losses` name.
  func write(_ losses: [Loss], of batch: ContactBatch, into output: inout FormattedBlock) {
    var builder = ContactBatch.Builder(block: Block(copying: .empty), format: batch.storage.format)
    let byRecord = Dictionary(grouping: losses, by: \.record)
    for index in 0..<batch.count {
      let number = batch.storage.contacts[index].number
      guard let lost = byRecord[number] else { continue }
      var contact = batch[index]
      contact.properties += lost.map { loss in
        Property(
          "X-CARDMILL-LOSS", .text(loss.original),
          parameters: [
            Property.Parameter("X-CODE", loss.code), Property.Parameter("X-PATH", loss.path),
          ])
      }
      builder.append(contact, number: number)
    }
    writer.format(ContactBatch.make(builder), into: &output)
  }
}
