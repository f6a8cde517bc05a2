enum AloudCommandsStub {}
