#include "files.h"

static const unsigned char atkinson_regular_woff2[] = {
#embed "atkinson-regular.woff2"
};
static const unsigned char atkinson_bold_woff2[] = {
#embed "atkinson-bold.woff2"
};
static const unsigned char devanagari_regular_woff2[] = {
#embed "devanagari-regular.woff2"
};
static const unsigned char LICENSE_txt[] = {
#embed "LICENSE.txt"
};
static const unsigned char all_sizes_js[] = {
#embed "../../Web/TestPages/Pages/patient/all-sizes.js"
};
static const unsigned char again_js[] = {
#embed "../../Web/TestPages/Pages/device/again.js"
};
static const unsigned char reload_js[] = {
#embed "../../Web/TestPages/Pages/reload.js"
};
static const unsigned char element_js[] = {
#embed "../../Web/TestPages/Pages/element.js"
};
static const unsigned char busy_js[] = {
#embed "../../Web/TestPages/Pages/patient/busy.js"
};
static const unsigned char calibrated_person_js[] = {
#embed "../../Web/TestPages/Pages/device/calibrated-person.js"
};
static const unsigned char calibration_js[] = {
#embed "../../Web/TestPages/Pages/setup/calibration.js"
};
static const unsigned char camera_view_js[] = {
#embed "../../Web/TestPages/Pages/device/camera-view.js"
};
static const unsigned char camera_js[] = {
#embed "../../Web/TestPages/Pages/device/camera.js"
};
static const unsigned char chart_js[] = {
#embed "../../Web/TestPages/Pages/patient/chart.js"
};
static const unsigned char contrast_js[] = {
#embed "../../Web/TestPages/Pages/patient/contrast.js"
};
static const unsigned char greys_js[] = {
#embed "../../Web/TestPages/Pages/setup/greys.js"
};
static const unsigned char de_json[] = {
#embed "../../Web/TestPages/Pages/texts/de.json"
};
static const unsigned char design_css[] = {
#embed "../../Web/TestPages/Pages/design.css"
};
static const unsigned char device_css[] = {
#embed "../../Web/TestPages/Pages/device/device.css"
};
static const unsigned char directions_js[] = {
#embed "../../Web/TestPages/Pages/patient/directions.js"
};
static const unsigned char distance_measure_js[] = {
#embed "../../Web/TestPages/Pages/device/distance-measure.js"
};
static const unsigned char distance_js[] = {
#embed "../../Web/TestPages/Pages/device/distance.js"
};
static const unsigned char en_json[] = {
#embed "../../Web/TestPages/Pages/texts/en.json"
};
static const unsigned char es_json[] = {
#embed "../../Web/TestPages/Pages/texts/es.json"
};
static const unsigned char eye_worker_js[] = {
#embed "../../Web/TestPages/Pages/device/eye-worker.js"
};
static const unsigned char eyes_js[] = {
#embed "../../Web/TestPages/Pages/device/eyes.js"
};
static const unsigned char eyes_wasm[] = {
#embed "../../Web/TestPages/Pages/device/eyes.wasm"
};
static const unsigned char fr_json[] = {
#embed "../../Web/TestPages/Pages/texts/fr.json"
};
static const unsigned char frame_html[] = {
#embed "../../Web/TestPages/Pages/frame.html"
};
static const unsigned char guide_machine_js[] = {
#embed "../../Web/TestPages/Pages/setup/guide-machine.js"
};
static const unsigned char guide_js[] = {
#embed "../../Web/TestPages/Pages/setup/guide.js"
};
static const unsigned char hand_js[] = {
#embed "../../Web/TestPages/Pages/patient/hand.js"
};
static const unsigned char hearing_js[] = {
#embed "../../Web/TestPages/Pages/device/hearing.js"
};
static const unsigned char hi_json[] = {
#embed "../../Web/TestPages/Pages/texts/hi.json"
};
static const unsigned char icon_svg[] = {
#embed "../../Web/TestPages/Pages/icon.svg"
};
static const unsigned char live_js[] = {
#embed "../../Web/TestPages/Pages/live.js"
};
static const unsigned char lost_js[] = {
#embed "../../Web/TestPages/Pages/patient/lost.js"
};
static const unsigned char memory_js[] = {
#embed "../../Web/TestPages/Pages/memory.js"
};
static const unsigned char microphone_js[] = {
#embed "../../Web/TestPages/Pages/device/microphone.js"
};
static const unsigned char moon_drawing_js[] = {
#embed "../../Web/TestPages/Pages/moon/moon-drawing.js"
};
static const unsigned char moon_facts_js[] = {
#embed "../../Web/TestPages/Pages/moon/moon-facts.js"
};
static const unsigned char moon_features_js[] = {
#embed "../../Web/TestPages/Pages/moon/moon-features.js"
};
static const unsigned char moon_map_js[] = {
#embed "../../Web/TestPages/Pages/moon/moon-map.js"
};
static const unsigned char moon_rest_css[] = {
#embed "../../Web/TestPages/Pages/moon/moon-rest.css"
};
static const unsigned char moon_rest_js[] = {
#embed "../../Web/TestPages/Pages/moon/moon-rest.js"
};
static const unsigned char moon_stage_js[] = {
#embed "../../Web/TestPages/Pages/moon/moon-stage.js"
};
static const unsigned char moon_css[] = {
#embed "../../Web/TestPages/Pages/moon/moon.css"
};
static const unsigned char moon_html[] = {
#embed "../../Web/TestPages/Pages/moon/moon.html"
};
static const unsigned char moon_js[] = {
#embed "../../Web/TestPages/Pages/moon/moon.js"
};
static const unsigned char notation_js[] = {
#embed "../../Web/TestPages/Pages/notation.js"
};
static const unsigned char number_entry_js[] = {
#embed "../../Web/TestPages/Pages/number-entry.js"
};
static const unsigned char network_js[] = {
#embed "../../Web/TestPages/Pages/network.js"
};
static const unsigned char operator_css[] = {
#embed "../../Web/TestPages/Pages/operator/operator.css"
};
static const unsigned char operator_html[] = {
#embed "../../Web/TestPages/Pages/operator/operator.html"
};
static const unsigned char operator_js[] = {
#embed "../../Web/TestPages/Pages/operator/operator.js"
};
static const unsigned char phone_css[] = {
#embed "../../Web/TestPages/Pages/phone/phone.css"
};
static const unsigned char phone_html[] = {
#embed "../../Web/TestPages/Pages/phone/phone.html"
};
static const unsigned char phone_js[] = {
#embed "../../Web/TestPages/Pages/phone/phone.js"
};
static const unsigned char keys_js[] = {
#embed "../../Web/TestPages/Pages/patient/keys.js"
};
static const unsigned char phone_link_js[] = {
#embed "../../Web/TestPages/Pages/setup/phone-link.js"
};
static const unsigned char patient_html[] = {
#embed "../../Web/TestPages/Pages/patient/patient.html"
};
static const unsigned char pad_js[] = {
#embed "../../Web/TestPages/Pages/patient/pad.js"
};
static const unsigned char patient_js[] = {
#embed "../../Web/TestPages/Pages/patient/patient.js"
};
static const unsigned char reading_js[] = {
#embed "../../Web/TestPages/Pages/patient/reading.js"
};
static const unsigned char result_css[] = {
#embed "../../Web/TestPages/Pages/patient/result.css"
};
static const unsigned char result_js[] = {
#embed "../../Web/TestPages/Pages/patient/result.js"
};
static const unsigned char who_js[] = {
#embed "../../Web/TestPages/Pages/setup/who.js"
};
static const unsigned char setup_js[] = {
#embed "../../Web/TestPages/Pages/setup/setup.js"
};
static const unsigned char sheet_drawing_js[] = {
#embed "../../Web/TestPages/Pages/device/sheet-drawing.js"
};
static const unsigned char sizes_js[] = {
#embed "../../Web/TestPages/Pages/patient/sizes.js"
};
static const unsigned char sound_sender_js[] = {
#embed "../../Web/TestPages/Pages/device/sound-sender.js"
};
static const unsigned char sound_worklet_js[] = {
#embed "../../Web/TestPages/Pages/device/sound-worklet.js"
};
static const unsigned char style_css[] = {
#embed "../../Web/TestPages/Pages/patient/style.css"
};
static const unsigned char texts_js[] = {
#embed "../../Web/TestPages/Pages/texts/texts.js"
};
static const unsigned char trust_css[] = {
#embed "../../Web/TestPages/Pages/trust.css"
};
static const unsigned char trust_html[] = {
#embed "../../Web/TestPages/Pages/trust.html"
};
static const unsigned char words_js[] = {
#embed "../../Web/TestPages/Pages/patient/words.js"
};

