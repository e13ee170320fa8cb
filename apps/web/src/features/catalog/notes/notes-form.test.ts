import { expect, test } from 'vitest'
import { notesForm } from './notes-form.ts'
import { ownerText } from './owner-field.tsx'

const owner = { kind: 'team', id: '00000000-0000-4000-8000-000000000001', name: 'Shop: web' } as const

test('notes are read with their owner and tags, and empty ones as none', () => {
  expect(notesForm.parse({ owner: ownerText(owner), notes: 'Ask first', tags: 'tier=gold' })).toEqual({
    owner: { kind: 'team', id: owner.id },
    notes: 'Ask first',
    tags: { tier: 'gold' },
  })
  expect(notesForm.parse({ owner: '', notes: ' \n', tags: '' })).toEqual({
    owner: null,
    notes: null,
    tags: {},
  })
})

test('a line that is no tag is a problem of the tags', () => {
  const read = notesForm.safeParse({ owner: '', notes: '', tags: 'gold' })
  expect(read.error?.issues.map(({ path, message }) => [path.join(), message])).toEqual([
    ['tags', 'Line 1 is not written as name=value'],
  ])
})
