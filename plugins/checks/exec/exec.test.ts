import { createRedactor } from '@binnacle/egress'
import { succeed } from '@binnacle/contract/core'
import { runForTest } from '@binnacle/plugin-kit/testing'
import { expect, test } from 'vitest'
import { run } from './run.ts'
import { check } from './spec.ts'

const secret = 'correct-horse-battery'

/** A run whose script ended with an exit code after it printed a text. */
function printing(stdout: string, exitCode: number) {
  const commands = { run: async () => succeed({ exitCode, signal: null, stdout, stderr: '' }) }
  return runForTest(check, run, { script: 'true' }, { commands, redact: createRedactor([secret]) })
}

test('a secret on several lines is in no line that becomes the message', async () => {
  const lines = Array.from(secret).join('\n')
  expect((await printing(`${lines}\nall is well`, 0)).message).toBe('***')
  expect((await printing(`it failed\n${lines}`, 1)).error).toBe('exit code 1, expected 0: ***')
})

test('a secret where a long output is cut leaves nothing of itself', async () => {
  for (const before of [16_370, 16_380]) {
    const { details } = await printing(`ok\n${'. '.repeat(before / 2)}${secret}${' more'.repeat(100)}`, 0)
    expect(JSON.stringify(details)).not.toContain('corr')
  }
})
