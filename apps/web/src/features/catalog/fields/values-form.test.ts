import { expect, test } from 'vitest'
import type { ItemField } from '../config/queries.ts'
import { readPerson, typedOf, valuesForm } from './values-form.ts'

const ada = '00000000-0000-4000-8000-000000000001'

function field(name: string, set: Partial<ItemField>): ItemField {
  return { name, kind: 'text', description: '', choices: [], value: null, person_id: null, ...set }
}
const fields = [
  field('tier', { kind: 'choice', choices: ['Gold', 'Silver'], value: 'Gold' }),
  field('racks', { kind: 'number', value: 3 }),
  field('keeper', { kind: 'person', value: 'Ada King', person_id: ada }),
  field('room', {}),
]
const form = valuesForm(fields)
const typed = typedOf(fields)

test('values are shown as texts, and a person with the name', () => {
  expect(typed).toEqual({ tier: 'Gold', racks: '3', keeper: `${ada} Ada King`, room: '' })
  expect(readPerson(`${ada} Ada King`)).toEqual({ value: ada, label: 'Ada King' })
  expect(readPerson('')).toBeNull()
})

test('only values that differ are sent, and empty ones as none', () => {
  expect(form.parse(typed)).toEqual({})
  expect(form.parse({ ...typed, racks: '4.5', keeper: '', room: ' B12 ' })).toEqual({
    racks: 4.5,
    keeper: null,
    room: 'B12',
  })
})

test('a value that its field cannot have is a problem of the field', () => {
  const read = form.safeParse({ ...typed, racks: 'many', tier: 'Bronze' })
  expect(read.error?.issues.map(({ path, message }) => [path.join(), message])).toEqual([
    ['tier', 'It is not one of Gold, Silver'],
    ['racks', 'It is not a number'],
  ])
})
