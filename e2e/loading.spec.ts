import type { Page } from '@playwright/test'
import { expect, signIn, test, watchConsole } from './support/test.ts'

test.use({ startsAtChecks: false })

test('nothing is drawn before the flags are there [FLAG-013, FLAG-015]', async ({ page, product }) => {
  const flags = Promise.withResolvers<void>()
  await page.route('**/api/auth/whoami', async (route) => {
    await flags.promise
    await route.continue()
  })
  await page.goto(`${product.url}/health`)
  await expect(page.getByText('Loading', { exact: true })).toBeAttached()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  flags.resolve()
  await expect(page.getByRole('heading', { name: 'Health' })).toBeVisible()
})

test('a server that is starting is waited for', async ({ browser, product }) => {
  const page = await (await browser.newContext()).newPage()
  await signIn(page, product.url)
  await page.route('**/api/auth/whoami', (route) =>
    route.fulfill({ status: 503, json: { status: 'unavailable', problems: ['The server is starting'] } }),
  )
  await page.goto(`${product.url}/health`)
  await expect(page.getByText('Please wait, instance provisioning in-progress ...')).toBeVisible()
  await page.unroute('**/api/auth/whoami')
  await expect(page.getByRole('heading', { name: 'Health' })).toBeVisible()
  await page.context().close()
})

test('the start page is the topology [SHELL-002]', async ({ page, product }) => {
  await page.goto(product.url)
  await expect(page).toHaveURL(`${product.url}/topology`)
})

test('the page asks nobody but its own server, under a policy that forbids anything else', async ({
  browser,
  product,
}) => {
  const page = await (await browser.newContext()).newPage()
  const complaints = watchConsole(page)
  const answer = await page.goto(`${product.url}/login`)
  const policy = answer?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|https?:/)
  await signIn(page, product.url)
  await expect(page.getByRole('heading', { name: 'Health' })).toBeVisible()
  expect(complaints).toEqual([])
  await page.context().close()
})

/** Scripts that a page names in its head: what its first screen is drawn by. */
async function namedScripts(page: Page, url: string): Promise<string[]> {
  const html = await (await page.request.get(url, { headers: { accept: 'text/html' } })).text()
  return Array.from(html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g), ([, path]) => path ?? '')
}

test('the first page is drawn by at most 190 kB of JavaScript, gzip, all named in it', async ({
  page,
  product,
  target,
  writeCanaries,
}) => {
  await writeCanaries(
    'first.yaml',
    `metadata: { name: first }\nspec:\n  http: [{ name: first screen, url: "${target.url}/ok" }]\n`,
  )
  await page.goto(`${product.url}/health?hidePassing=false`)
  await expect(page.getByText('first screen')).toBeVisible()
  const named = await namedScripts(page, `${product.url}/health`)
  const sizes = await Promise.all(
    named.map(async (path) => {
      const answer = await page.request.get(product.url + path, { headers: { 'accept-encoding': 'gzip' } })
      expect(answer.headers()['content-encoding']).toBe('gzip')
      return Number(answer.headers()['content-length'])
    }),
  )
  const total = sizes.reduce((sum, size) => sum + size, 0)
  expect(total).toBeGreaterThan(50_000)
  expect(total).toBeLessThan(190_000)

  const others = (url: URL) => url.pathname.endsWith('.js') && !named.includes(url.pathname)
  await page.route(others, (route) => route.abort())
  await page.goto(`${product.url}/health?hidePassing=false`)
  await expect(
    page.getByRole('table', { name: 'Checks' }).getByRole('link', { name: 'first screen' }),
  ).toBeVisible()
})

test('the frame is painted before any script or style is there', async ({ page, product }) => {
  await page.route(/\/assets\//, (route) => route.abort())
  await page.goto(`${product.url}/health`)
  const frame = page.getByRole('status', { name: 'Loading' })
  await expect(frame).toBeVisible()
  expect(await frame.locator('i').first().boundingBox()).toMatchObject({ height: 1 })
  // Who is not signed in sees the sign-in next, which has no frame.
  await page.context().clearCookies()
  await page.goto(`${product.url}/health`)
  await expect(frame).toHaveCount(0)
})

test.describe('the first requests are sent while the scripts are still loaded', () => {
  for (const [path, asks, title] of [
    ['/health', '/api/health/checks', 'Health'],
    ['/', '/api/topology', 'Topology'],
  ] as const)
    test(`of ${title}`, async ({ page, product }) => {
      const requests: string[] = []
      const paths = ['/api/auth/whoami', asks]
      const released = Promise.withResolvers<undefined>()
      await page.goto('about:blank')
      await page.route(/\/assets\/first-/, async (route) => {
        await released.promise
        await route.continue()
      })
      page.on('request', (request) => requests.push(new URL(request.url()).pathname))
      const opened = page.goto(product.url + path)
      await expect.poll(() => paths.filter((each) => requests.includes(each))).toEqual(paths)
      released.resolve(undefined)
      await opened
      await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    })
})
