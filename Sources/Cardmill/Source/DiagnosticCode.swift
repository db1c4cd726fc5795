extension Diagnostic {
  /// A stable name for a kind of finding, such as `missing-end`.
  public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    init(_ value: String) { rawValue = value }
    public var description: String { rawValue }

    /// How bad findings of this code are.
    public var severity: Severity { Self.entries[self]?.severity ?? .warning }

    /// What is known of the code, or nil for one that Cardmill does not have.
    public var entry: Entry? { Self.entries[self] }

    /// What `explain` says of a code.
    public struct Entry: Sendable, Hashable {
      public var code: Code
      public var severity: Severity
      /// What it means, one sentence.
      public var meaning: String
      /// What a person can do about it.
      public var remedy: String
    }

    private static let entries = Dictionary(
      table.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

extension Diagnostic.Code {
  public static let badBase64 = Self("bad-base64")
  public static let badDate = Self("bad-date")
  public static let badJSON = Self("bad-json")
  public static let badMapping = Self("bad-mapping")
  public static let badParameter = Self("bad-parameter")
  public static let badPhoto = Self("bad-photo")
  public static let badQuotedPrintable = Self("bad-quoted-printable")
  public static let blankLine = Self("blank-line")
  public static let cannotWrite = Self("cannot-write")
  public static let charsetGuess = Self("charset-guess")
  public static let cannotOpen = Self("cannot-open")
  public static let confirmationFailed = Self("confirmation-failed")
  public static let duplicateUID = Self("duplicate-uid")
  public static let doctypeIgnored = Self("doctype-ignored")
  public static let doctypeRefused = Self("doctype-refused")
  public static let duplicateVersion = Self("duplicate-version")
  public static let emptyCard = Self("empty-card")
  public static let emptyValue = Self("empty-value")
  public static let externalReference = Self("external-reference")
  public static let extraCells = Self("extra-cells")
  public static let extraComponents = Self("extra-components")
  public static let formulaCell = Self("formula-cell")
  public static let interrupted = Self("interrupted")
  public static let journalMismatch = Self("journal-mismatch")
  public static let limitExceeded = Self("limit-exceeded")
  public static let malformedLine = Self("malformed-line")
  public static let malformedXML = Self("malformed-xml")
  public static let missingBegin = Self("missing-begin")
  public static let missingEnd = Self("missing-end")
  public static let missingFN = Self("missing-fn")
  public static let missingName = Self("missing-name")
  public static let missingRev = Self("missing-rev")
  public static let missingVersion = Self("missing-version")
  public static let noPhone = Self("no-phone")
  public static let nonstandardEscape = Self("nonstandard-escape")
  public static let nonstandardFold = Self("nonstandard-fold")
  public static let notAContactFile = Self("not-a-contact-file")
  public static let noHeader = Self("no-header")
  public static let numberMangled = Self("number-mangled")
  public static let ownFault = Self("own-fault")
  public static let photoTypeMismatch = Self("photo-type-mismatch")
  public static let possibleDoubleEscape = Self("possible-double-escape")
  public static let possibleMojibake = Self("possible-mojibake")
  public static let refused = Self("refused")
  public static let sameFile = Self("same-file")
  public static let strict = Self("strict")
  public static let textOutsideCard = Self("text-outside-card")
  public static let tooManyDeletions = Self("too-many-deletions")
  public static let tooDeep = Self("too-deep")
  public static let unescapedComma = Self("unescaped-comma")
  public static let unknownComponent = Self("unknown-component")
  public static let unknownHeader = Self("unknown-header")
  public static let unknownProperty = Self("unknown-property")
  public static let unknownType = Self("unknown-type")
  public static let unresolvedGroup = Self("unresolved-group")
  public static let unsupportedVersion = Self("unsupported-version")
  public static let usage = Self("usage")
  public static let valueConflict = Self("value-conflict")
  public static let whitespaceInValue = Self("whitespace-in-value")

  /// Every code, with its severity, meaning and remedy.
  ///
  /// `explain` and the help read this table; a test fails for a code that is not here or that
  /// nothing reports.
  public static let table: [Entry] = [
    Entry(
      code: .badBase64, severity: .warning,
      meaning: "Encoded data holds characters that base64 does not have.",
      remedy:
        "The characters were skipped; compare the picture or key with the program that wrote it."),
    Entry(
      code: .badDate, severity: .warning,
      meaning: "A date could not be read, or its day and month cannot be told apart.",
      remedy: "The text is kept as it stands; write it as YYYY-MM-DD, or --MM-DD without a year."),
    Entry(
      code: .badJSON, severity: .warning,
      meaning: "A line is not a JSON object, or a value has the wrong shape.",
      remedy:
        "The record or value is left out and its bytes go to --rejects; correct the line and read it again."
    ),
    Entry(
      code: .badMapping, severity: .error,
      meaning: "A mapping file has a mistake.",
      remedy: "Correct the line that the message names; `cardmill help map` shows how a line looks."
    ),
    Entry(
      code: .badParameter, severity: .warning,
      meaning: "A parameter is against the grammar: a blank before it, a stray quote, no value.",
      remedy:
        "It was read under its own name; nothing needs to be done unless the value looks wrong."),
    Entry(
      code: .badPhoto, severity: .warning,
      meaning: "Photo data is no picture, or not written as its encoding says.",
      remedy: "The data is kept; export the photo again from the program that holds it."),
    Entry(
      code: .badQuotedPrintable, severity: .warning,
      meaning:
        "A quoted-printable value holds an equals sign that no two hexadecimal digits follow.",
      remedy: "The characters are kept as they stand; compare the value with its source."),
    Entry(
      code: .blankLine, severity: .info,
      meaning: "An empty line stands inside a card.",
      remedy: "It was skipped; nothing needs to be done."),
    Entry(
      code: .cannotOpen, severity: .error,
      meaning: "An input cannot be opened or read.",
      remedy: "Check the name and that you may read it."),
    Entry(
      code: .cannotWrite, severity: .error,
      meaning: "An output cannot be written: no room, no permission, or something is in the way.",
      remedy: "Nothing was changed; make room or choose another place and run it again."),
    Entry(
      code: .charsetGuess, severity: .warning,
      meaning: "Bytes are not what is declared (or not UTF-8) and were read as another charset.",
      remedy: "If letters look wrong, give the right one with --in-option encoding=NAME."),
    Entry(
      code: .confirmationFailed, severity: .error,
      meaning: "The program that was to confirm removals failed, or took too long.",
      remedy: "Nothing was written; try the program by hand with a contact on standard input."),
    Entry(
      code: .doctypeIgnored, severity: .info,
      meaning: "An XML document has a DOCTYPE, which contact files do not need.",
      remedy: "It was passed over and nothing was fetched; nothing needs to be done."),
    Entry(
      code: .doctypeRefused, severity: .error,
      meaning:
        "An XML document declares entities or more in a DOCTYPE of its own; such files can exhaust a machine.",
      remedy: "Nothing of it was read; take the DOCTYPE out if you trust the file."),
    Entry(
      code: .duplicateUID, severity: .warning,
      meaning: "Contacts that differ have the same UID, which promises that they are one.",
      remedy: "All of them are kept; give one another UID before a program takes one for the other."
    ),
    Entry(
      code: .duplicateVersion, severity: .warning,
      meaning: "A card states its version more than once.",
      remedy: "The first one counts; nothing needs to be done."),
    Entry(
      code: .emptyCard, severity: .warning,
      meaning: "A card or row holds no data at all.",
      remedy: "It is counted and left out of formats that cannot hold it."),
    Entry(
      code: .emptyValue, severity: .info,
      meaning: "A property stands without a value.",
      remedy: "It is not in the model; nothing needs to be done."),
    Entry(
      code: .externalReference, severity: .info,
      meaning: "A photo is only a link to somewhere else; it is never fetched.",
      remedy: "Fetch it yourself while the link still works if you want to keep the picture."),
    Entry(
      code: .extraCells, severity: .warning,
      meaning: "A row has more cells than there are headings.",
      remedy: "The cells are kept under extra; check the row's quotes and delimiters."),
    Entry(
      code: .extraComponents, severity: .warning,
      meaning: "A name or address has more components than the standard knows.",
      remedy: "They are kept; check whether a semicolon lacks its backslash."),
    Entry(
      code: .formulaCell, severity: .info,
      meaning: "A written cell starts like a formula: with =, +, - or @.",
      remedy: "The value is exact; import the column as text if you open the file in a spreadsheet."
    ),
    Entry(
      code: .interrupted, severity: .error,
      meaning: "The run was interrupted before it was done.",
      remedy: "Nothing was written; run it again."),
    Entry(
      code: .journalMismatch, severity: .error,
      meaning: "A journal does not fit the files that it is used with: one of them was changed.",
      remedy:
        "Nothing was written; restore from the files as they were written, or join the contacts with `cardmill convert PRUNED FILE`."
    ),
    Entry(
      code: .limitExceeded, severity: .error,
      meaning: "A record is over one of the reader's limits and was rejected.",
      remedy:
        "Its bytes go to --rejects; raise the limit with --limit NAME=SIZE if you trust the file."),
    Entry(
      code: .malformedLine, severity: .warning,
      meaning: "A line is no property: it has no colon, or a bare line break cut a value.",
      remedy: "Its text is kept under extra; correct the line if it belongs to a value."),
    Entry(
      code: .malformedXML, severity: .warning,
      meaning: "An XML document is not well-formed here.",
      remedy:
        "What could be read was read; a contact that was cut off is incomplete or rejected: correct the place and read it again."
    ),
    Entry(
      code: .missingBegin, severity: .warning,
      meaning: "A card has no BEGIN:VCARD.",
      remedy: "It was read from its first property on; check that the file is whole."),
    Entry(
      code: .missingEnd, severity: .warning,
      meaning: "A card has no END:VCARD before the next one or the end of the file.",
      remedy: "It was closed there; check that the file is whole."),
    Entry(
      code: .missingFN, severity: .info,
      meaning: "A vCard has no full name (FN), which versions 3.0 and 4.0 demand.",
      remedy: "The name is made from the other fields; nothing needs to be done."),
    Entry(
      code: .missingName, severity: .info,
      meaning: "A contact has neither a full name nor a name component.",
      remedy: "It is shown under its nickname, organization, e-mail or telephone."),
    Entry(
      code: .missingRev, severity: .info,
      meaning: "Contacts do not say when they were changed, so that no rule can go by it.",
      remedy: "They are kept; pick them with another rule if they should go."),
    Entry(
      code: .missingVersion, severity: .warning,
      meaning: "A card does not state its version.",
      remedy: "The version was guessed from how the card is written."),
    Entry(
      code: .noHeader, severity: .warning,
      meaning: "A table has no headings above its columns.",
      remedy:
        "What the columns hold was guessed from their cells; put headings above them if it is wrong."
    ),
    Entry(
      code: .noPhone, severity: .warning,
      meaning: "A contact has no telephone number, so a telephone's phone book cannot hold it.",
      remedy: "It was left out of the output; choose another format for such contacts."),
    Entry(
      code: .nonstandardEscape, severity: .info,
      meaning: "A backslash stands where the standard has none.",
      remedy: "It was removed; nothing needs to be done."),
    Entry(
      code: .nonstandardFold, severity: .info,
      meaning: "A folded line was broken in a way that the standard does not have.",
      remedy: "It was joined; compare the value if a blank seems lost."),
    Entry(
      code: .notAContactFile, severity: .error,
      meaning: "The input is no contact file of any known format.",
      remedy:
        "Check the file; name its format with --from if you know it (`cardmill formats` lists them)."
    ),
    Entry(
      code: .numberMangled, severity: .warning,
      meaning:
        "A telephone number stands in scientific notation: a spreadsheet took it for a quantity.",
      remedy:
        "Import such columns as text; the digits that the spreadsheet dropped are gone from the cell."
    ),
    Entry(
      code: .ownFault, severity: .error,
      meaning: "The program found a fault of its own: the account of records does not add up.",
      remedy: "Nothing was written; please report it with a file that shows it."),
    Entry(
      code: .photoTypeMismatch, severity: .warning,
      meaning: "The stated type of a picture differs from its bytes.",
      remedy: "The type from the bytes is used; nothing needs to be done."),
    Entry(
      code: .possibleDoubleEscape, severity: .warning,
      meaning: "The decoded text still holds backslash escapes: a program escaped it twice.",
      remedy: "It was decoded once, as written; correct the value if it looks wrong."),
    Entry(
      code: .possibleMojibake, severity: .warning,
      meaning: "A text looks like UTF-8 that a program once read as Windows-1252: “Ã¼” for “ü”.",
      remedy:
        "The text is kept as it stands; export it anew from a program that still shows it well."),
    Entry(
      code: .refused, severity: .error,
      meaning: "A guard stopped the run before anything was written.",
      remedy: "Read the message; if you mean it, say so with the option that it names."),
    Entry(
      code: .sameFile, severity: .error,
      meaning: "An output is the same file as an input or another output.",
      remedy: "Give the output another name."),
    Entry(
      code: .strict, severity: .error,
      meaning: "--strict was given and there was a warning, a loss or a reject.",
      remedy: "Nothing was written; correct the input or leave --strict away."),
    Entry(
      code: .textOutsideCard, severity: .warning,
      meaning: "Text stands before, between or after the cards.",
      remedy: "It belongs to no contact and was skipped; check that no card lost its BEGIN line."),
    Entry(
      code: .tooDeep, severity: .error,
      meaning: "Cards are nested deeper than the limit.",
      remedy: "What is deeper was left out; raise it with --limit nesting=N if you trust the file."),
    Entry(
      code: .tooManyDeletions, severity: .error,
      meaning: "A run would remove more contacts than the guard allows.",
      remedy:
        "Nothing was written; look at them with --dry-run, then allow more with --max-delete or --force."
    ),
    Entry(
      code: .unescapedComma, severity: .info,
      meaning: "A bare comma stands in a text that has only one value.",
      remedy: "It was read as data; nothing needs to be done."),
    Entry(
      code: .unknownComponent, severity: .warning,
      meaning: "The file holds something else than contacts, such as a list or calendar.",
      remedy: "It was skipped; extract it with the program that wrote it."),
    Entry(
      code: .unknownHeader, severity: .info,
      meaning: "A column has a heading that no program is known to write.",
      remedy: "Its cells are kept under extra; nothing needs to be done."),
    Entry(
      code: .unknownProperty, severity: .info,
      meaning: "A property has a name without X- that no standard has.",
      remedy: "Its value is kept as it stands under extra."),
    Entry(
      code: .unknownType, severity: .info,
      meaning: "A TYPE word is none that a standard has.",
      remedy: "It is kept as the value's label."),
    Entry(
      code: .unresolvedGroup, severity: .info,
      meaning: "A group names a member that the input does not hold.",
      remedy: "The member is kept as it stands."),
    Entry(
      code: .unsupportedVersion, severity: .warning,
      meaning: "A card states a version other than 2.1, 3.0 and 4.0.",
      remedy: "It was read by how it is written; compare the contact with its source."),
    Entry(
      code: .usage, severity: .error,
      meaning: "The command was called in a way that it does not understand.",
      remedy: "See `cardmill help`."),
    Entry(
      code: .valueConflict, severity: .warning,
      meaning:
        "A property that stands once by the standard stands several times with different values.",
      remedy: "The first one counts, the others are kept under extra."),
    Entry(
      code: .whitespaceInValue, severity: .info,
      meaning: "Blanks stand around the value of BEGIN, END or VERSION.",
      remedy: "They were ignored; nothing needs to be done."),
  ]
}
