import { expect, test } from 'vitest'
import type { Flow } from './flow.ts'
import { factorStep } from './second-factor-page.tsx'

const flow = (...names: string[]): Flow => ({
  id: '1',
  ui: {
    messages: [],
    nodes: names.map((name) => ({
      type: 'input' as const,
      group: 'default',
      messages: [],
      meta: {},
      attributes: { name, type: 'text' },
    })),
  },
})

test.each([
  [undefined, 'loading'],
  [flow('csrf_token', 'password', 'method'), 'password'],
  [flow('csrf_token', 'totp_code', 'method'), 'factor'],
  [flow('csrf_token', 'traits.email', 'password', 'totp_unlink'), 'done'],
])('the form says what is left to do', (given, step) => {
  expect(factorStep(given)).toBe(step)
})
