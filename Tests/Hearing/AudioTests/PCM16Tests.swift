import Audio
import Testing

@Suite("16-bit samples", .timeLimit(.minutes(1)))
struct PCM16Tests {
    @Test("every integer survives the conversion to an amplitude and back")
    func everyIntegerSurvives() {
        let changed = (Int16.min ... .max).filter { PCM16.sample(PCM16.amplitude($0)) != $0 }
        #expect(changed == [])
    }

    @Test("amplitudes beyond full scale are clipped") func beyondFullScaleIsClipped() {
        #expect(PCM16.sample(1) == 32_767)
        #expect(PCM16.sample(7) == 32_767)
        #expect(PCM16.sample(-1) == -32_768)
        #expect(PCM16.sample(-.infinity) == -32_768)
        #expect(PCM16.sample(.nan) == 0)
    }

    @Test("the low byte comes first") func theLowByteComesFirst() {
        #expect(PCM16.littleEndian([1 / 32_768, -1]) == [1, 0, 0, 0x80])
        #expect(PCM16.amplitudes(littleEndian: [0, 0x40, 0xFF, 0xFF, 9]) == [0.5, -1 / 32_768])
    }
}
