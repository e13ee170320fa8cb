import { isReadableName } from '@binnacle/contract/people'
import { type FlowNode, type Group, inputNode, type Message } from './flow.ts'
import { messages } from './messages.ts'

const LONGEST_NAME = 100
const fieldNames = ['traits.name.first', 'traits.name.last'] as const

const tidy = (text: string | undefined): string =>
  (text ?? '').trim().normalize('NFC').replaceAll(/\s+/gu, ' ')

/** The name of a person, first and last name with one blank between, and the first name. */
export function nameOf(fields: Readonly<Record<string, string>>): { name: string; firstName: string } {
  const [first, last] = fieldNames.map((field) => tidy(fields[field]))
  return { name: tidy(`${first} ${last}`), firstName: first ?? '' }
}

/** First and last name of a person: as they gave them, otherwise the first word and the rest. */
export function partsOfName(person: { name: string; firstName: string | undefined }): {
  first: string
  last: string
} {
  const { name, firstName } = person
  if (firstName !== undefined && `${name} `.startsWith(`${firstName} `))
    return { first: firstName, last: name.slice(firstName.length + 1) }
  const [first = '', ...rest] = name.split(' ')
  return { first, last: rest.join(' ') }
}

/** The fields for a person's names. */
export function nameNodes(name: { first: string; last: string } | undefined, group: Group): FlowNode[] {
  return [
    inputNode({
      name: 'traits.name.first',
      type: 'text',
      label: messages.firstName,
      autocomplete: 'given-name',
      value: name?.first,
      group,
    }),
    inputNode({
      name: 'traits.name.last',
      type: 'text',
      label: messages.lastName,
      autocomplete: 'family-name',
      value: name?.last,
      group,
      // The administrator of the environment variables has one name only.
      optional: group === 'profile',
    }),
  ]
}

/** Errors in names, by field. */
export function nameFaults(fields: Readonly<Record<string, string>>): Record<string, Message> {
  return Object.fromEntries(
    fieldNames.flatMap((name) => {
      const typed = fields[name] ?? ''
      if (typed.length > LONGEST_NAME) return [[name, messages.tooLong]]
      return typed.trim() === '' || isReadableName(typed.trim()) ? [] : [[name, messages.unreadableName]]
    }),
  )
}
