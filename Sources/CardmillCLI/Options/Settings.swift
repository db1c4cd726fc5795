import Cardmill
import CardmillFiles

/// What the command line says.
struct Settings {
  var run = RunOptions()
  /// The words that are no options.
  var operands: [String] = []
  var output: String?
  var isJSON = false
  var wantsHelp = false
  var style = Messages.Style.text
  var isQuiet = false
  var showsProgress = true
  var mayColor = true
}
