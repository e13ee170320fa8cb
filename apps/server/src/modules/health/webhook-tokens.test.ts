import { fail, type Result, succeed } from '@binnacle/contract/core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import type { PreparedCheck } from './runner/prepare.ts'
import { type CheckType, loadCheckTypes } from './canary-spec/check-types.ts'
import { createWebhookTokens } from './webhook-tokens.ts'

const clock = createManualClock(new Date('2026-01-01T00:00:00Z'))
let webhook: CheckType
let kept: Result<string, string>
let reads: number
beforeAll(async () => {
  const type = (await loadCheckTypes()).get('webhook')
  if (type === undefined) throw new Error('there is no check type "webhook"')
  webhook = type
})
beforeEach(() => {
  kept = succeed('first-token-that-is-kept')
  reads = 0
})

const tokens = createWebhookTokens(
  {
    read: async () => {
      reads += 1
      return kept
    },
  },
  clock,
)

function prepare(token: unknown, isKept = true): PreparedCheck {
  const written = { name: 'a', token }
  return {
    type: webhook,
    spec: webhook.definition.schema.parse(written),
    timeoutMilliseconds: 1_000,
    secrets: [],
    ...(isKept ? { naming: { type: webhook, written, namespace: 'shop' } } : {}),
  }
}

test('a token in the spec is read in both spellings', async () => {
  expect(await tokens.current(prepare('sixteen-characters', false))).toBe('sixteen-characters')
  expect(await tokens.current(prepare({ value: 'sixteen-characters' }, false))).toBe('sixteen-characters')
  expect(reads).toBe(0)
})

test('a token that is kept elsewhere is read at most once in five seconds', async () => {
  const check = prepare('secret://hooks/token')
  const together = await Promise.all([1, 2, 3].map(() => tokens.current(check)))
  expect(together).toEqual(together.map(() => 'first-token-that-is-kept'))
  kept = succeed('second-token-that-is-kept')
  clock.advance(4_999)
  expect(await tokens.current(check)).toBe('first-token-that-is-kept')
  expect(reads).toBe(1)
  clock.advance(1)
  expect(await tokens.current(check)).toBe('second-token-that-is-kept')
  clock.set(new Date(clock.now().getTime() - 3_600_000))
  await tokens.current(check)
  expect(reads).toBe(3)
})

test('a check that was changed is read at once', async () => {
  await tokens.current(prepare('secret://hooks/token'))
  await tokens.current(prepare('secret://hooks/token'))
  expect(reads).toBe(2)
})

test('no token is accepted that is too short or cannot be read, nor the reference itself', async () => {
  kept = succeed('fifteen-letters')
  expect(await tokens.current(prepare('secret://hooks/token'))).toBeUndefined()
  kept = fail('there is no secret "hooks"')
  expect(await tokens.current(prepare('secret://hooks/token'))).toBeUndefined()
  const valueFrom = { secretKeyRef: { name: 'hooks', key: 'token' } }
  expect(await tokens.current(prepare({ valueFrom }))).toBeUndefined()
})
