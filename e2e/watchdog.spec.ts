import { createServer } from 'node:http'
import { listen } from '@binnacle/plugin-kit/servers'
import { expect, expectLooks, signIn, test, toastOf, watchConsole } from './support/test.ts'
import { changeFrame } from './support/frame.ts'
import { type Product, startProduct } from './support/product.ts'

const PATH = '/settings/watchdog'

test.describe('the watchdog', () => {
  let product: Product
  test.beforeAll(async () => {
    product = await startProduct({ WATCH_SELF: 'on' })
  })
  test.afterAll(() => product.stop())

  test('shows what it watches, and pings a URL that nobody sees again', async ({ browser }) => {
    let status = 200
    const pings: string[] = []
    const monitor = await listen(
      createServer((request, response) => {
        pings.push(request.url ?? '')
        response.writeHead(status).end()
      }),
      0,
    )
    const page = await (await browser.newContext()).newPage()
    const complaints = watchConsole(page)
    await signIn(page, product.url, PATH)
    const detectors = page.getByRole('list', { name: 'Detectors' })
    await expect(detectors.getByRole('heading')).toHaveText([
      'Health checks run',
      'A process works',
      'The queue moves',
      'The network is there',
      'The clock is steady',
      'The database is fast',
    ])
    await expect(page.getByText('Binnacle works', { exact: true })).toBeVisible()
    await expect(detectors).toContainText('watchdog.network.hosts')

    const url = page.getByLabel('URL')
    await url.fill('ftp://example.com')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The URL begins with http:// or https://')).toBeVisible()
    await url.fill(`http://127.0.0.1:${monitor.port}/ping/secret`)
    await page.getByLabel('Interval (seconds)').fill('3600')
    await page.keyboard.press('Enter')
    await expect(toastOf(page, 'Saved')).toBeVisible()
    await expect(url).toHaveValue('')
    // Without a reload, as live updates tell of the first ping.
    const section = page.getByRole('region', { name: 'Dead-man’s switch' })
    await expect(section).toContainText(/Last answer\s*\d+s ago/)
    expect(pings).toEqual(['/ping/secret'])

    status = 404
    await page.getByRole('button', { name: 'Send request now' }).click()
    await expect(toastOf(page, 'The request failed: status 404, expected 200–299')).toBeVisible()
    await expect(section.getByRole('alert')).toContainText('status 404')
    expect(await page.content()).not.toContain('/ping/secret')
    await page.reload()
    await expect(section).toContainText('3600 s')
    expect(await page.content()).not.toContain('/ping/secret')
    await page.getByRole('button', { name: 'Switch off' }).click()
    const question = page.getByRole('alertdialog', { name: 'Switch off the dead-man’s switch?' })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await question.getByRole('button', { name: 'Switch off' }).click()
    await expect(toastOf(page, 'Switched off')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send request now' })).toHaveCount(0)

    // A detector is a check like others.
    await detectors.getByRole('link', { name: 'The network is there' }).click()
    await expect(page).toHaveURL(/checkId=/)
    await expect(page.getByRole('heading', { name: 'The network is there' })).toBeVisible()
    expect(complaints).toEqual([])
    await page.context().close()
    await monitor.stop()
  })
})

const detector = (name: string, title: string, more: object = {}) => ({
  name,
  title,
  description: `${title}, as it should be`,
  state: 'healthy',
  since: '2026-11-20T08:00:00Z',
  reason: '',
  last: null,
  checkId: '01930000-0000-7000-8000-000000000001',
  thresholds: [
    {
      property: 'watchdog.checks.overdue.intervals',
      description: 'A health check is overdue after this many of its intervals without a run',
      value: '3',
      isDefault: true,
    },
    { property: 'watchdog.queue.wait', description: 'Longest wait', value: '10m', isDefault: false },
  ],
  ...more,
})

const blind = {
  isOn: true,
  lookedAt: '2026-11-23T08:00:00Z',
  limited: 3,
  detectors: [
    detector('checks', 'Health checks run'),
    detector('workers', 'A process works', { state: 'unknown', since: null, thresholds: [] }),
    detector('queue', 'The queue moves', {
      last: { from: '2026-11-21T08:00:00Z', to: '2026-11-21T08:12:00Z' },
    }),
    detector('network', 'The network is there', {
      state: 'unhealthy',
      reason: '412 targets stopped to answer, and no target answered since',
    }),
  ],
  deadMan: {
    isOn: true,
    intervalSeconds: 60,
    attemptedAt: '2026-11-23T07:59:00Z',
    succeededAt: '2026-11-23T07:58:00Z',
    error: 'the server cannot be reached',
    withheld: '412 targets stopped to answer, and no target answered since',
  },
}

test('the page has no findings, and fits, while it is blind', async ({ page, product }) => {
  await page.route('**/api/watchdog', (route) => route.fulfill({ json: blind }))
  await expectLooks(page, `${product.url}${PATH}`, () =>
    expect(page.getByText('No requests are sent at present')).toBeVisible(),
  )
})

test('other pages say in a line that the product cannot see, and lead to the watchdog', async ({
  page,
  product,
}) => {
  const reason = '412 targets stopped to answer, and no target answered since'
  await changeFrame(page, { blindness: reason })
  await page.route('**/api/watchdog', (route) => route.fulfill({ json: blind }))
  const banner = page.getByRole('status').filter({ hasText: 'Binnacle may not see what happens' })
  await expectLooks(page, `${product.url}/notifications`, () => expect(banner).toContainText(reason))
  await page.goto(`${product.url}/health`)
  await banner.getByRole('link', { name: 'Open the watchdog' }).press('Enter')
  await expect(page).toHaveURL(product.url + PATH)
  await expect(page.getByRole('list', { name: 'Detectors' })).toBeVisible()
  await expect(banner).toHaveCount(0)
})

test('the page says when its data cannot be loaded, and tries again', async ({ page, product }) => {
  await page.route('**/api/watchdog', (route) =>
    route.fulfill({ status: 500, json: { error: 'out of order' } }),
  )
  await page.goto(`${product.url}${PATH}`)
  await expect(page.getByRole('alert')).toContainText('out of order')
  await page.unroute('**/api/watchdog')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('list', { name: 'Detectors' })).toBeVisible()
})
