import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

test.use({ startsAtChecks: false })

/** Records the topics of each stream that a page opens, newest last. */
function recordStreams(page: Page): string[][] {
  const streams: string[][] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/live') streams.push((searchParams.get('topics') ?? '').split(',').toSorted())
  })
  return streams
}

test('a page of one row gets the changes of that row only, and one tab reads them for all', async ({
  page,
  product,
}) => {
  const header = { headers: { origin: product.url } }
  const addTeam = async (name: string): Promise<string> => {
    await page.request.post(`${product.url}/api/db/teams`, { ...header, data: { name, source: 'UI' } })
    const found = await page.request.get(`${product.url}/api/db/teams?select=id&name=eq.${name}`)
    const [team]: { id: string }[] = await found.json()
    return team?.id ?? ''
  }
  const rename = (id: string, icon: string) =>
    page.request.patch(`${product.url}/api/db/teams?id=eq.${id}`, { ...header, data: { icon } })
  const [alpha, beta] = [await addTeam('live-alpha'), await addTeam('live-beta')]
  const loads: string[] = []
  const streams = recordStreams(page)
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/db/teams') loads.push(searchParams.get('id') ?? '')
  })

  await page.goto(`${product.url}/settings/teams/${alpha}`)
  await expect(page.getByRole('heading', { name: 'live-alpha' })).toBeVisible()
  await expect.poll(() => streams.at(-1)).toContain(`teams:${alpha}`)
  expect(streams.flat()).not.toContain('teams')

  const other = await page.context().newPage()
  const otherStreams = recordStreams(other)
  await other.goto(`${product.url}/settings/teams`)
  await expect(other.getByRole('link', { name: 'live-beta' })).toBeVisible()
  await expect.poll(() => streams.at(-1)).toContain('teams')
  expect(otherStreams).toEqual([])

  // The change of the other team reaches the list only.
  await rename(beta, 'anchor')
  await page.request.post(`${product.url}/api/db/teams`, {
    ...header,
    data: { name: 'live-gamma', source: 'UI' },
  })
  await expect(other.getByRole('link', { name: 'live-gamma' })).toBeVisible()
  const before = loads.length
  await rename(alpha, 'anchor')
  await expect.poll(() => loads.length).toBeGreaterThan(before)

  await page.close()
  await expect.poll(() => otherStreams.at(-1)).toContain('teams')
  await other.getByRole('link', { name: 'live-beta' }).click()
  await expect(other.getByRole('heading', { name: 'live-beta' })).toBeVisible()
  await expect.poll(() => otherStreams.at(-1)).toContain(`teams:${beta}`)
  await other.close()
})
