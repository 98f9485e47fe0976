// The compiler of C copies a file in a moment; Swift's takes 20 seconds for the same bytes as a literal.
#include "EmbeddedFiles.h"

#define BEGIN(name) static const unsigned char name##Bytes[] = {
#define END(name) }; EmbeddedFile name(void) { return (EmbeddedFile){name##Bytes, sizeof name##Bytes}; }

BEGIN(embeddedChinese)
#embed "Files/zh.json"
END(embeddedChinese)
BEGIN(embeddedPageStyle)
#embed "Files/report.css"
END(embeddedPageStyle)
BEGIN(embeddedPageScript)
#embed "Files/report.js"
END(embeddedPageScript)
BEGIN(embeddedDrawingStyle)
#embed "Files/drawing.css"
END(embeddedDrawingStyle)
BEGIN(embeddedChartStyle)
#embed "Files/chart.css"
END(embeddedChartStyle)
BEGIN(embeddedRules)
#embed "Files/rules.txt"
END(embeddedRules)
BEGIN(embeddedGlossary)
#embed "Files/glossary.txt"
END(embeddedGlossary)
