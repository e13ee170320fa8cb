/** Variables of a template, scope within scope. */
export interface Variables {
  get(name: string): unknown
  declare(name: string, value: unknown): void
  assign(name: string, value: unknown): void
  /** A scope within this one. */
  open(): Variables
}

/** Variables at the beginning of a template, where `$` is what it was given. */
export function createVariables(root: unknown): Variables {
  return scope(new Map([['', root]]), undefined)
}

function scope(values: Map<string, unknown>, outer: Variables | undefined): Variables {
  const self: Variables = {
    get: (name) => (values.has(name) ? values.get(name) : outer?.get(name)),
    declare: (name, value) => void values.set(name, value),
    assign(name, value) {
      if (values.has(name) || outer === undefined) values.set(name, value)
      else outer.assign(name, value)
    },
    open: () => scope(new Map(), self),
  }
  return self
}
