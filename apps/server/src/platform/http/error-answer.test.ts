import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { errorAnswer } from './error-answer.ts'

const fault = (code: string) =>
  Object.assign(new DatabaseError('invalid byte sequence', 1, 'error'), { code })

test('a character that cannot be stored is a fault of the request, not of the server', () => {
  for (const code of ['22021', '22P05'])
    expect(errorAnswer(fault(code), 'one')).toMatchObject({ status: 400, body: { code: 'EINVALID' } })
  expect(errorAnswer(fault('42P01'), 'one')).toMatchObject({ status: 500, body: { code: 'EINTERNAL' } })
})
