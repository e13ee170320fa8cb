import { isRecord, propertiesOf } from '@binnacle/contract/schema'
import { branches, childNode, itemNode, type SchemaNode } from '@binnacle/plugin-kit/core'
import type { SpecTypes } from './types.ts'

/** Accepted keys of one object in lower case, with the field that each means. */
type Spellings = ReadonlyMap<string, string>

const knownSpellings = new WeakMap<SchemaNode, Spellings>()

function aliasesOf(property: SchemaNode): string[] {
  const aliases = property['aliases']
  return Array.isArray(aliases) ? aliases.filter((alias) => typeof alias === 'string') : []
}

function spellingsOf(node: SchemaNode): Spellings {
  const known = knownSpellings.get(node)
  if (known !== undefined) return known
  const properties = propertiesOf(node)
  const spellings = new Map([
    ...properties.flatMap(([key, property]) =>
      aliasesOf(property).map((alias): [string, string] => [alias.toLowerCase(), key]),
    ),
    // The name of a field takes precedence over the alias of another field.
    ...properties.map(([key]): [string, string] => [key.toLowerCase(), key]),
  ])
  knownSpellings.set(node, spellings)
  return spellings
}

/** Converts a number to a duration, because files for Go programs often have whole seconds. */
function durationOf(node: SchemaNode, value: unknown): unknown {
  const number =
    typeof value === 'number'
      ? String(value)
      : typeof value === 'string' && /^\d+$/.test(value)
        ? value
        : undefined
  const duration =
    number === undefined ? undefined : branches(node).find((branch) => branch['widget'] === 'duration')
  if (number === undefined || duration === undefined) return value
  return `${number}${duration['bareUnit'] === 'm' ? 'm' : 's'}`
}

/**
 * Converts all keys and durations of a value to the spelling of its schema. Keys match in any case and by their aliases. A
 * second spelling of one field stays unchanged, so that the schema refuses it.
 * @param node JSON Schema of the value
 */
export function canonicalValue(node: SchemaNode | undefined, value: unknown): unknown {
  if (node === undefined) return value
  if (Array.isArray(value)) {
    const item = itemNode(node)
    return item === undefined ? value : value.map((part) => canonicalValue(item, part))
  }
  if (!isRecord(value)) return durationOf(node, value)
  const spellings = spellingsOf(node)
  if (spellings.size === 0) return value
  const taken = new Set(Object.keys(value))
  return Object.fromEntries(
    Object.entries(value).map(([written, part]) => {
      const meant = spellings.get(written.toLowerCase())
      const key = meant === undefined || taken.has(meant) ? written : meant
      taken.add(key)
      return [key, canonicalValue(childNode(node, key), part)]
    }),
  )
}

/** Gives an entry without a name its description as name, where its schema demands a name. */
function named(node: SchemaNode, check: unknown): unknown {
  const required = node['required']
  if (!Array.isArray(required) || !required.includes('name')) return check
  if (!isRecord(check) || check['name'] !== undefined || typeof check['description'] !== 'string')
    return check
  const { description, ...rest } = check
  return { ...rest, name: description }
}

const spellingsOfTypes = new WeakMap<SpecTypes, Spellings>()

/** Check types by their names and aliases in lower case. */
function typeSpellings(types: SpecTypes): Spellings {
  const known = spellingsOfTypes.get(types)
  if (known !== undefined) return known
  const spellings = new Map(
    [...types].flatMap(([type, { definition }]) =>
      [type, ...(definition.aliases ?? [])].map((name): [string, string] => [name.toLowerCase(), type]),
    ),
  )
  spellingsOfTypes.set(types, spellings)
  return spellings
}

/**
 * Converts the spec of a canary to the stored spelling. Call it before secrets are restored, so that an alias binds them
 * like its field.
 */
export function canonicalSpec(types: SpecTypes, input: unknown): unknown {
  if (!isRecord(input)) return input
  const spellings = typeSpellings(types)
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => {
      const name = spellings.get(key.toLowerCase())
      // If both the name and an alias of a type are used, the alias stays and is refused as an unknown key.
      const isTaken = name !== undefined && key !== name && name in input
      const type = name === undefined || isTaken ? undefined : types.get(name)
      if (name === undefined || type === undefined) return [key, value]
      // In canary-checker a canary has one webhook, not a list.
      const list: unknown = type.definition.receives !== undefined && isRecord(value) ? [value] : value
      if (!Array.isArray(list)) return [key, value]
      const node: SchemaNode = { items: type.jsonSchema }
      const checks = list.map((entry) => {
        const check = named(type.jsonSchema, entry)
        const canonical = canonicalValue(itemNode(node), check)
        return isRecord(canonical) ? (type.definition.rewrite?.(canonical) ?? canonical) : canonical
      })
      return [name, checks]
    }),
  )
}

/**
 * Removes unknown top-level keys with an anchor from a document. Their only purpose is to be merged elsewhere.
 * @param isKnown whether a key is a field
 */
export function withoutAnchors(
  { value, anchored = [] }: { value: unknown; anchored?: readonly string[] },
  isKnown: (key: string) => boolean,
): unknown {
  if (!isRecord(value)) return value
  const unused = new Set(anchored.filter((key) => !isKnown(key)))
  return Object.fromEntries(Object.entries(value).filter(([key]) => !unused.has(key)))
}

/** Whether a spec may have a key, in any spelling. @param reserved keys of specs that are no check type */
export function isSpecKey(types: SpecTypes, reserved: readonly string[], key: string): boolean {
  return reserved.includes(key) || typeSpellings(types).has(key.toLowerCase())
}
