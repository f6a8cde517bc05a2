/// Hands results on in the order of their places, whatever order they come in: each as soon as all
/// before it are there.
struct InOrder<Result> {
    private var next = 0
    private var waiting: [Int: Result] = [:]

    /// Takes the result of a place, counted from 0, and gives all that can be handed on, in order.
    mutating func take(_ result: Result, at place: Int) -> [Result] {
        waiting[place] = result
        var ready: [Result] = []
        while let result = waiting.removeValue(forKey: next) {
            ready.append(result)
            next += 1
        }
        return ready
    }
}
