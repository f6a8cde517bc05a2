import Audio
import Foundation
import TestSpeech
import Testing

@Suite("How loud vowels are") struct VowelLevelsTests {
    @Test("a vowel lies so far below the loudest", arguments: [3, 9, 20])
    func depth(decibels: Double) {
        var scene = Scene()
        scene.pause(0.2)
        for level in [0, -decibels] {
            scene.add(Tone.sine(500, seconds: 0.3, amplitude: 0.3 * pow(10, level / 20)))
            scene.pause(0.2)
        }
        let levels = VowelLevels(of: scene.inRoom())
        #expect(abs(levels.depth(of: scene.places[0])) < 0.1)
        #expect(abs(levels.depth(of: scene.places[1]) - decibels) < 0.3)
    }

    @Test("a consonant is no vowel, however loud")
    func consonant() {
        var scene = Scene()
        scene.add(Tone.sine(500, seconds: 0.3, amplitude: 0.1))
        scene.add(Tone.sine(6_000, seconds: 0.3, amplitude: 0.5))
        scene.pause(0.1)
        let levels = VowelLevels(of: scene.inRoom())
        #expect(levels.depth(of: 0...0.25) < 0.1)
        #expect(levels.depth(of: 0.4...0.6) > 15)
    }

    @Test("nothing lies below nothing, nor what is no part of the sound")
    func nothing() {
        #expect(VowelLevels(of: []).depth(of: 0...1) == 0)
        let levels = VowelLevels(of: Tone.sine(500, seconds: 0.1))
        #expect(levels.depth(of: 5...6) == 0 && levels.depth(of: 0.01...0.01) == 0)
    }
}
