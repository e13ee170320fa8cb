/** Different reasons for dropping changes that a run keeps. Further ones are counted together. */
const MOST_DROPS = 1_000
const OTHERS = 'others'

/** Changes that are not kept, for one reason. */
export interface Drop {
  reason: 'ignored' | 'excluded' | 'orphaned'
  type: string
  because: string
  count: number
}

/** Changes that are not kept, by reason. */
export class Drops {
  readonly #byReason = new Map<string, Drop>()

  add(reason: Drop['reason'], type: string, because: string, count = 1): void {
    const key = (named: string) => JSON.stringify([reason, type, named])
    const isRoom = this.#byReason.size < MOST_DROPS || this.#byReason.has(key(because))
    const named = isRoom ? because : OTHERS
    const known = this.#byReason.get(key(named))
    if (known === undefined) this.#byReason.set(key(named), { reason, type, because: named, count })
    else known.count += count
  }

  copy(): Drops {
    const copy = new Drops()
    for (const { reason, type, because, count } of this.all) copy.add(reason, type, because, count)
    return copy
  }

  get all(): readonly Drop[] {
    return [...this.#byReason.values()]
  }
}
