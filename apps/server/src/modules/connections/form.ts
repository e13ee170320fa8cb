import type { ConnectionForm } from '@binnacle/contract/connections'
import { fail, type Problem, type Result, succeed } from '@binnacle/contract/core'
import {
  connectionReferenceProblems,
  type ConnectionValues,
  SECRET_MASK,
  shownUrl,
} from '@binnacle/plugin-kit/core'
import { changedPlace } from './binding.ts'
import { sealedColumns } from './stored.ts'
import type { ConnectionTypes } from './types.ts'

const NOTHING_STORED = 'there is no stored value to keep; enter it'
const MASKED_PARTS = 'enter it whole, as masks stand only for parts of the stored url as it is'

/** An address that comes back as it was shown, with masks in it, is the stored one. */
function wholeMask(
  written: string | null | undefined,
  stored: ConnectionValues | undefined,
): string | null | undefined {
  if (stored === undefined || written?.includes(SECRET_MASK) !== true) return written
  return written === shownUrl(stored) ? SECRET_MASK : written
}

/**
 * What a form means: masks that come back stand for what is stored, an empty text for no value. What is stored is kept
 * only while it goes where it went: who leads it elsewhere has to know it.
 * @param stored the connection as it is; undefined for a new one
 * @param types the connection types of the product
 */
export function readForm(
  form: ConnectionForm,
  stored: ConnectionValues | undefined,
  types: ConnectionTypes,
): Result<ConnectionValues, Problem[]> {
  const type = types.get(form.type)
  if (type === undefined)
    return fail([{ path: 'type', message: `There is no type of connection "${form.type}"` }])
  const problems: Problem[] = []
  const masks: string[] = []
  const meant = (path: string, sent: string | null | undefined, kept: string | undefined) => {
    const written = path === 'url' ? wholeMask(sent, stored) : sent
    if (path === 'url' && written !== SECRET_MASK && written?.includes(SECRET_MASK) === true)
      problems.push({ path, message: MASKED_PARTS })
    if (written !== SECRET_MASK) return written === '' || written === null ? undefined : written
    masks.push(path)
    if (kept === undefined) problems.push({ path, message: NOTHING_STORED })
    return kept
  }
  const pairs = (entries: [string, string | undefined][]): Record<string, string> =>
    Object.fromEntries(
      entries.flatMap(([key, value]): [string, string][] => (value === undefined ? [] : [[key, value]])),
    )
  const texts = pairs(sealedColumns.map((column) => [column, meant(column, form[column], stored?.[column])]))
  const properties = pairs(
    Object.entries(form.properties).map(([key, value]) => [
      key,
      meant(`properties.${key}`, value, stored?.properties[key]),
    ]),
  )
  problems.push(...connectionReferenceProblems({ ...texts, properties }))
  if (problems.length > 0) return fail(problems)
  const values: ConnectionValues = {
    name: form.name,
    namespace: form.namespace,
    type: form.type,
    insecureTls: form.insecure_tls,
    ...texts,
    properties,
  }
  const changed = stored === undefined ? undefined : changedPlace(stored, values, type.harmless)
  // A kept address that leads elsewhere has properties in it; else it says itself where it leads.
  const isUrlLed = changed === 'type' || (changed === 'url' && masks.includes('url'))
  const led = masks
    .filter((path) => path !== changed || isUrlLed)
    .filter((path) => path !== 'url' || isUrlLed)
  if (changed === undefined || led.length === 0) return succeed(values)
  const cause = changed === 'url' && isUrlLed ? 'a property in the url' : changed
  return fail(led.map((path) => ({ path, message: `enter it again, as ${cause} changed` })))
}
