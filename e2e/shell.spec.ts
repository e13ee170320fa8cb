import type { Page } from '@playwright/test'
import { actAs, changeFrame, switchOff } from './support/frame.ts'
import {
  expect,
  expectLooks,
  pressSequence,
  seriousFindings,
  signIn,
  test,
  toastOf,
  watchConsole,
} from './support/test.ts'

test('a stranger is led to the sign-in and back to where they wanted [SHELL-003, ERR-020, ID-033]', async ({
  browser,
  product,
}) => {
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(`${product.url}/health?query=front`)
  await expect(stranger).toHaveURL(/\/login\?return_to=/)
  await stranger.getByLabel('Email').fill('ada@example.com')
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
  // Something that loads by itself may notice it first.
  await Promise.race([search.fill('anything else'), page.waitForURL(/\/login\?/)])
  await expect(page).toHaveURL(/\/login\?return_to=%2Fhealth%3F.*query%3Danything/)
})

test('the navigation can be collapsed, and stays so [SHELL-016, SHELL-017]', async ({ page }) => {
  const navigation = page.getByRole('navigation').first()
  const width = async () => (await navigation.boundingBox())?.width ?? 0
  await expect.poll(width).toBeGreaterThan(200)
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
  await changeFrame(page, { version: null })
  await page.reload()
  await page.getByRole('button', { name: /account of/ }).click()
  await expect(page.getByText('Frontend 1.0.813 · Backend NA')).toBeVisible()
})

