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
  readonly #byItemType = new Map<string, Map<Drop['reason'], number>>()

  add(reason: Drop['reason'], type: string, because: string, count = 1, itemType?: string): void {
    if (itemType !== undefined) this.#count(itemType, reason, count)
    const key = (named: string) => JSON.stringify([reason, type, named])
    const isRoom = this.#byReason.size < MOST_DROPS || this.#byReason.has(key(because))
    const named = isRoom ? because : OTHERS
    const known = this.#byReason.get(key(named))
    if (known === undefined) this.#byReason.set(key(named), { reason, type, because: named, count })
    else known.count += count
  }

  #count(itemType: string, reason: Drop['reason'], count: number): void {
    const counts = this.#byItemType.get(itemType) ?? new Map<Drop['reason'], number>()
    counts.set(reason, (counts.get(reason) ?? 0) + count)
    this.#byItemType.set(itemType, counts)
  }

  copy(): Drops {
    const copy = new Drops()
    for (const { reason, type, because, count } of this.all) copy.add(reason, type, because, count)
    for (const { itemType, reason, count } of this.byItemType) copy.#count(itemType, reason, count)
    return copy
  }

  /** Counts by the type of the item, as far as it is known. */
  get byItemType(): readonly { itemType: string; reason: Drop['reason']; count: number }[] {
    return [...this.#byItemType].flatMap(([itemType, counts]) =>
      [...counts].map(([reason, count]) => ({ itemType, reason, count })),
    )
  }

  get all(): readonly Drop[] {
    return [...this.#byReason.values()]
  }
}
