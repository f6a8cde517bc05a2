public import Audio

extension VirtualMicrophone: SoundSink {}
