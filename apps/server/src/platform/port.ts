import type { Platform } from './platform.ts'

/** A place where one module offers what others use, so that they need not import each other in a circle. */
export interface Port<Value> {
  /** @throws where something is offered already */
  offer(platform: Platform, value: Value): void
  /** What is offered. @throws where nothing is, as the module that offers it is not in the list or comes later */
  of(platform: Platform): Value
}

/**
 * Declares a port; it stands in the `index.ts` of the module that offers it, or of the one that needs it.
 * @param what for the one who forgot to offer it
 */
export function definePort<Value>(what: string): Port<Value> {
  const offered = new WeakMap<Platform, { value: Value }>()
  return {
    offer(platform, value) {
      if (offered.has(platform)) throw new Error(`two modules offer ${what}`)
      offered.set(platform, { value })
    },
    of(platform) {
      const found = offered.get(platform)
      if (found === undefined) throw new Error(`no module offers ${what}`)
      return found.value
    },
  }
}
