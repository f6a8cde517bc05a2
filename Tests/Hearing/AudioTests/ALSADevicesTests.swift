import Audio
import Testing

@testable import ALSACapture

@Suite("Listing capture devices", .timeLimit(.minutes(1)))
struct ALSADevicesTests {
    @Test("ALSA's hints become devices") func hintsBecomeDevices() {
        let device = ListedDevice(
            hintName: "hw:CARD=Blue,DEV=0",
            description: "Blue Snowball, USB Audio\nDirect hardware device", direction: nil)
        #expect(
            device
                == ListedDevice(
                    name: "hw:CARD=Blue,DEV=0",
                    description: "Blue Snowball, USB Audio, Direct hardware device",
                    isDefault: false))
        #expect(
            ListedDevice(hintName: "default", description: nil, direction: "Input")?.isDefault
                == true)
    }

    @Test("plugins that nobody would choose are left out") func whatNobodyWouldChooseIsPassedOver()
    {
        #expect(ListedDevice(hintName: "null", description: nil, direction: nil) == nil)
        #expect(ListedDevice(hintName: "hdmi:CARD=A", description: nil, direction: nil) == nil)
        #expect(ListedDevice(hintName: "hw:CARD=A", description: nil, direction: "Output") == nil)
    }

    @Test("without a device there is advice") func thereIsADeviceOrAdvice() {
        let devices = ALSADevices.list()
        #expect(devices.allSatisfy { !$0.name.isEmpty && !$0.description.isEmpty })
        #expect(devices.dropFirst().allSatisfy { !$0.isDefault })
        #expect(ALSADevices.adviceForNone.hasSuffix("."))
    }
}
