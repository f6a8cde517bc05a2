package import Accounts
package import HTTP
package import RecordStore
internal import TestPages

/// The gate of a lane: with accounts, only people who have signed in conduct tests.
package struct ClinicGate: LaneGate {
    private let signIns: SignIns

    /// A gate of a clinic's accounts.
    package init(_ signIns: SignIns) { self.signIns = signIns }

    package var isClosed: Bool { signIns.areRequired }

    package func conductor(
        of request: Request, isAtLane: Bool
    ) throws(Refusal) -> String {
        let cookie = request.headers["cookie"]
        let caller =
            isAtLane
            ? signIns.laneCaller(cookie: cookie)
            : signIns.caller(cookie: cookie, authorization: nil)
        guard let caller else { throw .signIn }
        guard caller.may(.writeTests) else {
            signIns.note(refusalOf: .writeTests, to: caller, for: nil)
            throw .notAllowed
        }
        return caller.name
    }

    package func seesNames(_ request: Request) -> Bool {
        signIns.laneCaller(cookie: request.headers["cookie"])?.may(.readPeople) == true
    }

    package func mayStay(_ request: Request) -> Bool {
        signIns.pageCaller(openedWith: request.headers["cookie"])?.may(.writeTests) == true
    }
}

/// The callers of a machine: the user at home, or the people of a clinic once it has accounts.
package struct HomeOrClinic: CallerFinding {
    private let home: any CallerFinding
    private let signIns: SignIns

    /// - Parameters:
    ///   - home: finds the user of the machine, who counts while there are no accounts.
    ///   - signIns: finds the people of a clinic.
    package init(home: any CallerFinding, clinic signIns: SignIns) {
        self.home = home
        self.signIns = signIns
    }

    private var finding: any CallerFinding { signIns.areRequired ? signIns : home }

    package func caller(cookie: String?, authorization: String?) -> Caller? {
        finding.caller(cookie: cookie, authorization: authorization)
    }

    package func note(
        refusalOf permission: Permission, to caller: Caller, for object: RecordID?
    ) {
        finding.note(refusalOf: permission, to: caller, for: object)
    }
}
