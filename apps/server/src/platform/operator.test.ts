import { expect, test } from 'vitest'
import { createTellOperator, hideOperatorPart, operatorMark } from './operator.ts'
import { createSecrets } from './secrets.ts'

const secrets = createSecrets('a secret key for tests, long enough')

test('what the operator is told is one marked line, of which a reader of logs sees nothing', () => {
  const lines: string[] = []
  const tell = createTellOperator(secrets, { write: (text) => lines.push(text) })
  tell('an email is not sent', {
    to: 'ada@example.com',
    text: 'Your code is\n\n    123456\r\n\u2028and more',
  })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^for the operator only [^\n\r\u2028]*123456[^\n\r\u2028]*\n$/)
  const mark = operatorMark(secrets)
  for (const shown of [
    lines[0] ?? '',
    JSON.stringify({ log: lines[0] }),
    `2026-11-28T10:00:00Z stderr F ${lines[0]}`,
  ]) {
    expect(hideOperatorPart(shown, mark)).not.toMatch(/123456|ada@example/)
    expect(hideOperatorPart(shown, mark)).toContain('***')
  }
})

test('nobody hides lines with a mark of their own', () => {
  const other = operatorMark(createSecrets('another secret key for tests, long'))
  expect(hideOperatorPart(`${other} attack`, operatorMark(secrets))).toContain('attack')
})
