/** A value or a failure that the caller has to handle. Failures that a caller can act on are values, not exceptions. */
export type Result<Value, Failure> = { ok: true; value: Value } | { ok: false; failure: Failure }

/** Wraps a value as a successful result. */
export function succeed<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value }
}

/** Wraps a reason as a failed result. */
export function fail<Failure>(failure: Failure): { ok: false; failure: Failure } {
  return { ok: false, failure }
}
