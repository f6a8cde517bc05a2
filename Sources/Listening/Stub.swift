enum ListeningStub {}
