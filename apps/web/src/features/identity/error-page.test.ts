import { expect, test } from 'vitest'
import { errorText } from './error-page.tsx'

test('the code of a bad session says what to try [ERR-002]', () => {
  expect(errorText('BAD_SESSION')).toBe(
    'Bad Session. Please try logging out and logging in again, if the problem persist, please contact us.',
  )
})

test.each(['', 'ELSE', 'toString', null])(
  'any other code, such as %j, is an unknown error [ERR-003]',
  (code) => {
    expect(errorText(code)).toBe('Unknown error')
  },
)
