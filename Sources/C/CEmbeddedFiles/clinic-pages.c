#include "files.h"

static const unsigned char account_html[] = {
#embed "../../Web/ClinicPages/Pages/account.html"
};
static const unsigned char account_js[] = {
#embed "../../Web/ClinicPages/Pages/account.js"
};
static const unsigned char clinic_css[] = {
#embed "../../Web/ClinicPages/Pages/clinic.css"
};
static const unsigned char desk_js[] = {
#embed "../../Web/ClinicPages/Pages/desk.js"
};
static const unsigned char factor_js[] = {
#embed "../../Web/ClinicPages/Pages/factor.js"
};
static const unsigned char follow_js[] = {
#embed "../../Web/ClinicPages/Pages/follow.js"
};
static const unsigned char history_js[] = {
#embed "../../Web/ClinicPages/Pages/history.js"
};
static const unsigned char home_html[] = {
#embed "../../Web/ClinicPages/Pages/home.html"
};
static const unsigned char home_js[] = {
#embed "../../Web/ClinicPages/Pages/home.js"
};
static const unsigned char page_js[] = {
#embed "../../Web/ClinicPages/Pages/page.js"
};
static const unsigned char peers_html[] = {
#embed "../../Web/ClinicPages/Pages/peers.html"
};
static const unsigned char peers_js[] = {
#embed "../../Web/ClinicPages/Pages/peers.js"
};
static const unsigned char picture_js[] = {
#embed "../../Web/ClinicPages/Pages/picture.js"
};
static const unsigned char records_html[] = {
#embed "../../Web/ClinicPages/Pages/records.html"
};
static const unsigned char records_js[] = {
#embed "../../Web/ClinicPages/Pages/records.js"
};
static const unsigned char rest_js[] = {
#embed "../../Web/ClinicPages/Pages/rest.js"
};
static const unsigned char sign_js[] = {
#embed "../../Web/ClinicPages/Pages/sign.js"
};
static const unsigned char start_html[] = {
#embed "../../Web/ClinicPages/Pages/start.html"
};
static const unsigned char start_js[] = {
#embed "../../Web/ClinicPages/Pages/start.js"
};
static const unsigned char today_html[] = {
#embed "../../Web/ClinicPages/Pages/today.html"
};
static const unsigned char today_js[] = {
#embed "../../Web/ClinicPages/Pages/today.js"
};
static const unsigned char clinic_de_json[] = {
#embed "../../Web/ClinicPages/Texts/clinic_de.json"
};
static const unsigned char clinic_en_json[] = {
#embed "../../Web/ClinicPages/Texts/clinic_en.json"
};
static const unsigned char clinic_es_json[] = {
#embed "../../Web/ClinicPages/Texts/clinic_es.json"
};
static const unsigned char clinic_fr_json[] = {
#embed "../../Web/ClinicPages/Texts/clinic_fr.json"
};
static const unsigned char clinic_hi_json[] = {
#embed "../../Web/ClinicPages/Texts/clinic_hi.json"
};

static const struct aloud_file files[] = {
    EMBEDDED("account.html", account_html),
    EMBEDDED("account.js", account_js),
    EMBEDDED("clinic.css", clinic_css),
    EMBEDDED("desk.js", desk_js),
    EMBEDDED("factor.js", factor_js),
    EMBEDDED("follow.js", follow_js),
    EMBEDDED("history.js", history_js),
    EMBEDDED("home.html", home_html),
    EMBEDDED("home.js", home_js),
    EMBEDDED("page.js", page_js),
    EMBEDDED("peers.html", peers_html),
    EMBEDDED("peers.js", peers_js),
    EMBEDDED("picture.js", picture_js),
    EMBEDDED("records.html", records_html),
    EMBEDDED("records.js", records_js),
    EMBEDDED("rest.js", rest_js),
    EMBEDDED("sign.js", sign_js),
    EMBEDDED("start.html", start_html),
    EMBEDDED("start.js", start_js),
    EMBEDDED("today.html", today_html),
    EMBEDDED("today.js", today_js),
    EMBEDDED("clinic_de.json", clinic_de_json),
    EMBEDDED("clinic_en.json", clinic_en_json),
    EMBEDDED("clinic_es.json", clinic_es_json),
    EMBEDDED("clinic_fr.json", clinic_fr_json),
    EMBEDDED("clinic_hi.json", clinic_hi_json),
};

LIST(aloud_clinic_pages, files)