static const struct aloud_file files[] = {
    EMBEDDED("atkinson-regular.woff2", atkinson_regular_woff2),
    EMBEDDED("atkinson-bold.woff2", atkinson_bold_woff2),
    EMBEDDED("devanagari-regular.woff2", devanagari_regular_woff2),
    EMBEDDED("fonts.txt", LICENSE_txt),
    EMBEDDED("again.js", again_js),
    EMBEDDED("reload.js", reload_js),
    EMBEDDED("element.js", element_js),
    EMBEDDED("busy.js", busy_js),
    EMBEDDED("calibrated-person.js", calibrated_person_js),
    EMBEDDED("calibration.js", calibration_js),
    EMBEDDED("contrast.js", contrast_js),
    EMBEDDED("camera-view.js", camera_view_js),
    EMBEDDED("camera.js", camera_js),
    EMBEDDED("chart.js", chart_js),
    EMBEDDED("de.json", de_json),
    EMBEDDED("design.css", design_css),
    EMBEDDED("device.css", device_css),
    EMBEDDED("directions.js", directions_js),
    EMBEDDED("distance-measure.js", distance_measure_js),
    EMBEDDED("distance.js", distance_js),
    EMBEDDED("en.json", en_json),
    EMBEDDED("es.json", es_json),
    EMBEDDED("eye-worker.js", eye_worker_js),
    EMBEDDED("eyes.js", eyes_js),
    EMBEDDED("eyes.wasm", eyes_wasm),
    EMBEDDED("fr.json", fr_json),
    EMBEDDED("frame.html", frame_html),
    EMBEDDED("guide-machine.js", guide_machine_js),
    EMBEDDED("greys.js", greys_js),
    EMBEDDED("guide.js", guide_js),
    EMBEDDED("hand.js", hand_js),
    EMBEDDED("hearing.js", hearing_js),
    EMBEDDED("hi.json", hi_json),
    EMBEDDED("icon.svg", icon_svg),
    EMBEDDED("live.js", live_js),
    EMBEDDED("memory.js", memory_js),
    EMBEDDED("microphone.js", microphone_js),
    EMBEDDED("moon-drawing.js", moon_drawing_js),
    EMBEDDED("moon-facts.js", moon_facts_js),
    EMBEDDED("moon-features.js", moon_features_js),
    EMBEDDED("moon-map.js", moon_map_js),
    EMBEDDED("moon-rest.css", moon_rest_css),
    EMBEDDED("moon-rest.js", moon_rest_js),
    EMBEDDED("moon-stage.js", moon_stage_js),
    EMBEDDED("moon.css", moon_css),
    EMBEDDED("moon.html", moon_html),
    EMBEDDED("moon.js", moon_js),
    EMBEDDED("network.js", network_js),
    EMBEDDED("notation.js", notation_js),
    EMBEDDED("number-entry.js", number_entry_js),
    EMBEDDED("operator.css", operator_css),
    EMBEDDED("operator.html", operator_html),
    EMBEDDED("operator.js", operator_js),
    EMBEDDED("patient.html", patient_html),
    EMBEDDED("pad.js", pad_js),
    EMBEDDED("keys.js", keys_js),
    EMBEDDED("all-sizes.js", all_sizes_js),
    EMBEDDED("sheet-drawing.js", sheet_drawing_js),
    EMBEDDED("lost.js", lost_js),
    EMBEDDED("phone.css", phone_css),
    EMBEDDED("phone.html", phone_html),
    EMBEDDED("phone.js", phone_js),
    EMBEDDED("phone-link.js", phone_link_js),
    EMBEDDED("patient.js", patient_js),
    EMBEDDED("reading.js", reading_js),
    EMBEDDED("result.css", result_css),
    EMBEDDED("result.js", result_js),
    EMBEDDED("setup.js", setup_js),
    EMBEDDED("who.js", who_js),
    EMBEDDED("sizes.js", sizes_js),
    EMBEDDED("sound-sender.js", sound_sender_js),
    EMBEDDED("sound-worklet.js", sound_worklet_js),
    EMBEDDED("style.css", style_css),
    EMBEDDED("texts.js", texts_js),
    EMBEDDED("trust.css", trust_css),
    EMBEDDED("trust.html", trust_html),
    EMBEDDED("words.js", words_js),
};

LIST(aloud_test_pages, files)
