import { describe, expect, test } from 'vitest'
import { preselectedRole, userForm, userUpdate } from './people.ts'
import { roles } from '../access/roles.ts'

const form = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', role: 'viewer' }
const problems = (changed: object): unknown => {
  const parsed = userForm.safeParse({ ...form, ...changed })
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => [path.join('.'), message])
}

describe('the user form', () => {
  test('takes a person with names, address and role [USR-007]', () => {
    expect(userForm.parse({ ...form, firstName: '  Ada ' })).toEqual(form)
    const id = '01900000-0000-7000-8000-000000000000'
    expect(userUpdate.parse({ ...form, id, active: false })).toEqual({ ...form, id, active: false })
  })

  test.each([
    ['firstName', 'Please provide valid first name', '[USR-009]'],
    ['lastName', 'Please provide valid last name', '[USR-010]'],
    ['email', 'Please provide valid email', '[USR-011]'],
    ['role', 'Please select any role', '[USR-013]'],
  ])('without %s says "%s" %s', (field, message) => {
    for (const value of [undefined, null, '', ...(field === 'role' ? [] : ['   '])])
      expect(problems({ [field]: value })).toEqual([[field, message]])
  })

  test.each(['ada', 'ada@example', '@example.com', 'a da@example.com', 'ada@example.', 'a@b@c.d'])(
    'says that %s is no address [USR-012]',
    (email) => {
      expect(problems({ email })).toEqual([['email', 'Entered value does not match email format']])
    },
  )

  test('names the role that does not exist, and refuses what is too long or breaks lines', () => {
    expect(problems({ role: 'owner' })).toEqual([['role', 'There is no role "owner"']])
    expect(problems({ firstName: 'x'.repeat(101) })).toHaveLength(1)
    for (const lastName of ['a\nBcc: b', '\u200B', '\u202Enimda', 'a\u2066b', '\0'])
      expect(problems({ lastName })).toEqual([['lastName', 'Please provide valid last name']])
    // A joiner within a word is part of it.
    for (const lastName of ['-', 'علی\u200Cرضا', '李', '👩\u200D🚀'])
      expect(problems({ lastName })).toEqual([])
    expect(problems({ email: `${'x'.repeat(250)}@example.com` })).toHaveLength(1)
  })
})

test('preselects the highest of admin, editor and viewer that someone holds [USR-008]', () => {
  expect(preselectedRole(['viewer', 'admin', 'editor'])).toBe('admin')
  expect(preselectedRole(['commander', 'viewer', 'editor'])).toBe('editor')
  expect(preselectedRole(['responder', 'viewer'])).toBe('viewer')
  for (const role of roles) expect(preselectedRole([role])).toBe(role)
  expect(preselectedRole([])).toBe('viewer')
})
