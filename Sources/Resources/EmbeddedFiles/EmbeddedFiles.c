// The compiler of C copies a file in a moment; Swift's takes 20 seconds for the same bytes as a literal.
#include "EmbeddedFiles.h"

#define FUNCTION(name, bytes) \
  EmbeddedFile name(void) { return (EmbeddedFile){bytes, sizeof bytes}; }

static const unsigned char chinese[] = {
#embed "Files/zh.json"
};
FUNCTION(embeddedChinese, chinese)

static const unsigned char pageStyle[] = {
#embed "Files/report.css"
};
FUNCTION(embeddedPageStyle, pageStyle)

static const unsigned char pageScript[] = {
#embed "Files/report.js"
};
FUNCTION(embeddedPageScript, pageScript)

static const unsigned char drawingStyle[] = {
#embed "Files/drawing.css"
};
FUNCTION(embeddedDrawingStyle, drawingStyle)

static const unsigned char rules[] = {
#embed "Files/rules.txt"
};
FUNCTION(embeddedRules, rules)

static const unsigned char glossary[] = {
#embed "Files/glossary.txt"
};
FUNCTION(embeddedGlossary, glossary)
