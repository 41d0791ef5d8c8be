// What stands in a quick build for the verbs in Doors/: rooms that only these need take a third of the time.

/// What maps can be imported from: nothing is known of them here.
let importFormats: [String] = []

private func absent(_ verb: String) -> UsageError {
  UsageError("this quick build has no '\(verb)'; 'make build' makes the whole program")
}

/// Says that there is no `import`.
@Sendable func importVerb(_ invocation: Invocation) throws -> ExitStatus { throw absent("import") }

/// Says that there is no `twin`.
@Sendable func twinVerb(_ invocation: Invocation) throws -> ExitStatus { throw absent("twin") }

/// Says that there is no `fidelity`.
@Sendable func fidelityVerb(_ invocation: Invocation) throws -> ExitStatus {
  throw absent("fidelity")
}

/// Says that there is no `validate`.
@Sendable func validateVerb(_ invocation: Invocation) throws -> ExitStatus {
  throw absent("validate")
}
