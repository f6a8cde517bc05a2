package import Acuity
internal import Records

/// A person of the records as the patient's page shows them. It is patient data.
package struct LanePerson: Sendable, Equatable {
    /// The key in the records.
    package let key: String
    /// The name, or the identifier of a person without a name.
    package let name: String
    /// The identifier of a person with a name; nil if there is none.
    package let id: String?
    /// The year of birth; nil if it is not kept.
    package let birthYear: Int?
    /// The language of the person's last spoken answers, as a code of ISO 639; nil for English and if
    /// there are none.
    package let language: String?

    /// Sets each property from the parameter of its name.
    package init(
        key: String, name: String, id: String?, birthYear: Int?, language: String? = nil
    ) {
        self.language = language
        self.key = key
        self.name = name
        self.id = id
        self.birthYear = birthYear
    }

    /// The person as the page receives them.
    var json: JSONObject {
        [
            "key": key, "name": name, "id": orNull(id), "birthYear": orNull(birthYear),
            "language": orNull(language),
        ]
    }
}

/// The choice of the records page for the next test, in the form for the patient's page.
package struct LaneChoice: Sendable, Equatable {
    /// The number of the choice, which the page sends back when it begins.
    package let number: Int
    /// The person; nil for an interrupted test of nobody.
    package let person: LanePerson?
    /// The correction; nil if none was chosen.
    package let correction: BeginRequest.Correction?
    /// Whether an interrupted test resumes.
    package let resumes: Bool
    /// The eyes, in order, and the distance of the last time; nil to ask.
    package let eyes: [Eye]?
    package let distance: Distance?

    /// Sets each property from the parameter of its name.
    package init(
        number: Int, person: LanePerson?, correction: BeginRequest.Correction?, resumes: Bool,
        eyes: [Eye]? = nil, distance: Distance? = nil
    ) {
        self.eyes = eyes
        self.distance = distance
        self.number = number
        self.person = person
        self.correction = correction
        self.resumes = resumes
    }

    /// The choice as the page receives it.
    ///
    /// - Parameter seesNames: whether the lane may see names.
    func json(seesNames: Bool) -> JSONObject {
        [
            "number": number, "person": orNull(seesNames ? person?.json : nil),
            "correction": orNull(correction?.rawValue), "resumes": resumes,
            "eyes": orNull(eyes?.map(\.rawValue)),
            "distance": orNull(rounded(distance?.metres, places: 6)),
            "language": orNull(person?.language),
        ]
    }
}
