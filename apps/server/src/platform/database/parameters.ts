/** Collects the parameters of a statement, in the order of their placeholders. */
export interface Parameters {
  readonly values: readonly unknown[]
  /** @returns the placeholder of the value, such as $3 */
  add(value: unknown): string
}

/** Starts without parameters. */
export function createParameters(): Parameters {
  const values: unknown[] = []
  return {
    values,
    add(value) {
      values.push(value)
      return `$${values.length}`
    },
  }
}

/** Combines conditions with `and`; `true` without conditions. */
export function allOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? 'true' : conditions.map((condition) => `(${condition})`).join(' and ')
}
