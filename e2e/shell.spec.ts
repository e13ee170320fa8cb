import { expect, seriousFindings, signIn, test, toastOf, watchConsole } from './support/test.ts'

test('a stranger is led to the sign-in and back to where they wanted [SHELL-003, ERR-020, ID-033]', async ({
  browser,
  product,
}) => {
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(`${product.url}/health?query=front`)
  await expect(stranger).toHaveURL(/\/login\?return_to=/)
  await stranger.getByLabel('E-mail').fill('ada@example.com')
  await stranger.getByLabel('Password').fill('analytical engine')
  await stranger.keyboard.press('Enter')
  await expect(stranger).toHaveURL(`${product.url}/health?query=front`)
  await stranger.context().close()
})

test('a session that ends while working leads to the sign-in', async ({ page }) => {
  const search = page.getByPlaceholder('Search by name, description, or endpoint')
  await search.fill('anything')
  await expect(page).toHaveURL(/query=anything/)
  await page.context().clearCookies()
  await search.fill('anything else')
  await expect(page).toHaveURL(/\/login\?return_to=%2Fhealth%3Fquery%3Danything/)
})

test('the navigation can be collapsed, and stays so [SHELL-016, SHELL-017]', async ({ page }) => {
  const navigation = page.getByRole('navigation').first()
  const width = async () => (await navigation.boundingBox())?.width ?? 0
  expect(await width()).toBeGreaterThan(200)
  await page.getByRole('button', { name: 'Collapse navigation' }).click()
  await expect.poll(width).toBeLessThan(60)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Health' })).toBeVisible()
  await expect.poll(width).toBeLessThan(60)
  await page.getByRole('button', { name: 'Expand navigation' }).click()
  await expect.poll(width).toBeGreaterThan(200)
})

test('the user menu shows both versions, themes and signs out [SHELL-009, SHELL-010, SHELL-012]', async ({
  page,
  product,
}) => {
  const menu = page.getByRole('button', { name: /account of/ })
  await menu.click()
  await expect(page.getByText(/Frontend 1\.0\.813 · Backend \d+\.\d+\.\d+/)).toBeVisible()
  await page.getByRole('menuitemcheckbox', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.goto(`${product.url}/health`)
  await expect(page).toHaveURL(/\/login\?return_to/)
})

test('a version that cannot be read is NA [SHELL-011]', async ({ page }) => {
  await page.route('**/api/about', (route) => route.fulfill({ status: 503, json: { error: 'away' } }))
  await page.reload()
  await page.getByRole('button', { name: /account of/ }).click()
  await expect(page.getByText('Frontend 1.0.813 · Backend NA')).toBeVisible()
})

test('the palette finds pages, actions and checks', async ({ page, target, writeCanaries }) => {
  await writeCanaries(
    'palette.yaml',
    `metadata: { name: palette }\nspec:\n  http: [{ name: needle in a haystack, url: "${target.url}/ok" }]\n`,
  )
  await expect(page.getByText('needle in a haystack')).toBeVisible({ timeout: 20_000 })
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  const openPalette = async () => {
    await expect(palette).toBeHidden()
    await page.keyboard.press('ControlOrMeta+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
  }
  await openPalette()
  await expect(palette.getByText('Go to Health')).toBeVisible()
  await page.keyboard.type('needle')
  await palette.getByRole('option', { name: /needle in a haystack/ }).click()
  await expect(page.getByRole('dialog', { name: 'needle in a haystack' })).toBeVisible()
  await page.keyboard.press('Escape')
  await openPalette()
  await page.keyboard.type('qqqq')
  await expect(palette.getByText('No result')).toBeVisible()
  await page.keyboard.press('Escape')
  await openPalette()
  await page.keyboard.type('theme: light')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('keys lead through the application, and their help lists them', async ({ page, product }) => {
  await page.goto(`${product.url}/nowhere`)
  await expect(page.getByText('Page not found')).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(page).toHaveURL(`${product.url}/health`)
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help.getByText('Go to Health')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
})

test('an address without a page says so and offers some', async ({ page, product }) => {
  await page.goto(`${product.url}/no/such/page`)
  await expect(page.getByText('Page not found')).toBeVisible()
  await expect(page).toHaveTitle('Page not found - Binnacle')
  await page.getByRole('main').getByRole('link', { name: 'Health' }).click()
  await expect(page).toHaveURL(`${product.url}/health`)
  await expect(page).toHaveTitle('Health - Binnacle')
})

test('the start page is the first area', async ({ page, product }) => {
  await page.goto(product.url)
  await expect(page).toHaveURL(`${product.url}/health`)
})

test('without an answer to who is signed in, an error page stands in place of the application [ERR-019, ERR-011]', async ({
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

test.describe('a failed request', () => {
  const run = '**/api/canary/run/check/*'
  test.beforeEach(async ({ page, product, target, writeCanaries }) => {
    await writeCanaries(
      'toast.yaml',
      `metadata: { name: toast }\nspec:\n  http: [{ name: bread, url: "${target.url}/ok" }]\n`,
    )
    await page.goto(`${product.url}/health?query=bread`)
    await page.getByRole('link', { name: 'bread' }).click({ timeout: 20_000 })
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

test('the first page loads at most 250 kB of JavaScript, gzip', async ({ page, product }) => {
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js'))
      sizes.push(
        response
          .request()
          .sizes()
          .then(({ responseBodySize }) => responseBodySize),
      )
  })
  await page.route('**/*.js', (route) =>
    route.continue({ headers: { ...route.request().headers(), 'accept-encoding': 'gzip' } }),
  )
  await page.goto(`${product.url}/health`)
  await expect(page.getByRole('heading', { name: 'Health' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  expect(total).toBeGreaterThan(50_000)
  expect(total).toBeLessThan(250_000)
})
