import { afterEach, expect, test, vi } from 'vitest'
import { askView, nextDelay } from './ask.ts'

afterEach(() => vi.unstubAllGlobals())

const component = {
  name: 'shop',
  health: 'healthy',
  since: null,
  at_risk: false,
  counts: { healthy: 1, warning: 0, unhealthy: 0, unknown: 0 },
  left_out: 0,
  components: [],
}

async function outcomeOf(answer: () => Response): Promise<string> {
  const sent = vi.fn((_address: string, _init: RequestInit) => Promise.resolve().then(answer))
  vi.stubGlobal('fetch', sent)
  const { kind } = await askView({ id: '42', key: 'secret' }, new AbortController().signal)
  const [address, init] = sent.mock.calls[0] ?? []
  expect(address).toBe('/api/view/topology/42')
  expect(init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' })
  expect(new Headers(init?.headers).get('x-view-key')).toBe('secret')
  return kind
}

test('asks without cookies, with the key in a header, and tells what came of it', async () => {
  const at = '2026-11-23T10:00:00.000Z'
  expect(await outcomeOf(() => Response.json({ at, component }))).toBe('shown')
  expect(await outcomeOf(() => Response.json({ at }))).toBe('outdated')
  for (const [status, kind] of [
    [404, 'gone'],
    [429, 'limited'],
    [503, 'away'],
    [500, 'away'],
  ] as const)
    expect(await outcomeOf(() => Response.json({}, { status }))).toBe(kind)
  expect(await outcomeOf(() => new Response('<html>'))).toBe('away')
  expect(
    await outcomeOf(() => {
      throw new TypeError('no network')
    }),
  ).toBe('away')
})

test('asks less and less often while the server is away or the view is gone, at least twice a minute', () => {
  for (const kind of ['away', 'gone'] as const)
    expect([1, 2, 6, 50].map((failures) => nextDelay(kind, failures))).toEqual([
      5_000, 10_000, 30_000, 30_000,
    ])
  expect(nextDelay('shown', 0)).toBe(5_000)
  expect(nextDelay('outdated', 0)).toBe(60_000)
  expect(nextDelay('limited', 0)).toBe(300_000)
})
