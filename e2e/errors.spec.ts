import { expect, seriousFindings, signIn, test, toastOf } from './support/test.ts'

test.use({ startsAtChecks: false })

test('an address without a page says so and offers some', async ({ page, product }) => {
  await page.goto(`${product.url}/no/such/page`)
  await expect(page.getByText('Page not found')).toBeVisible()
  await expect(page).toHaveTitle(/Page not found - Binnacle$/)
  await page.getByRole('main').getByRole('link', { name: 'Health', exact: true }).click()
  await expect(page).toHaveURL(`${product.url}/health`)
  await expect(page).toHaveTitle(/Health - Binnacle$/)
})

test('a page that an update has replaced asks for a reload', async ({ browser, product }) => {
  const page = await (await browser.newContext()).newPage()
  await signIn(page, product.url)
  // The router loads such a page once more by itself, which it notes in the storage. After that the button is left.
  await page.addInitScript(`{
    const read = Storage.prototype.getItem
    Storage.prototype.getItem = function (key) {
      return key.startsWith('tanstack_router_reload:') ? 'true' : read.call(this, key)
    }
  }`)
  await page.reload()
  const part = '**/resource-*.js'
  await page.route(part, (route) => route.abort())
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Feature Flags' }).click()
  await expect(page.getByText('This page could not be loaded.')).toBeVisible()
  await page.unroute(part)
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('table', { name: 'Feature flags' })).toBeVisible()
  await expect(page).toHaveURL(`${product.url}/settings/feature-flags`)
  await page.context().close()
})

test('the error page says what its code means, and leads back [ERR-001, ERR-002, ERR-003, ERR-004]', async ({
  page,
  product,
}) => {
  await page.goto(`${product.url}/error?error_code=BAD_SESSION`)
  await expect(page.getByRole('alert')).toHaveText(
    'Bad Session. Please try logging out and logging in again, if the problem persist, please contact us.',
  )
  await page.goto(`${product.url}/error?error_code=whatever`)
  await expect(page.getByRole('alert')).toHaveText('Unknown error')
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('link', { name: 'Go back' }).click()
  await expect(page).toHaveURL(`${product.url}/topology`)
})

