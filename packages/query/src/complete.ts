import { type Field, targetOf } from './fields.ts'
import type { Span } from './syntax.ts'

/** What someone is typing: the name of a field (or a key of one), or a value of it. */
export type Typing =
  | ({ kind: 'name'; prefix: string } & Span)
  | ({ kind: 'value'; name: string; prefix: string } & Span)

const namePattern = /(?:^|[\s(|;])[-!]?([A-Za-z_@][\w./-]*)?$/
const valuePattern =
  /(?:^|[\s(|;])[-!]?([A-Za-z_@][\w./-]*)(?:!=|<=|>=|=|:|<|>)(?:[^\s,;|()"]+,)*([^\s,;|()"]*)$/

/**
 * Tells what is being typed at a place of a query.
 * @returns undefined where nothing can be offered, as inside quotes
 */
export function typingAt(text: string, at: number): Typing | undefined {
  const before = text.slice(0, at)
  const value = valuePattern.exec(before)
  if (value !== null) {
    const prefix = value[2] ?? ''
    return { kind: 'value', name: value[1] ?? '', prefix, from: at - prefix.length, to: at }
  }
  const name = namePattern.exec(before)
  if (name === null) return undefined
  const prefix = name[1] ?? ''
  return { kind: 'name', prefix, from: at - prefix.length, to: at }
}

/** Something to put in the place of what was typed. */
export interface Offer {
  text: string
  help: string
}

const settings: readonly Offer[] = [
  { text: 'sort=', help: 'What comes first; after - the other way round' },
  { text: 'limit=', help: 'How many are shown at most' },
]

/** Names of fields and settings that begin as typed, with the operator that usually follows. */
export function offerFields(fields: readonly Field[], prefix: string): Offer[] {
  const wanted = prefix.toLowerCase()
  const named = fields.map((field) => ({
    text: `${field.name}${field.kind === 'map' ? '.' : field.kind === 'time' ? '>' : '='}`,
    help: field.help,
  }))
  return [...named, ...settings].filter(({ text }) => text.startsWith(wanted))
}

/** Fields to sort by that begin as typed, after a minus too. */
export function offerSorts(fields: readonly Field[], prefix: string): Offer[] {
  const sign = prefix.startsWith('-') ? '-' : ''
  const wanted = prefix.slice(sign.length).toLowerCase()
  return fields
    .filter((field) => field.name.startsWith(wanted))
    .map((field) => ({ text: `${sign}${field.name}${field.kind === 'map' ? '.' : ''}`, help: field.help }))
}

/** The fixed values of a field that begin as typed; undefined where its values stand in the database. */
export function offerChoices(fields: readonly Field[], name: string, prefix: string): Offer[] | undefined {
  const field = targetOf(fields, name)?.field
  if (field?.kind === 'time')
    return ['now-1h', 'now-1d', 'now-7d']
      .filter((text) => text.startsWith(prefix))
      .map((text) => ({ text, help: '' }))
  if (field?.kind !== 'choice') return undefined
  return field.values
    .filter((value) => value.startsWith(prefix.toLowerCase()))
    .map((text) => ({ text, help: '' }))
}
