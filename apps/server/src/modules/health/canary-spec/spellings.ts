import { isRecord, propertiesOf } from '@binnacle/contract'
import { branches, childNode, itemNode, type SchemaNode } from '@binnacle/plugin-kit'
import type { CheckTypes } from './check-types.ts'

/** Keys of one object, in small letters, with the name of the field that each of them means. */
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
    // A field's own name comes before the alias of another one.
    ...properties.map(([key]): [string, string] => [key.toLowerCase(), key]),
  ])
  knownSpellings.set(node, spellings)
  return spellings
}

/** A number where a duration is expected: durations of Go programs are often written as whole seconds. */
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
 * A value with every key and duration in the spelling of its schema. Keys match in any case and by their aliases; a
 * second spelling of one field stays as it is, so that the schema refuses it.
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

/** A check without name takes its description as the name. */
function named(check: unknown): unknown {
  if (!isRecord(check) || check['name'] !== undefined || typeof check['description'] !== 'string')
    return check
  const { description, ...rest } = check
  return { ...rest, name: description }
}

const spellingsOfTypes = new WeakMap<CheckTypes, Spellings>()

/** Types by their names and other names, in small letters. */
function typeSpellings(types: CheckTypes): Spellings {
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
 * A spec of a canary in the one spelling that it is stored in. Apply it before secrets are restored: an alias binds
 * them like the field it stands for.
 */
export function canonicalSpec(types: CheckTypes, input: unknown): unknown {
  if (!isRecord(input)) return input
  const spellings = typeSpellings(types)
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => {
      const name = spellings.get(key.toLowerCase())
      // A list under another name does not hide the one under the proper name: it is then an unknown key.
      const isTaken = name !== undefined && key !== name && name in input
      const type = name === undefined || isTaken ? undefined : types.get(name)
      if (name === undefined || type === undefined) return [key, value]
      // canary-checker has one webhook in a canary, which is no list.
      const list: unknown = type.definition.receives !== undefined && isRecord(value) ? [value] : value
      if (!Array.isArray(list)) return [key, value]
      const node: SchemaNode = { items: type.jsonSchema }
      const checks = list.map(named).map((check) => {
        const canonical = canonicalValue(itemNode(node), check)
        return isRecord(canonical) ? (type.definition.rewrite?.(canonical) ?? canonical) : canonical
      })
      return [name, checks]
    }),
  )
}

/**
 * A document without the keys at the top that are there for their aliases only.
 * @param isKnown whether a key means something
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
export function isSpecKey(types: CheckTypes, reserved: readonly string[], key: string): boolean {
  return reserved.includes(key) || typeSpellings(types).has(key.toLowerCase())
}