test('the error of a form is shown under its heading, or leads home when it is gone [ERR-005, ERR-006, ERR-007]', async ({
  page,
  product,
}) => {
  await page.route('**/self-service/errors?id=known', (route) =>
    route.fulfill({ json: { id: 'known', error: { code: 500, reason: 'The mail was refused' } } }),
  )
  await page.goto(`${product.url}/error/known`)
  await expect(page.getByRole('heading', { name: 'An error occurred' })).toBeVisible()
  await expect(page.getByText('The mail was refused')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go back' })).toHaveAttribute('href', '/')
  for (const status of [404, 403, 410]) {
    await page.route('**/self-service/errors?id=gone', (route) => route.fulfill({ status, json: {} }))
    await page.goto(`${product.url}/error/gone`)
    await expect(page).toHaveURL(`${product.url}/topology`)
    await page.unroute('**/self-service/errors?id=gone')
  }
})

test('a form error that cannot be had reaches the error screen [ERR-008]', async ({ browser, product }) => {
  // Not the page of the other tests: what a boundary catches shows in the console, which they forbid.
  const page = await (await browser.newContext()).newPage()
  await page.route('**/self-service/errors?id=x', (route) =>
    route.fulfill({ status: 500, json: { message: 'the archive is locked' } }),
  )
  await page.goto(`${product.url}/error/x`)
  await expect(page.getByText('Sorry.. there was an error')).toBeVisible()
  await expect(page.getByText('the archive is locked')).toBeVisible()
  await page.context().close()
})

test('a missing second factor leads to its sign-in and back [ID-032]', async ({ page, product }) => {
  await page.route('**/api/auth/whoami', (route) =>
    route.fulfill({ status: 401, json: { error: 'Sign in', code: 'EUNAUTHORIZED' } }),
  )
  await page.route('**/kratos/sessions/whoami', (route) =>
    route.fulfill({ status: 403, json: { error: { id: 'session_aal2_required', code: 403 } } }),
  )
  const request = page.waitForRequest('**/self-service/login/browser?*')
  await page.goto(`${product.url}/health?query=x`)
  const { searchParams } = new URL((await request).url())
  expect(searchParams.get('aal')).toBe('aal2')
  expect(searchParams.get('return_to')).toBe('/health?query=x')
})

test('without an answer to who is signed in, an error page replaces the application [ERR-019, ERR-011]', async ({
  browser,
  product,
}) => {
  // Not the page of the other tests: what a boundary catches shows in the console, which they forbid.
  const page = await (await browser.newContext()).newPage()
  await signIn(page, product.url)
  await page.route('**/api/auth/whoami', (route) =>
    route.fulfill({ status: 500, json: { error: 'the register is lost', requestId: 'r-7' } }),
  )
  await page.goto(`${product.url}/health`)
  await expect(page.getByText('Sorry.. there was an error')).toBeVisible()
  await expect(page.getByText('the register is lost')).toBeVisible()
  await expect(page.getByText('r-7')).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await page.context().close()
})

test('a page that breaks while it is drawn shows an error box, and the frame stays [ERR-010]', async ({
  browser,
  product,
}) => {
  // Not the page of the other tests: what a boundary catches shows in the console, which they forbid.
  const page = await (await browser.newContext()).newPage()
  await signIn(page, product.url)
  const flag = {
    source: 'db',
    type: 'text',
    description: '',
    created_by: null,
    created_at: null,
    updated_at: null,
  }
  await page.route('**/api/properties', (route) =>
    route.fulfill({ json: ['breaks.a', 'breaks.b'].map((name) => ({ ...flag, name, value: '1' })) }),
  )
  await page.addInitScript(`{
    const compare = String.prototype.localeCompare
    String.prototype.localeCompare = function (...rest) {
      if (this.startsWith('breaks.')) throw new Error('the letters are out of order')
      return compare.apply(this, rest)
    }
  }`)
  await page.goto(`${product.url}/settings/feature-flags`)
  const box = page.getByRole('main').getByRole('alert')
  await expect(box).toContainText('Something went wrong')
  await expect(box).toContainText('the letters are out of order')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Health', exact: true })
    .click()
  await expect(page.getByRole('heading', { name: 'Health', exact: true, level: 1 })).toBeVisible()
  await page.context().close()
})

test.describe('a failed request', () => {
  const run = '**/api/canary/run/check/*'
  test.beforeEach(async ({ page, product, target, writeCanaries }) => {
    await writeCanaries(
      'toast.yaml',
      `metadata: { name: toast }\nspec:\n  http: [{ name: bread, url: "${target.url}/ok" }]\n`,
    )
    await page.goto(`${product.url}/health?hidePassing=false&query=bread`)
    await page.getByRole('link', { name: 'bread' }).click()
    await expect(page.getByRole('button', { name: 'Run Now' })).toBeVisible()
  })

  for (const [id, answer, text] of [
    ['ERR-015', { status: 500, json: { error: 'the toaster is broken' } }, 'the toaster is broken'],
    ['ERR-015', { status: 500, json: { message: 'no bread' } }, 'no bread'],
    ['ERR-016', { status: 500, json: {} }, 'An error occurred'],
  ] as const)
    test(`is said in a toast: ${text} [${id}]`, async ({ page }) => {
      await page.route(run, (route) => route.fulfill(answer))
      await page.getByRole('button', { name: 'Run Now' }).click()
      await expect(toastOf(page, text)).toBeVisible()
    })

  test('in the network is said in a toast [ERR-013]', async ({ page }) => {
    await page.route(run, (route) => route.abort('connectionrefused'))
    await page.getByRole('button', { name: 'Run Now' }).click()
    await expect(toastOf(page, 'Network Error. Please try again.')).toBeVisible()
  })

  test('without a connection is said in a toast [ERR-014]', async ({ page }) => {
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Run Now' }).click()
    await expect(toastOf(page, 'No internet connection. Please try again.')).toBeVisible()
    await page.context().setOffline(false)
  })

  test('leaves its toast for 5 s [SHELL-020]', async ({ page }) => {
    await page.clock.install()
    await page.route(run, (route) => route.fulfill({ status: 500, json: { error: 'gone soon' } }))
    // The clock of the page stands, however long the test takes to look at it.
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('button', { name: 'Run Now' }).click()
    const toast = toastOf(page, 'gone soon')
    await expect(toast).toBeVisible()
    await page.mouse.move(10, 10)
    await page.clock.runFor(4_000)
    await expect(toast).toBeVisible()
    await page.clock.runFor(2_000)
    await expect(toast).toHaveCount(0)
  })
})
