import type { CheckTypes } from '../../canary-spec/check-types.ts'

/** Most runs at once against one target, so that a host that hangs occupies only so many slots. */
export const PER_TARGET = 20

/** Counts running checks by type and by target. */
export class ConcurrencySlots {
  readonly #types: CheckTypes
  readonly #byType = new Map<string, number>()
  readonly #byTarget = new Map<string, number>()

  constructor(types: CheckTypes) {
    this.#types = types
  }

  get running(): number {
    return [...this.#byType.values()].reduce((sum, count) => sum + count, 0)
  }

  /** Free slots by type. */
  free(): Record<string, number> {
    return Object.fromEntries(
      [...this.#types].map(([type, { definition }]) => [
        type,
        Math.max(0, definition.concurrency - (this.#byType.get(type) ?? 0)),
      ]),
    )
  }

  /** Running checks by target. */
  busy(): Record<string, number> {
    return Object.fromEntries(this.#byTarget)
  }

  /** Takes a slot. @returns a function that frees it */
  take(type: string, target: string | null): () => void {
    add(this.#byType, type, 1)
    if (target !== null) add(this.#byTarget, target, 1)
    return () => {
      add(this.#byType, type, -1)
      if (target !== null) add(this.#byTarget, target, -1)
    }
  }
}

function add(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change
  if (count <= 0) counts.delete(key)
  else counts.set(key, count)
}
