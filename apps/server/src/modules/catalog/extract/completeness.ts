import type { ScrapedPartition, ScrapeFault } from '@binnacle/plugin-kit/scrapers'

/** Watches what an entry of a scraper has seen whole. */
export interface EntryCompleteness {
  /** An item of the source became an item of the catalog. */
  saw(sourceType: string | undefined, finalType: string): void
  /** An item could not be made. What it is part of was then not seen whole. */
  lost(sourceType: string | undefined): void
  complete(partition: ScrapedPartition): void
  fault(fault: ScrapeFault): void
}

/**
 * Gathers what a run has seen whole. A partition without a type means items of every type, also those of other
 * entries. An entry knows its own items only, so such a partition counts only if every entry says it.
 */
export function createCompleteness(entries: number) {
  const known: {
    types: Map<string | undefined, Set<string>>
    partitions: ScrapedPartition[]
    lost: Set<string | undefined>
  }[] = []

  return {
    entry(finalType: string | undefined): EntryCompleteness {
      const types = new Map<string | undefined, Set<string>>()
      const partitions: ScrapedPartition[] = []
      const lost = new Set<string | undefined>()
      known.push({ types, partitions, lost })
      return {
        saw(sourceType, type) {
          types.set(sourceType, (types.get(sourceType) ?? new Set()).add(type))
        },
        lost: (sourceType) => void lost.add(sourceType),
        complete(partition) {
          partitions.push(partition)
          // Where nothing of a type is left, only the spec says what its items were called.
          if (finalType !== undefined && partition.type !== undefined)
            types.set(partition.type, (types.get(partition.type) ?? new Set()).add(finalType))
        },
        fault({ type }) {
          if (type === undefined) lost.add(undefined)
        },
      }
    },

    /** Whether every entry saw something whole, and lost no item. Then what no entry saw whole is not looked for any more. */
    isCovered(): boolean {
      return (
        known.length === entries &&
        entries > 0 &&
        known.every(({ partitions, lost }) => partitions.length > 0 && lost.size === 0)
      )
    },

    /** The partitions that the run has seen whole. */
    partitions(): ScrapedPartition[] {
      const whole = known.map(({ partitions, lost }) =>
        lost.size > 0
          ? undefined
          : partitions.find(({ type, scope }) => type === undefined && scope === undefined),
      )
      const typed = known.flatMap(({ types, partitions, lost }) => {
        if (lost.has(undefined)) return []
        return partitions.flatMap((partition): ScrapedPartition[] => {
          const { type, scope } = partition
          if (type !== undefined && lost.has(type)) return []
          if (type === undefined && lost.size > 0) return []
          if (type === undefined && scope !== undefined && known.length === 1) return [partition]
          const names =
            type === undefined
              ? [...types.values()].flatMap((own) => [...own])
              : [type, ...(types.get(type) ?? [])]
          return [...new Set(names)].map((name) => ({
            kind: 'complete',
            type: name,
            ...(scope === undefined ? {} : { scope }),
          }))
        })
      })
      if (known.length === entries && entries > 0 && whole.every((partition) => partition !== undefined))
        return [{ kind: 'complete' }]
      return typed
    },
  }
}
