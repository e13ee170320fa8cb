import { isRecord } from '@binnacle/plugin-kit/core'

/** The name of an item of a list, if it has one. */
export function nameOf(item: unknown): string | undefined {
  const name = isRecord(item) ? item['name'] : undefined
  return typeof name === 'string' ? name.trim() : undefined
}

/** Finds the stored item for an item of a list: by name, or by position if items have no names. */
export function counterpart(list: readonly unknown[], before: readonly unknown[], index: number): unknown {
  const name = nameOf(list[index])
  if (name === undefined || nameOf(before[index]) === name) return before[index]
  const [found, ...others] = before.filter((item) => nameOf(item) === name)
  return others.length === 0 ? found : undefined
}
