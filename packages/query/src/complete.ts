import { type Field, targetOf } from './fields.ts'
import type { Span } from './syntax.ts'

/** What a person is typing: the name of a field, a key of a field, or a value. */
export type Typing =
  | ({ kind: 'name'; prefix: string } & Span)
  | ({ kind: 'value'; name: string; prefix: string } & Span)

const namePattern = /(?:^|[\s(|;])[-!]?([A-Za-z_@][\w./-]*)?$/
const valuePattern =
  /(?:^|[\s(|;])[-!]?([A-Za-z_@][\w./-]*)(?:!=|<=|>=|=|:|<|>)(?:[^\s,;|()"]+,)*([^\s,;|()"]*)$/

/**
 * Finds what a person is typing at a position of a query.
 * @returns undefined if there is nothing to suggest, such as inside quotes
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

/** A suggestion that replaces the typed text. */
export interface Offer {
  text: string
  help: string
}

const settings: readonly Offer[] = [
  { text: 'sort=', help: 'Fields to sort by; - before one reverses it' },
  { text: 'limit=', help: 'Maximum number of results' },
]

/** Suggests names of fields and settings that start with the typed text, with their usual operator. */
export function offerFields(fields: readonly Field[], prefix: string): Offer[] {
  const wanted = prefix.toLowerCase()
  const named = fields.map((field) => ({
    text: `${field.name}${field.kind === 'map' ? '.' : field.kind === 'time' ? '>' : '='}`,
    help: field.help,
  }))
  return [...named, ...settings].filter(({ text }) => text.startsWith(wanted))
}

/** Suggests fields to sort by that start with the typed text, which may have a minus before it. */
export function offerSorts(fields: readonly Field[], prefix: string): Offer[] {
  const sign = prefix.startsWith('-') ? '-' : ''
  const wanted = prefix.slice(sign.length).toLowerCase()
  return fields
    .filter((field) => field.name.startsWith(wanted))
    .map((field) => ({ text: `${sign}${field.name}${field.kind === 'map' ? '.' : ''}`, help: field.help }))
}

/** Suggests fixed values of a field that start with the typed text; undefined if its values are in the database. */
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
