import { type FlowNode, type Group, inputNode, type Message } from './flow.ts'
import { messages } from './messages.ts'

const LONGEST_NAME = 100
const fieldNames = ['traits.name.first', 'traits.name.last'] as const

/** The name a person goes by: first and last name with one blank between. */
export function wholeName(fields: Readonly<Record<string, string>>): string {
  return fieldNames
    .map((name) => (fields[name] ?? '').trim().normalize('NFC').replaceAll(/\s+/gu, ' '))
    .filter((part) => part !== '')
    .join(' ')
}

/** First and last name of a whole one: the first word, and the rest. */
export function partsOfName(name: string): { first: string; last: string } {
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
      // The administrator of the environment has one name only.
      optional: group === 'profile',
    }),
  ]
}

/** What is wrong with names, by field. */
export function nameFaults(fields: Readonly<Record<string, string>>): Record<string, Message> {
  return Object.fromEntries(
    fieldNames
      .filter((name) => (fields[name] ?? '').length > LONGEST_NAME)
      .map((name) => [name, messages.tooLong]),
  )
}
