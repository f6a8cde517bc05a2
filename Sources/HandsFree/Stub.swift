enum HandsFreeStub {}
