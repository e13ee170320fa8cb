import { expect, it } from 'vitest'
import { initials } from './initials.ts'

it('takes the first letters of the first and last word of a name', () => {
  expect(initials('Ada Lovelace')).toBe('AL')
  expect(initials('  Grace  Brewster Hopper ')).toBe('GH')
  expect(initials('operator')).toBe('O')
  expect(initials('')).toBe('')
})