test('the palette keeps what is typed before it has loaded', async ({ page }) => {
  const released = Promise.withResolvers<undefined>()
  await page.route('**/palette-*.js', async (route) => {
    await released.promise
    await route.continue()
  })
  const field = page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox')
  await expect(page.getByRole('button', { name: /^Search or jump to/ })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('theme: dark')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('theme: dark')
  await expect(page.getByRole('option')).toHaveCount(0)
  released.resolve(undefined)
  // Enter was meant for what was typed, and is obeyed as soon as there is something to choose from.
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(field).toHaveCount(0)
})

test('the palette finds pages, actions and checks', async ({ page, target, writeCanaries }) => {
  await writeCanaries(
    'palette.yaml',
    `metadata: { name: palette }\nspec:\n  http: [{ name: needle in a haystack, url: "${target.url}/ok" }]\n`,
  )
  await expect(page.getByText('needle in a haystack')).toBeVisible()
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  const openPalette = async () => {
    await expect(palette).toBeHidden()
    await page.keyboard.press('ControlOrMeta+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
  }
  await openPalette()
  await expect(palette.getByText('Go to Health', { exact: true })).toBeVisible()
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
  await pressSequence(page, 'g', 'h')
  await expect(page).toHaveURL(`${product.url}/health`)
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help.getByText('Go to Health', { exact: true })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
})

test('an address without a page says so and offers some', async ({ page, product }) => {
  await page.goto(`${product.url}/no/such/page`)
  await expect(page.getByText('Page not found')).toBeVisible()
  await expect(page).toHaveTitle(/Page not found - Binnacle$/)
  await page.getByRole('main').getByRole('link', { name: 'Health', exact: true }).click()
  await expect(page).toHaveURL(`${product.url}/health`)
  await expect(page).toHaveTitle(/Health - Binnacle$/)
})

test('the top bar refreshes what the page shows, and leads to the documents and the keys [SHELL-006]', async ({
  page,
  product,
}) => {
  const answer = page.waitForResponse('**/api/health/checks?*')
  await page.getByRole('button', { name: 'Refresh' }).click()
  expect((await answer).status()).toBe(200)
  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByRole('menuitem', { name: 'Docs' }).click()
  await expect(page).toHaveURL(`${product.url}/docs`)
  await expect(page.getByRole('heading', { name: 'Getting started' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Documents' }).getByRole('link', { name: 'Operating' }).click()
  await page.getByRole('article').getByRole('link', { name: 'the reference' }).click()
  await expect(page).toHaveURL(`${product.url}/docs/reference/configuration`)
  await expect(page.getByRole('cell', { name: 'DATA_DIR', exact: true })).toBeVisible()
})

test('the profile settings are in the user menu, and theme and density are kept [SHELL-008]', async ({
  page,
}) => {
  const menu = page.getByRole('button', { name: /account of/ })
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Profile Settings' })).toHaveAttribute(
    'href',
    '/profile-settings',
  )
  await page.getByRole('menuitemcheckbox', { name: 'High contrast' }).click()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await menu.click()
  await page.getByRole('menuitemcheckbox', { name: 'Comfortable' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-density', 'comfortable')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast')
  await expect(page.locator('html')).toHaveAttribute('data-density', 'comfortable')
})

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

test('someone whose first area is switched off starts where they can do something', async ({
  page,
  product,
}) => {
  await actAs(page, 'viewer')
  await switchOff(page, 'topology')
  await page.goto(product.url)
  await expect(page).toHaveURL(`${product.url}/health`)
})

test('a page that an update has replaced asks for a reload', async ({ browser, product }) => {
  const page = await (await browser.newContext()).newPage()
  await signIn(page, product.url)
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

test('without a network the top bar says so, and is live again with it', async ({ page }) => {
  const bar = page.getByRole('banner')
  await expect(bar.getByText('Live', { exact: true })).toBeVisible()
  await page.context().setOffline(true)
  await expect(bar.getByText('Offline', { exact: true })).toBeVisible()
  await page.context().setOffline(false)
  await expect(bar.getByText('Live', { exact: true })).toBeVisible()
})

test('an area that is switched off says so in its place', async ({ page, product }) => {
  await switchOff(page, 'health')
  await page.goto(`${product.url}/health`)
  await expect(page.getByRole('heading', { name: 'Health is switched off', level: 1 })).toBeVisible()
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Health', exact: true }),
  ).toHaveCount(0)
})

test('who may not see a page is told so, and finds no way to it [ERR-009, RBAC-009]', async ({
  page,
  product,
}) => {
  await actAs(page, 'viewer')
  await page.goto(`${product.url}/settings/users`)
  const denied = 'Unauthorized — You do not have permission to access this page'
  await expect(page.getByRole('heading', { name: denied, level: 1 })).toBeVisible()
  await expect(page.getByText('You are signed in as Rosa, with the role viewer.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Start page' })).toHaveAttribute('href', '/')
  await expect(page.getByRole('button', { name: 'Settings' })).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('option', { name: /^Go to Health G/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /Users|Invite User/ })).toHaveCount(0)
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

test('a missing second factor leads to its sign-in and back [ID-032]', async ({ page, product }) => {
  await page.route('**/api/auth/whoami', (route) =>
    route.fulfill({ status: 401, json: { error: 'Sign in', code: 'EUNAUTHORIZED' } }),
  )
  await page.route('**/kratos/sessions/whoami', (route) =>
    route.fulfill({ status: 403, json: { error: { id: 'session_aal2_required', code: 403 } } }),
  )
  const asked = page.waitForRequest('**/self-service/login/browser?*')
  await page.goto(`${product.url}/health?query=x`)
  const { searchParams } = new URL((await asked).url())
  expect(searchParams.get('aal')).toBe('aal2')
  expect(searchParams.get('return_to')).toBe('/health?query=x')
})

test('the frame and the documents have no accessibility findings in any look', async ({ page, product }) => {
  for (const [path, heading] of [
    ['/docs/guide/operating', 'Operating'],
    ['/health', 'Health'],
  ] as const)
    await expectLooks(page, product.url + path, () =>
      expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible(),
    )
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await expectLooks(page, `${product.url}/health`, async () => {
    // It stays open from look to look.
    if (await palette.isHidden()) {
      await expect(page.getByRole('heading', { name: 'Health', level: 1 })).toBeVisible()
      await page.keyboard.press('ControlOrMeta+k')
    }
    await expect(palette.getByRole('option').first()).toBeVisible()
  })
})

test('the start page is the topology [SHELL-002]', async ({ page, product }) => {
  await page.goto(product.url)
  await expect(page).toHaveURL(`${product.url}/topology`)
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
      const asked: string[] = []
      const paths = ['/api/auth/whoami', asks]
      const released = Promise.withResolvers<undefined>()
      await page.goto('about:blank')
      await page.route(/\/assets\/first-/, async (route) => {
        await released.promise
        await route.continue()
      })
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      const opened = page.goto(product.url + path)
      await expect.poll(() => paths.filter((each) => asked.includes(each))).toEqual(paths)
      released.resolve(undefined)
      await opened
      await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    })
})
