// Prints the letters in raw sound of standard input: mono, 16 kHz, 16 bits.
//
//     ffmpeg -v error -i reading.m4a -f s16le -ar 16000 -ac 1 - | letter-transcriber grammars models

import Foundation
import SpokenLetters

let ear = try LetterEar(
    .alphabet, grammars: CommandLine.arguments[1], models: CommandLine.arguments[2])
let bytes = try FileHandle.standardInput.readToEnd() ?? Data()
let samples = stride(from: 0, to: bytes.count - 1, by: 2).map { at in
    Float(Int16(bitPattern: UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8)) / 32_768
}
for answer in try ear.answers(in: samples) {
    if case .letter(let letter) = answer.meaning { print(letter, answer.start, answer.confidence) }
}
