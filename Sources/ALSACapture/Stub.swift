enum ALSACaptureStub {}
