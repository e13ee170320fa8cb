/** Gives numbers from 0 to 1 that are the same for each seed. Source: mulberry32, in the public domain. */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Choices by chance. */
export interface Chance {
  /** From 0 to 1. */
  number: () => number
  between: (least: number, most: number) => number
  happens: (probability: number) => boolean
  one: <Value>(list: readonly Value[]) => Value
  some: <Value>(list: readonly Value[], count: number) => Value[]
}

/** Makes choices that are the same for each seed. */
export function chanceOf(seed: number): Chance {
  const number = randomOf(seed)
  const one = <Value>(list: readonly Value[]): Value => {
    const chosen = list[Math.floor(number() * list.length)]
    if (chosen === undefined) throw new Error('There is nothing to choose from')
    return chosen
  }
  return {
    number,
    between: (least, most) => least + number() * (most - least),
    happens: (probability) => number() < probability,
    one,
    some(list, count) {
      const left = [...list]
      const chosen = []
      while (chosen.length < count && left.length > 0)
        chosen.push(...left.splice(Math.floor(number() * left.length), 1))
      return chosen
    },
  }
}
