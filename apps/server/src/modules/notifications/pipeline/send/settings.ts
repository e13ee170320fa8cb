import type { Problem } from '@binnacle/contract/core'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { inputJsonSchema, problemsOf, type SchemaNode } from '@binnacle/plugin-kit/core'
import type { NotifierDefinition } from '@binnacle/plugin-kit/notifiers'

/** Names the service where several send with one type of connections. It is a setting of none of them. */
export const SERVICE_SETTING = 'service'

type Properties = Readonly<Record<string, string>>

/** A text as the value that a schema wants. What is no such value stays a text, so that the schema refuses it. */
function settingOf({ type }: SchemaNode, text: string): unknown {
  if (type === 'boolean') {
    if (/^(?:true|yes|on|1)$/i.test(text.trim())) return true
    return /^(?:false|no|off|0)$/i.test(text.trim()) ? false : text
  }
  if (type !== 'number' && type !== 'integer') return text
  return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text)
}

/** The field of a service that a property sets, whatever its case. */
export function settingNamed(node: SchemaNode, key: string): [name: string, field: SchemaNode] | undefined {
  return Object.entries(node.properties ?? {}).find(([name]) => name.toLowerCase() === key.toLowerCase())
}

function settingsIn(node: SchemaNode, properties: Properties, keepsOthers: boolean): Record<string, unknown> {
  const settings: Record<string, unknown> = {}
  for (const [key, text] of Object.entries(properties)) {
    const found = settingNamed(node, key)
    if (found !== undefined) settings[found[0]] = settingOf(found[1], text)
    else if (keepsOthers && key !== SERVICE_SETTING) settings[key] = text
  }
  return settings
}

/**
 * Reads the settings of a message to a service.
 * @param inherited properties of the connection and the rule, which have keys of other things too
 * @param own properties of the recipient, in which an unknown key is a problem
 * @returns the validated settings, or every problem with the key of its field
 */
export function readSettings(
  { schema }: Pick<NotifierDefinition, 'schema'>,
  inherited: Properties,
  own: Properties,
): Result<unknown, readonly [Problem, ...Problem[]]> {
  const node = inputJsonSchema(schema)
  const parsed = schema.safeParse({
    ...settingsIn(node, inherited, false),
    ...settingsIn(node, own, true),
  })
  if (parsed.success) return succeed(parsed.data)
  const [first = { path: '', message: 'is not valid' }, ...others] = problemsOf(parsed.error, node)
  return fail([first, ...others])
}
