import { SECRET_MASK } from '@binnacle/contract/schema'
import { expect, test } from 'vitest'
import { schemaFacts } from './schema-facts.tsx'

const schema = {
  properties: {
    name: { type: 'string', title: 'Name' },
    events: { type: 'array', items: { type: 'string' }, title: 'Events' },
    tls: { type: 'boolean', title: 'TLS', group: 'advanced' },
    password: { type: 'string', secret: true, title: 'Password' },
    waits: { type: 'boolean', inForm: false },
    wait: { type: 'string', title: 'Wait for', shownWhen: { field: 'waits', values: [true] } },
    missing: { type: 'string', title: 'Missing' },
  },
}

test('values are shown by the labels of the form, secrets without their value', () => {
  const values = {
    name: 'Storm',
    events: ['a', 'b'],
    tls: false,
    password: SECRET_MASK,
    wait: '5m',
    missing: '',
  }
  expect(schemaFacts(schema, values)).toEqual([
    { label: 'Name', value: 'Storm' },
    { label: 'Events', value: 'a, b' },
    { label: 'Password', value: 'Stored' },
    { label: 'TLS', value: 'No' },
  ])
  expect(schemaFacts(schema, { waits: true, wait: '5m' })).toEqual([{ label: 'Wait for', value: '5m' }])
})
