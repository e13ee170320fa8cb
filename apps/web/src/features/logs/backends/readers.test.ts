import { expect, test } from 'vitest'
import { readersInWords } from './readers.tsx'

test('readers are named in words, and administrators are always among them', () => {
  expect(readersInWords(null)).toBe('Everybody who may read logs')
  expect(readersInWords({ roles: [], teams: [], people: [] })).toBe('Administrators')
  expect(
    readersInWords({
      roles: ['responder', 'no role'],
      teams: [{ id: '1', name: 'Web' }],
      people: [{ id: '2', name: 'Ada', email: 'ada@example.com' }],
    }),
  ).toBe('Administrators, the role Responder, the team Web, Ada')
})
