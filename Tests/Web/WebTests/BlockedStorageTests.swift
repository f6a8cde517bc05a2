import Acuity
import Foundation
import TestBrowser
import TestPages
import TestTraits
import Testing

/// A browser whose settings block cookies and site data.
@Suite("Blocked site data", .listening)
struct BlockedStorageTests {
    @Test("A reload keeps session and measurement; the page warns what will be lost")
    func reload() throws {
        let lane = try Lane()
        let browser = try Browser(width: 1_000, height: 700, blocksSiteData: true)
        try browser.open(lane.address + "/")
        try browser.wait(until: "!document.getElementById('setup').hidden")
        let isBlocked = try browser.run(
            "try { localStorage.length; return false; } catch { return true; }")
        #expect(isBlocked as? Bool == true)
        #expect(try browser.text("#size-lost").contains("will be lost when this page is closed"))
        try browser.click("#calibrate")
        try browser.click("#card-more")
        try browser.click("#calibrated")
        #expect(try browser.text("#size-words").hasPrefix("This screen has been measured"))
        let session = try #require(try browser.run("return history.state.session;") as? String)

        try browser.reload()
        try browser.wait(until: "!document.getElementById('setup').hidden")
        // Another session would mean that the page waited until its old one was given up.
        #expect(try browser.run("return history.state.session;") as? String == session)
        #expect(try browser.text("#size-words").hasPrefix("This screen has been measured"))

        lane.pages.show(.letters([.c, .d, .h, .k, .n], LogMAR(0.5), at: .fourMetres))
        let letters = "document.querySelectorAll('#chart path').length === 5"
        try browser.wait(until: letters)
        try browser.reload()
        try browser.wait(until: letters)
        #expect(try browser.holds("document.getElementById('uncalibrated').hidden"))
        #expect(try browser.run("return history.state.session;") as? String == session)
    }

    @Test("Records and today's list open without site data")
    func records() throws {
        let served = try Served()
        let browser = try Browser(width: 1_000, height: 700, blocksSiteData: true)
        try browser.open(served.records)
        try browser.wait(until: "document.querySelector('#people button')")
        try browser.open(served.records.replacing("/records", with: "/today"))
        try browser.wait(until: "document.getElementById('nobody')?.checkVisibility()")
    }

    @Test("A browser that keeps site data shows no such note")
    func kept() throws {
        let lane = try Lane()
        let browser = try Browser(width: 1_000, height: 700)
        try browser.open(lane.address + "/")
        try browser.wait(until: "!document.getElementById('setup').hidden")
        #expect(try browser.holds("document.getElementById('size-lost').hidden"))
        let session = try #require(
            try browser.run("return sessionStorage.getItem('session');") as? String)
        try browser.reload()
        try browser.wait(until: "!document.getElementById('setup').hidden")
        #expect(
            try browser.run("return sessionStorage.getItem('session');") as? String == session)
    }
}
