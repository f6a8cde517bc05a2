enum FliteVoiceStub {}
