import type { Page } from '@playwright/test'
import { z } from 'zod'

const answer = z.looseObject({ payload: z.record(z.string(), z.unknown()) })

/** What the server says to each page in place of the truth. */
const changes = new WeakMap<Page, Record<string, unknown>>()

/** Changes the answer for the frame of every page, from the next time on that a page asks for it. */
export async function changeFrame(page: Page, change: Record<string, unknown>): Promise<void> {
  const known = changes.get(page)
  changes.set(page, { ...known, ...change })
  if (known !== undefined) return
  await page.route('**/api/auth/whoami', async (route) => {
    const response = await route.fetch()
    const json: unknown = await response.json().catch(() => undefined)
    // The page was left meanwhile.
    if (json === undefined) return route.abort()
    const { payload } = answer.parse(json)
    await route.fulfill({ response, json: { payload: { ...payload, ...changes.get(page) } } })
  })
}

/** Shows the application as it is to someone who holds one role. What the server allows has its own tests. */
export function actAs(page: Page, role: string): Promise<void> {
  return changeFrame(page, {
    user: { id: 'r', name: 'Rosa', email: 'rosa@example.com' },
    roles: [role],
    ...(role === 'admin' ? {} : { unhealthy_checks: null }),
  })
}

/** Shows the application as it is while features are switched off by the file of the installation. */
export async function switchOff(page: Page, ...features: string[]): Promise<void> {
  const properties = features.map((feature) => ({
    name: `${feature}.disable`,
    value: 'true',
    source: 'local',
    type: 'boolean',
    description: '',
    created_by: null,
    created_at: null,
    updated_at: null,
  }))
  await changeFrame(page, { properties })
  await page.route('**/api/properties', (route) => route.fulfill({ json: properties }))
}
