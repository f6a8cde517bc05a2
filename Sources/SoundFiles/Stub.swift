enum SoundFilesStub {}
