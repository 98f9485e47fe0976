#include <stddef.h>

/// An embedded file of the folder `Files`.
typedef struct {
  const unsigned char *_Nonnull start;
  size_t count;
} EmbeddedFile;

EmbeddedFile embeddedChinese(void);
EmbeddedFile embeddedPageStyle(void);
EmbeddedFile embeddedPageScript(void);
EmbeddedFile embeddedDrawingStyle(void);
EmbeddedFile embeddedChartStyle(void);
EmbeddedFile embeddedRules(void);
EmbeddedFile embeddedGlossary(void);
EmbeddedFile embeddedNewPackage(void);
EmbeddedFile embeddedNewClient(void);
EmbeddedFile embeddedNewStore(void);
EmbeddedFile embeddedNewCommand(void);
EmbeddedFile embeddedNewTests(void);
EmbeddedFile embeddedNewGate(void);
EmbeddedFile embeddedNewReadme(void);
EmbeddedFile embeddedNewIgnored(void);
EmbeddedFile embeddedCaseTest(void);
EmbeddedFile embeddedNewNext(void);
