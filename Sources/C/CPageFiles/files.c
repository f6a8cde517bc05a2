// The files of the pages are embedded here, not as Swift resources: the Swift compiler takes minutes
// for them.
#include "CPageFiles.h"

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

#define PAGE_FILE(name, bytes) { name, bytes, sizeof(bytes) }

static const struct aloud_page_file files[] = {
    PAGE_FILE("atkinson-regular.woff2", atkinson_regular_woff2),
    PAGE_FILE("atkinson-bold.woff2", atkinson_bold_woff2),
    PAGE_FILE("devanagari-regular.woff2", devanagari_regular_woff2),
    PAGE_FILE("fonts.txt", LICENSE_txt),
    PAGE_FILE("again.js", again_js),
    PAGE_FILE("reload.js", reload_js),
    PAGE_FILE("element.js", element_js),
    PAGE_FILE("busy.js", busy_js),
    PAGE_FILE("calibrated-person.js", calibrated_person_js),
    PAGE_FILE("calibration.js", calibration_js),
    PAGE_FILE("contrast.js", contrast_js),
    PAGE_FILE("camera-view.js", camera_view_js),
    PAGE_FILE("camera.js", camera_js),
    PAGE_FILE("chart.js", chart_js),
    PAGE_FILE("de.json", de_json),
    PAGE_FILE("design.css", design_css),
    PAGE_FILE("device.css", device_css),
    PAGE_FILE("directions.js", directions_js),
    PAGE_FILE("distance-measure.js", distance_measure_js),
    PAGE_FILE("distance.js", distance_js),
    PAGE_FILE("en.json", en_json),
    PAGE_FILE("es.json", es_json),
    PAGE_FILE("eye-worker.js", eye_worker_js),
    PAGE_FILE("eyes.js", eyes_js),
    PAGE_FILE("eyes.wasm", eyes_wasm),
    PAGE_FILE("fr.json", fr_json),
    PAGE_FILE("frame.html", frame_html),
    PAGE_FILE("guide-machine.js", guide_machine_js),
    PAGE_FILE("greys.js", greys_js),
    PAGE_FILE("guide.js", guide_js),
    PAGE_FILE("hand.js", hand_js),
    PAGE_FILE("hearing.js", hearing_js),
    PAGE_FILE("hi.json", hi_json),
    PAGE_FILE("icon.svg", icon_svg),
    PAGE_FILE("live.js", live_js),
    PAGE_FILE("memory.js", memory_js),
    PAGE_FILE("microphone.js", microphone_js),
    PAGE_FILE("moon-drawing.js", moon_drawing_js),
    PAGE_FILE("moon-facts.js", moon_facts_js),
    PAGE_FILE("moon-features.js", moon_features_js),
    PAGE_FILE("moon-map.js", moon_map_js),
    PAGE_FILE("moon-rest.css", moon_rest_css),
    PAGE_FILE("moon-rest.js", moon_rest_js),
    PAGE_FILE("moon-stage.js", moon_stage_js),
    PAGE_FILE("moon.css", moon_css),
    PAGE_FILE("moon.html", moon_html),
    PAGE_FILE("moon.js", moon_js),
    PAGE_FILE("network.js", network_js),
    PAGE_FILE("notation.js", notation_js),
    PAGE_FILE("number-entry.js", number_entry_js),
    PAGE_FILE("operator.css", operator_css),
    PAGE_FILE("operator.html", operator_html),
    PAGE_FILE("operator.js", operator_js),
    PAGE_FILE("patient.html", patient_html),
    PAGE_FILE("pad.js", pad_js),
    PAGE_FILE("keys.js", keys_js),
    PAGE_FILE("all-sizes.js", all_sizes_js),
    PAGE_FILE("sheet-drawing.js", sheet_drawing_js),
    PAGE_FILE("lost.js", lost_js),
    PAGE_FILE("phone.css", phone_css),
    PAGE_FILE("phone.html", phone_html),
    PAGE_FILE("phone.js", phone_js),
    PAGE_FILE("phone-link.js", phone_link_js),
    PAGE_FILE("patient.js", patient_js),
    PAGE_FILE("reading.js", reading_js),
    PAGE_FILE("result.css", result_css),
    PAGE_FILE("result.js", result_js),
    PAGE_FILE("setup.js", setup_js),
    PAGE_FILE("who.js", who_js),
    PAGE_FILE("sizes.js", sizes_js),
    PAGE_FILE("sound-sender.js", sound_sender_js),
    PAGE_FILE("sound-worklet.js", sound_worklet_js),
    PAGE_FILE("style.css", style_css),
    PAGE_FILE("texts.js", texts_js),
    PAGE_FILE("trust.css", trust_css),
    PAGE_FILE("trust.html", trust_html),
    PAGE_FILE("words.js", words_js),
};

struct aloud_page_file aloud_page_file_at(size_t index) {
    static const struct aloud_page_file none = { "", LICENSE_txt, 0 };
    return index < sizeof(files) / sizeof(*files) ? files[index] : none;
}
