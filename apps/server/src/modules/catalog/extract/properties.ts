import type { PropertySpec } from '@binnacle/plugin-kit/scrapers'
import type { ItemProperty } from '../store/input.ts'
import { type Draft, labelOf, scriptVariables } from './draft.ts'
import type { RuleLog } from './rules.ts'
import type { Scripting } from './scripting.ts'

async function filled(
  scripting: Scripting,
  fields: Readonly<Record<string, unknown>>,
  variables: Readonly<Record<string, unknown>>,
): Promise<{ fields: Record<string, unknown>; failure: string | undefined }> {
  const result: Record<string, unknown> = {}
  let failure: string | undefined
  for (const [key, value] of Object.entries(fields)) {
    if (typeof value !== 'string') {
      if (value !== undefined) result[key] = value
      continue
    }
    const text = await scripting.text(value, variables)
    if (text.ok) result[key] = text.value
    else failure ??= `${key}: ${text.failure}`
  }
  return { fields: result, failure }
}

/** Fills the properties of a spec for an item. One that fails is left out, and its rule says why. */
export async function propertiesOf(
  draft: Draft,
  specs: readonly PropertySpec[],
  scripting: Scripting,
  rules: RuleLog,
): Promise<ItemProperty[]> {
  const properties: ItemProperty[] = []
  const variables = scriptVariables(draft)
  for (const [index, { filter, links = [], name, ...texts }] of specs.entries()) {
    const rule = `properties[${index}]`
    const applies = filter === undefined ? undefined : await scripting.isTrue(filter, variables)
    if (applies?.ok === false) rules.fail(rule, `filter: ${applies.failure}`)
    if (applies !== undefined && !(applies.ok && applies.value)) continue
    const own = await filled(scripting, texts, variables)
    const shown: { label: string; url: string }[] = []
    for (const link of links) {
      const one = await filled(scripting, link, variables)
      own.failure ??= one.failure
      const { url, label, text, ...rest } = one.fields
      if (typeof url === 'string' && url !== '')
        shown.push({
          ...rest,
          url,
          label: typeof label === 'string' ? label : typeof text === 'string' ? text : url,
        })
    }
    if (own.failure !== undefined) {
      rules.fail(rule, own.failure)
      continue
    }
    rules.hit(rule, labelOf(draft))
    const { value: written, ...rest } = own.fields
    const number = written === undefined || written === '' ? Number.NaN : Number(written)
    properties.push({
      ...rest,
      name,
      ...(Number.isFinite(number) ? { value: number } : {}),
      ...(shown.length === 0 ? {} : { links: shown }),
    })
  }
  return properties
}
