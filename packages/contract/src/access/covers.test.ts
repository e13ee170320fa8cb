import { expect, test } from 'vitest'
import { covers } from './covers.ts'

test.each([
  [['admin'], ['admin', 'editor', 'commander', 'responder', 'viewer']],
  [['editor'], ['editor', 'commander', 'responder', 'viewer']],
  [['responder'], ['commander', 'responder', 'viewer']],
  [['viewer'], ['viewer']],
  [[], ['viewer']],
] as const)('%j covers %j and no other role', (heldRoles, expected) => {
  const all = ['admin', 'editor', 'commander', 'responder', 'viewer'] as const
  expect(all.filter((role) => covers(heldRoles, role))).toEqual(expected)
})
