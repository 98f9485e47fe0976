// The C compiler embeds a file at once; the Swift compiler takes 20 seconds for the same bytes as a literal.
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
BEGIN(embeddedNewPackage)
#embed "Files/NewClient/package.txt"
END(embeddedNewPackage)
BEGIN(embeddedNewClient)
#embed "../../ExampleClients/OrderFirstClient.swift"
END(embeddedNewClient)
BEGIN(embeddedNewStore)
#embed "../../ExampleClients/SystemStore.swift"
END(embeddedNewStore)
BEGIN(embeddedNewCommand)
#embed "Files/NewClient/main.txt"
END(embeddedNewCommand)
BEGIN(embeddedNewTests)
#embed "Files/NewClient/tests.txt"
END(embeddedNewTests)
BEGIN(embeddedNewGate)
#embed "Files/NewClient/gate.json"
END(embeddedNewGate)
BEGIN(embeddedNewReadme)
#embed "Files/NewClient/readme.txt"
END(embeddedNewReadme)
BEGIN(embeddedNewIgnored)
#embed "Files/NewClient/ignore.txt"
END(embeddedNewIgnored)
BEGIN(embeddedCaseTest)
#embed "Files/NewClient/case.txt"
END(embeddedCaseTest)
BEGIN(embeddedNewNext)
#embed "Files/NewClient/next.txt"
END(embeddedNewNext)
