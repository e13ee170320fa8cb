import type { Page, Request } from '@playwright/test'
import { z } from 'zod'
import { removeMadeCanaries } from './support/canaries.ts'
import { pagePaths } from './support/page-paths.ts'
import { write } from './support/database.ts'
import { expect, test } from './support/test.ts'
import { component, topology, topologyRows, withoutTopology } from './support/topology.ts'

/** Requests of a screen at most. The stream of live changes is no request that a screen waits for. */
const MOST_REQUESTS = 4

const rows = z.tuple([z.object({ id: z.string() })])

/**
 * Opens an address as a new visitor does.
 * @returns the requests to the server that it takes. One stream is open then: where the code of a page loads slowly, the
 * stream of the frame is replaced by the page's, and closed.
 */
async function openCold(page: Page, address: string): Promise<string[]> {
  const open = new Set<Request>()
  const requests = new Set<string>()
  const streams = new Set<Request>()
  const begin = (request: Request) => {
    const { pathname, search } = new URL(request.url())
    if (!/^\/(api|kratos)\//.test(pathname)) return
    // The frame asks for it only while the product is blind, as it may be on a machine that is busy.
    if (pathname === '/api/watchdog') return
    if (pathname === '/api/live') {
      streams.add(request)
    } else {
      open.add(request)
      // What a live change loads again is asked for by the same address.
      requests.add(`${request.method()} ${pathname}${search}`)
    }
  }
  const end = (request: Request) => {
    open.delete(request)
    streams.delete(request)
  }
  // What the page before asks for until it is gone does not count.
  await page.goto('about:blank')
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  let before = -1
  await expect
    .poll(() => {
      const settled = streams.size === 1 && open.size === 0 && requests.size === before
      before = requests.size
      return settled
    })
    .toBe(true)
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
  return [...requests]
}

test.describe('a cold open', () => {
  test.afterEach(async ({ page, product }) => {
    await write(product, withoutTopology)
    await removeMadeCanaries(page, product.url)
  })

  test('of any page takes four requests at most, and one stream', async ({ page, product, target }) => {
    test.setTimeout(600_000)
    const team = await page.request.post(`${product.url}/api/db/teams`, {
      data: { name: 'Cold', icon: 'users', spec: {}, source: 'UI' },
      headers: { prefer: 'return=representation' },
    })
    const canary = await page.request.post(`${product.url}/api/health/canaries`, {
      data: {
        name: 'cold',
        namespace: 'default',
        labels: {},
        text: `schedule: "@every 365d"\nhttp:\n  - name: cold\n    url: ${target.url}/ok\n`,
      },
    })
    const scraper = await page.request.post(`${product.url}/api/catalog/scrapers`, {
      data: {
        name: 'cold',
        namespace: 'default',
        text: `schedule: "@every 365d"\nhttp:\n  - url: ${target.url}/ok\n    type: Cold\n    id: $.id\n    name: $.id\n`,
      },
    })
    await write(product, topologyRows)
    const backend = await page.request.get(
      `${product.url}/api/db/logging_backends?name=eq.binnacle&select=id`,
    )
    const ends: Record<string, string> = {
      '/topology/$id': `/topology/${component.web}`,
      '/settings/topologies/$id': `/settings/topologies/${topology}`,
      // The catalog has no such item.
      '/catalog/$id/edit': '/catalog/01900000-0000-7000-8000-000000000000/edit',
      '/catalog/$id/{-$tab}': '/catalog/01900000-0000-7000-8000-000000000000',
      '/catalog/scrapers/$id': `/catalog/scrapers/${z.object({ id: z.string() }).parse(await scraper.json()).id}`,
      '/docs/$': '/docs/guide/operating',
      // Nothing fails here, so the page says that there is no such alert.
      '/notifications/alerts/$id': '/notifications/alerts/01900000-0000-7000-8000-000000000000',
      '/settings/canaries/$id': `/settings/canaries/${z.object({ id: z.string() }).parse(await canary.json()).id}`,
      '/settings/config_scrapers/$id': `/settings/config_scrapers/${z.object({ id: z.string() }).parse(await scraper.json()).id}`,
      '/settings/event-queue-status/$name': '/settings/event-queue-status/check.failed',
      '/settings/logging_backends/$id': `/settings/logging_backends/${rows.parse(await backend.json())[0].id}`,
      '/settings/teams/$id': `/settings/teams/${rows.parse(await team.json())[0].id}`,
    }
    // What the first page asks for must not count as requests of the next.
    await page.goto('about:blank')
    for (const path of pagePaths) {
      const address = ends[path] ?? path
      expect(address).not.toContain('$')
      const requests = await openCold(page, product.url + address)
      expect.soft(requests.length, `${path}\n${requests.join('\n')}`).toBeLessThanOrEqual(MOST_REQUESTS)
    }
  })
})
