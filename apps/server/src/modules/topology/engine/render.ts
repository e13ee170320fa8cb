import { setImmediate } from 'node:timers/promises'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { formatPath, isRecord } from '@binnacle/plugin-kit/core'
import { type Scripting, textDelimiters } from '../../catalog/index.ts'
import type { Path } from '../spec/topology.ts'
import { TURN } from './limits.ts'

type Variables = Readonly<Record<string, unknown>>

/** Whether a text has templates. */
export function isTemplate(text: string): boolean {
  return textDelimiters.some(([left]) => text.includes(left))
}

let steps = 0

/** Lets other requests have a turn now and then. */
export async function takeTurns(): Promise<void> {
  steps += 1
  if (steps % TURN === 0) await setImmediate()
}

/**
 * Fills the templates in all texts of a value.
 * @param place of the value, for errors
 * @returns a copy, or the first failure with its place
 */
export async function renderDeep(
  scripting: Scripting,
  value: unknown,
  variables: Variables,
  place: Path,
): Promise<Result<unknown, { place: Path; message: string }>> {
  if (typeof value === 'string') {
    if (!isTemplate(value)) return succeed(value)
    await takeTurns()
    const text = await scripting.text(value, variables)
    return text.ok ? text : fail({ place, message: `${formatPath(place)}: ${text.failure}` })
  }
  if (Array.isArray(value)) {
    const list: unknown[] = []
    for (const [index, item] of value.entries()) {
      const rendered = await renderDeep(scripting, item, variables, [...place, index])
      if (!rendered.ok) return rendered
      list.push(rendered.value)
    }
    return succeed(list)
  }
  if (!isRecord(value)) return succeed(value)
  const entries: [string, unknown][] = []
  for (const [key, item] of Object.entries(value)) {
    const rendered = await renderDeep(scripting, item, variables, [...place, key])
    if (!rendered.ok) return rendered
    entries.push([key, rendered.value])
  }
  return succeed(Object.fromEntries(entries))
}

/** Whether any text of a value has templates. */
export function hasTemplates(value: unknown): boolean {
  if (typeof value === 'string') return isTemplate(value)
  if (Array.isArray(value)) return value.some(hasTemplates)
  return isRecord(value) && Object.values(value).some(hasTemplates)
}
