import Foundation
import TestBrowser
import TestSpeech
import TestTraits
import Testing

@Suite("The follow-up of people, in a real browser", .listening)
struct FollowUpPageTests {
    @Test("a plan is chosen on a person's page; due tests are listed there and at home")
    func chosen() throws {
        Waiting.untilDayLasts()
        let folder = try TemporaryFolder()
        let process = try AloudProcess(
            ["serve", "--answers", "-", "--port", "0", "--voice", "off"],
            variables: ["ALOUD_RECORDS": folder.file("a.db")], input: Pipe())
        defer { process.interrupt() }
        var address: String?
        while address == nil, let message = process.message() {
            address = message.firstMatch(of: #/http:\S+/records#\S+/#).map { String($0.0) }
        }
        let records = try #require(address)
        let browser = try Browser(width: 1_200, height: 1_000)
        try browser.open(records)
        try browser.wait(until: "!document.getElementById('search-view').hidden")
        try browser.run("document.getElementById('new-name').value = 'Carla'")
        try browser.run("document.getElementById('new-person').requestSubmit()")
        try browser.wait(until: "document.getElementById('person').textContent === 'Carla'")
        try browser.run(
            """
            document.getElementById('follow-right').value = 'late-amd';
            document.getElementById('follow-plan').value = 'after-treatment';
            document.getElementById('follow-plan').dispatchEvent(new Event('change'));
            """)
        // A plan after a treatment needs its end.
        #expect(try browser.holds("!document.getElementById('follow').checkValidity()"))
        try browser.run(
            """
            document.getElementById('follow-plan').value = 'weekly';
            document.getElementById('follow-plan').dispatchEvent(new Event('change'));
            document.getElementById('follow').requestSubmit();
            """)
        let kept =
            "(await fetch('/api/v1/due', { headers: { Authorization: 'Bearer '"
            + " + location.hash.slice(1) } }).then((one) => one.json()))"
        try browser.wait(until: "\(kept).tests.length === 1")
        #expect(
            try browser.holds("\(kept).tests[0].person.followUp.right === 'late-amd'"))
        try browser.run("history.back()")
        try browser.wait(until: "!document.getElementById('due-part').hidden")
        #expect(try browser.text("#due").contains("Carla due since"))
        // The home page of the household has the same plan.
        try browser.open(records.replacing("/records#", with: "/home#"))
        try browser.wait(until: "document.querySelector('#members select')?.value === 'weekly'")
        #expect(try browser.text("#members .due").contains("due today"))
        // A plan that began three days ago.
        #expect(
            try browser.run(
                """
                const headers = { Authorization: 'Bearer ' + location.hash.slice(1) };
                const key = document.querySelector('#members section').dataset.person;
                return fetch(`/api/v1/people/${key}`, { headers }).then(async (answer) => {
                  const person = await answer.json();
                  const { plan } = person.followUp;
                  plan.from = new Date(Date.parse(plan.from) - 3 * 864e5).toISOString().slice(0, 10);
                  const { id, name, birthDate, followUp } = person;
                  const kept = await fetch(`/api/v1/people/${key}`, {
                    method: 'PUT', body: JSON.stringify({ id, name, birthDate, followUp }),
                    headers: { ...headers, 'Content-Type': 'application/json',
                      'If-Match': answer.headers.get('ETag') } });
                  return kept.status;
                });
                """) as? Int == 200)
        try browser.reload()
        try browser.wait(until: "document.querySelector('#members .due')")
        #expect(try browser.text("#members .due") == "A test was due 3 days ago.")
        try browser.run(
            """
            const plan = document.querySelector('#members select');
            plan.value = '';
            plan.dispatchEvent(new Event('change'));
            """)
        try browser.wait(until: "!document.querySelector('#members .due')")
        try browser.wait(until: "\(kept).tests.length === 0")
    }
}
