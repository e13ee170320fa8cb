import type { Platform } from './platform.ts'

/** A port: one module offers a value, others use it without importing that module. */
export interface Port<Value> {
  /** Offers the value. @throws if it was already offered */
  offer(platform: Platform, value: Value): void
  /** Returns the offered value. @throws if the module that offers it is missing in the list or opens later */
  of(platform: Platform): Value
  /** Returns the offered value; undefined if no module that is open by now offers it. */
  find(platform: Platform): Value | undefined
}

/**
 * Declares a port, in the `index.ts` of the module that offers it, or of the one that needs it.
 * @param what name of the value, for errors
 * @example
 * export const connections = definePort<Connections>('connections')
 * connections.offer(platform, opened) // the module that offers it
 * const { find } = connections.of(platform) // a module that opens later
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
    find: (platform) => offered.get(platform)?.value,
  }
}
