enum SphinxRecognizerStub {}
