// libxml2's push parser: what the module CardmillXML uses of it.
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
#include <string.h>

/// How many bytes of what was fed the parser has read.
static inline long cardmill_xml_position(xmlParserCtxtPtr parser) { return xmlByteConsumed(parser); }

/// What is told of a fault: the fields of the library's error, whose type differs between its versions.
typedef void (*cardmill_xml_fault)(void *context, int level, int domain, int code, const char *message);

#if LIBXML_VERSION >= 21200
static void cardmill_xml_pass_fault(void *context, const xmlError *error) {
#else
static void cardmill_xml_pass_fault(void *context, xmlErrorPtr error) {
#endif
  xmlParserCtxtPtr parser = (xmlParserCtxtPtr)error->ctxt;
  if (!parser || !parser->sax || !parser->sax->_private) return;
  cardmill_xml_fault report = (cardmill_xml_fault)parser->sax->_private;
  report(context, error->level, error->domain, error->code, error->message);
}

/// Empties a handler and makes it one of SAX 2 whose faults go to `report`.
static inline void cardmill_xml_prepare(xmlSAXHandlerPtr handler, cardmill_xml_fault report) {
  memset(handler, 0, sizeof *handler);
  handler->initialized = XML_SAX2_MAGIC;
  handler->serror = cardmill_xml_pass_fault;
  handler->_private = (void *)report;
}

/// Frees a parser and the document that it may have begun.
static inline void cardmill_xml_free(xmlParserCtxtPtr parser) {
  if (parser->myDoc) xmlFreeDoc(parser->myDoc);
  parser->myDoc = NULL;
  xmlFreeParserCtxt(parser);
}
