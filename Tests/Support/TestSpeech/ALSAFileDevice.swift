/// A capture device in the words of an ALSA configuration.
package enum ALSAFileDevice {
    /// The definition of a device by a name, that hears a file of raw sound.
    package static func configuration(_ name: String, sound: String) -> String {
        """
        pcm.\(name) {
            hint { show on description "A file" }
            type plug
            slave {
                pcm {
                    type file
                    slave.pcm { type null }
                    file "/dev/null"
                    infile "\(sound)"
                    format "raw"
                }
                format S16_LE
                rate 16000
                channels 1
            }
        }

        """
    }
}
