import type { Layer } from '@binnacle/contract/on-call'
import { isOpen, rotationOf, type Stretch, turnsOf } from './rotation.ts'

/** Somebody replaces the person on call. */
export interface OverrideStretch extends Stretch {
  id: string
  personId: string
}

/** What decides who is on call. */
export interface Schedule {
  /** Of the layers that have somebody at an instant, the first one counts. */
  layers: readonly Layer[]
  /** In the order in which they were added: a later one counts before an earlier one. */
  overrides: readonly OverrideStretch[]
  /** People who keep their turns in the layers but cannot be called: their accounts are closed. */
  absent?: ReadonlySet<string>
}

/** A stretch with one person on call, or nobody. */
export interface ScheduledShift extends Stretch {
  personId: string | null
  overrideId: string | null
}

type Holder = Pick<ScheduledShift, 'personId' | 'overrideId'>

const nobody: Holder = { personId: null, overrideId: null }

function layerHolder(
  layer: Layer,
  instant: number,
  absent: ReadonlySet<string> | undefined,
): string | undefined {
  const { participants } = layer
  const rotation = rotationOf(layer)
  if (instant >= rotation.end) return undefined
  const number = rotation.numberAt(instant)
  if (number < 0 || !isOpen(layer, instant)) return undefined
  const personId = participants[number % participants.length]
  return personId === undefined || absent?.has(personId) === true ? undefined : personId
}

/**
 * Who is on call at an instant.
 * @param instant milliseconds since 1970
 * @returns the id of the person; null if nobody is
 */
export function onCallAt({ layers, overrides, absent }: Schedule, instant: number): string | null {
  const override = overrides.findLast(
    ({ from, to, personId }) => from <= instant && instant < to && absent?.has(personId) !== true,
  )
  if (override !== undefined) return override.personId
  for (const layer of layers) {
    const personId = layerHolder(layer, instant, absent)
    if (personId !== undefined) return personId
  }
  return null
}

/** Returns the entry of a sorted list that covers an instant. Instants must not go back from call to call. */
function follow<Entry extends Stretch>(entries: readonly Entry[]): (instant: number) => Entry | undefined {
  let place = 0
  return (instant) => {
    while ((entries[place]?.to ?? Infinity) <= instant) place += 1
    const entry = entries[place]
    return entry !== undefined && entry.from <= instant ? entry : undefined
  }
}

/** Joins neighbors with the same person. */
function joined(shifts: readonly ScheduledShift[]): ScheduledShift[] {
  const result: ScheduledShift[] = []
  for (const shift of shifts) {
    const last = result.at(-1)
    if (last !== undefined && last.personId === shift.personId && last.overrideId === shift.overrideId)
      last.to = shift.to
    else result.push({ ...shift })
  }
  return result
}

/**
 * Who is on call in a range. The shifts follow each other without a hole from `from` to `to`; a gap is a shift of
 * nobody.
 */
export function shiftsOf({ layers, overrides, absent }: Schedule, { from, to }: Stretch): ScheduledShift[] {
  if (from >= to) return []
  const isPresent = ({ personId }: { personId: string }) => absent?.has(personId) !== true
  const turns = layers.map((layer) => turnsOf(layer, { from, to }).filter(isPresent))
  const relevant = overrides.filter(
    (override) => override.from < to && override.to > from && isPresent(override),
  )
  const cuts = new Set([from])
  for (const { from: begin, to: end } of [...turns.flat(), ...relevant])
    for (const cut of [begin, end]) if (cut > from && cut < to) cuts.add(cut)
  const sorted = [...cuts].toSorted((left, right) => left - right)
  const followed = turns.map((entries) => follow(entries))

  function holderAt(instant: number): Holder {
    const override = relevant.findLast((entry) => entry.from <= instant && instant < entry.to)
    // Followers of all layers have to see each instant.
    const found = followed.map((at) => at(instant))
    if (override !== undefined) return { personId: override.personId, overrideId: override.id }
    const turn = found.find((entry) => entry !== undefined)
    return turn === undefined ? nobody : { personId: turn.personId, overrideId: null }
  }

  return joined(sorted.map((cut, place) => ({ from: cut, to: sorted[place + 1] ?? to, ...holderAt(cut) })))
}
