#include "files.h"

static const unsigned char judge_css[] = {
#embed "../../ReadingCentre/ChartScoring/Pages/judge.css"
};
static const unsigned char judge_html[] = {
#embed "../../ReadingCentre/ChartScoring/Pages/judge.html"
};
static const unsigned char judge_js[] = {
#embed "../../ReadingCentre/ChartScoring/Pages/judge.js"
};

static const struct aloud_file files[] = {
    EMBEDDED("judge.css", judge_css),
    EMBEDDED("judge.html", judge_html),
    EMBEDDED("judge.js", judge_js),
};

LIST(aloud_judging_page, files)
