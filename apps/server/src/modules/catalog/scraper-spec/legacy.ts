import { isRecord } from '@binnacle/plugin-kit/core'

/** Keys of scripts next to `script` in specs of other clients. */
const scriptKeys: ReadonlyMap<string, string> = new Map([
  ['javascript', 'javascript'],
  ['gotemplate', 'gotemplate'],
  ['template', 'gotemplate'],
  ['expr', 'expr'],
  ['jsonpath', 'jsonpath'],
])

/** Keys that forms of other clients write and that have no meaning. */
const meaningless: ReadonlyMap<string, readonly string[]> = new Map([
  ['http', ['ignore', 'paths']],
  ['aws', ['trusted_advisor_check']],
])

/** Objects of forms of other clients whose keys are fields of the type itself. */
const wrappers: ReadonlyMap<string, readonly string[]> = new Map([['aws', ['awsConnection']]])

/** An entry with the keys of such objects as its own. A key that it has already counts. */
function unwrapped(type: string, entry: Record<string, unknown>): Record<string, unknown> {
  return (wrappers.get(type) ?? []).reduce((whole, key) => {
    const { [key]: inner, ...rest } = whole
    return isRecord(inner) ? { ...inner, ...rest } : whole
  }, entry)
}

function rewriteTransform(transform: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(transform)
  const scripts = entries.flatMap(([key, value]) => {
    const name = scriptKeys.get(key.toLowerCase())
    return name === undefined ? [] : [[name, value]]
  })
  if (scripts.length === 0 || transform['script'] !== undefined) return transform
  const rest = entries.filter(([key]) => !scriptKeys.has(key.toLowerCase()))
  return { ...Object.fromEntries(rest), script: Object.fromEntries(scripts) }
}

/** Tags as a map, as forms of other clients write them. */
function rewriteTags(tags: Record<string, unknown>): unknown[] {
  return Object.entries(tags).map(([name, value]) => ({ name, value }))
}

/**
 * Converts an entry that a form of another client has written.
 * @param own fields of its type, which are never dropped
 */
export function rewriteEntry(
  type: string,
  own: ReadonlySet<string>,
  entry: Record<string, unknown>,
): Record<string, unknown> {
  const dropped = new Set((meaningless.get(type) ?? []).filter((key) => !own.has(key)))
  return Object.fromEntries(
    Object.entries(unwrapped(type, entry)).flatMap(([key, value]): [string, unknown][] => {
      if (dropped.has(key)) return []
      if (own.has(key)) return [[key, value]]
      if (key === 'transform' && isRecord(value)) return [[key, rewriteTransform(value)]]
      if (key === 'tags' && isRecord(value)) return [[key, rewriteTags(value)]]
      return [[key, value]]
    }),
  )
}
