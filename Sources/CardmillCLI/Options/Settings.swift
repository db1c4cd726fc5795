import Cardmill
import CardmillFiles
import CardmillQuery

/// What the command line says.
struct Settings {
  var run = RunOptions()
  /// The words that are no options.
  var operands: [String] = []
  var output: String?
  var isJSON = false
  /// The columns of a listing.
  var columns = Listing.usualColumns
  /// The file that a mapping is suggested for.
  var suggest: String?
  /// Whether the help is wanted as a manual page.
  var wantsManual = false
  var wantsHelp = false
  var style = Messages.Style.text
  var isQuiet = false
  var showsProgress = true
  var mayColor = true
  var rules: [ContactRule] = []
  var picksPending = false
  var grace: Int?
  var edits = PruneOptions()
  var marks = false
  var reason: String?
  var unmarks = false
  var isInteractive = false
  var confirmation: String?
  var isConfirmed = false
}
