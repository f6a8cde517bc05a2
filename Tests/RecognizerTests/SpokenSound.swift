import Acuity
import FliteVoice
import LetterSpeech
import TestSpeech

/// A text said in a quiet room, as a stretch of speech comes to a recogniser.
func spoken(_ text: String, by voice: FliteVoice.Name = .slt) throws -> [Float] {
    try Scene.saying([text], by: FliteVoice(voice), before: 0.3, after: 0.25).inRoom()
}

/// A letter's name said in a quiet room.
func spoken(_ letter: Letter, by voice: FliteVoice.Name = .slt) throws -> [Float] {
    try spoken(FliteVoice.spelling(of: letter), by: voice)
}
