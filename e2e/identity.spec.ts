import type { Browser, Page } from '@playwright/test'
import { authenticatorCode, invite, join, mailedCode } from './support/people.ts'
import { type Product, startProduct } from './support/product.ts'
import {
  expect,
  expectLooks,
  seriousFindings,
  test as productTest,
  toastOf,
  watchConsole,
} from './support/test.ts'

/** A product without a mail server writes emails to its log. */
const test = productTest.extend<object, { product: Product }>({
  product: [
    // eslint-disable-next-line no-empty-pattern -- the form that Playwright asks for
    async ({}, use) => {
      const product = await startProduct({ LOG_LEVEL: 'info' })
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
})

test.use({ startsAtChecks: false })

const password = 'nanoseconds of wire'

async function member(page: Page, browser: Browser, url: string, name: string): Promise<Page> {
  const email = `${name.toLowerCase()}@example.com`
  const link = await invite(page, url, { first: name, last: 'Tester', email, role: 'Editor' })
  return join(browser, link, password)
}

async function signInAs(page: Page, url: string, email: string, secret: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(secret)
  await page.keyboard.press('Enter')
}

/** Takes the session away from a page that does nothing meanwhile: one that is open would lead to the sign-in itself. */
async function loseSession(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

const section = (page: Page, name: string) => page.getByRole('region', { name })

test('an invitation prefills the account, checks the password, and works once [ID-015]', async ({
  page,
  product,
  browser,
}) => {
  const link = await invite(page, product.url, {
    first: 'Katherine',
    last: 'Johnson',
    email: 'katherine@example.com',
    role: 'Responder',
  })
  const hers = await (await browser.newContext()).newPage()
  await hers.goto(link)
  await expect(hers.getByRole('heading', { name: 'Create account' })).toBeVisible()
  await expect(hers.getByLabel('First name')).toHaveValue('Katherine')
  await expect(hers.getByLabel('Email')).toHaveValue('katherine@example.com')
  await expect(hers.getByLabel('Email')).not.toBeEditable()
  await expect(hers.getByLabel('Password')).toBeFocused()
  await expect(hers.getByLabel('Password')).toHaveAttribute('autocomplete', 'new-password')
  await hers.getByLabel('Password').fill('password1')
  await hers.keyboard.press('Enter')
  await expect(hers.getByText('This password is on lists of stolen passwords')).toBeVisible()
  expect(await seriousFindings(hers)).toEqual([])
  await hers.getByLabel('Password').fill(password)
  await hers.keyboard.press('Enter')
  await expect(hers).toHaveURL(/\/topology/)
  await loseSession(hers)
  await hers.goto(link)
  await expect(hers.getByText('This invitation was used already')).toBeVisible()
  await expect(hers.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await hers.context().close()
})

test('a lost password is replaced with a code from a mail [ID-005, ID-008, ID-009, ID-016]', async ({
  page,
  product,
  browser,
}) => {
  const hers = await member(page, browser, product.url, 'Rosalind')
  await loseSession(hers)
  await hers.goto(`${product.url}/login`)
  await hers.getByRole('link', { name: 'Reset password' }).click()
  await expect(hers.getByRole('heading', { name: 'Recover account' })).toBeVisible()
  await expect(hers.getByRole('link', { name: 'Go back' })).toHaveAttribute('href', '/login')
  await hers.getByLabel('Email').fill('rosalind@example.com')
  await hers.keyboard.press('Enter')
  const code = hers.getByLabel('Code from the email')
  await expect(code).toBeFocused()
  await code.fill('000000')
  await hers.keyboard.press('Enter')
  await expect(hers.getByText('The code is wrong, expired or used already')).toBeVisible()
  await code.fill(await mailedCode(product, 'rosalind@example.com'))
  await hers.keyboard.press('Enter')
  await expect(hers).toHaveURL(/\/profile-settings\?flow=/)
  await expect(hers.getByText('Your account is recovered. Choose a new password now.')).toBeVisible()
  const box = section(hers, 'Change Password')
  await box.getByLabel('New password').fill('double helix, photo 51')
  await hers.keyboard.press('Enter')
  await expect(box.getByText('Your changes have been saved')).toBeVisible()
  await loseSession(hers)
  await signInAs(hers, product.url, 'rosalind@example.com', 'double helix, photo 51')
  await expect(hers).toHaveURL(/\/topology/)
  await hers.context().close()
})

test('a person who leaves before the form of a page is loaded is not brought back to it', async ({
  product,
  browser,
}) => {
  const theirs = await (await browser.newContext()).newPage()
  const answer = Promise.withResolvers<void>()
  await theirs.route('**/self-service/login/browser*', async (route) => {
    await answer.promise
    // The page that asked may have been left, which aborts the request.
    await route.continue().catch(() => {})
  })
  await theirs.goto(`${product.url}/login`)
  const aborted = theirs.waitForEvent('requestfailed', (request) => request.url().includes('/login/browser'))
  await theirs.getByRole('link', { name: 'Reset password' }).click()
  await expect(theirs.getByRole('heading', { name: 'Recover account' })).toBeVisible()
  await aborted
  answer.resolve()
  await theirs.getByLabel('Email').fill('nobody@example.com')
  await theirs.keyboard.press('Enter')
  await expect(theirs.getByLabel('Code from the email')).toBeFocused()
  await expect(theirs).toHaveURL(/\/recovery\?flow=/)
  await theirs.context().close()
})

test('a second factor is set up, asked for, replaced by a backup code, and removed [ID-004, ID-011, ID-021]', async ({
  page,
  product,
  browser,
}) => {
  const hers = await member(page, browser, product.url, 'Hedy')
  await hers.goto(`${product.url}/profile-settings`)
  const app = section(hers, 'Manage 2FA TOTP Authenticator App')
  await expect(app.getByRole('img')).toBeVisible()
  await expect(app.getByText('On', { exact: true })).toHaveCount(0)
  const secret = (await app.locator('code').textContent()) ?? ''
  await app.getByLabel('Code from the app').fill('123456')
  await hers.keyboard.press('Enter')
  await expect(app.getByText('This code is wrong')).toBeVisible()
  await app.getByLabel('Code from the app').fill(authenticatorCode(secret))
  await hers.keyboard.press('Enter')
  await expect(app.getByRole('button', { name: 'Remove the authenticator app' })).toBeVisible()
  await expect(app.getByText('On', { exact: true })).toBeVisible()

  const backup = section(hers, 'Manage 2FA Backup Recovery Codes')
  await backup.getByRole('button', { name: 'Make new backup codes' }).click()
  await expect(backup.getByRole('button', { name: 'I have kept these codes' })).toBeVisible()
  const codes = await backup.locator('code').allTextContents()
  expect(codes.length).toBeGreaterThan(5)
  await backup.getByRole('button', { name: 'I have kept these codes' }).click()
  await expect(backup.getByText('backup codes are left')).toBeVisible()

  await loseSession(hers)
  await signInAs(hers, product.url, 'hedy@example.com', password)
  await expect(hers.getByRole('heading', { name: 'Two-Factor Authentication' })).toBeVisible()
  const code = hers.getByLabel('Authentication or backup code')
  await expect(code).toBeFocused()
  // A keyboard of digits could not type a backup code.
  await expect(code).not.toHaveAttribute('inputmode')
  expect(await seriousFindings(hers)).toEqual([])
  await code.fill(codes[0] ?? '')
  await hers.keyboard.press('Enter')
  await expect(hers).toHaveURL(/\/topology/)

  await hers.goto(`${product.url}/profile-settings`)
  await app.getByRole('button', { name: 'Remove the authenticator app' }).click()
  await hers.getByRole('alertdialog').getByRole('button', { name: 'Remove the app' }).click()
  await expect(app.getByLabel('Code from the app')).toBeVisible()
  await hers.context().close()
})

test('names are changed, and the message about it goes after 10 s [ID-012, ID-013, ID-018]', async ({
  page,
  product,
}) => {
  await page.clock.install()
  await page.goto(`${product.url}/profile-settings`)
  await expect(page.getByRole('link', { name: 'Go back' })).toHaveAttribute('href', '/')
  const box = section(page, 'Your profile')
  await box.getByLabel('First name').fill('Augusta')
  await box.getByLabel('Last name').fill('King')
  // The clock of the page stands, however long the test takes to look at it.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.keyboard.press('Enter')
  const saved = box.getByText('Your changes have been saved')
  await expect(async () => {
    await page.clock.runFor(50)
    await expect(saved).toBeVisible({ timeout: 100 })
  }).toPass()
  await page.clock.runFor(9_000)
  await expect(saved).toBeVisible()
  await page.clock.runFor(2_000)
  await expect(saved).toHaveCount(0)
  await page.clock.resume()
  await expect(page.getByRole('button', { name: /account of Augusta King/ })).toBeVisible()
})

test('a token is shown once, acts with its role, and is revoked', async ({ page, product, playwright }) => {
  await page.goto(`${product.url}/profile-settings?newToken=true`)
  const dialog = page.getByRole('dialog', { name: 'Create token' })
  await dialog.getByLabel('Name').fill('browser test')
  await dialog.getByRole('button', { name: 'Create' }).click()
  const token = await page.getByLabel('Token', { exact: true }).inputValue()
  await page.getByRole('button', { name: 'Done' }).click()
  const script = await playwright.request.newContext({
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  })
  expect((await script.get(`${product.url}/api/db/people?select=id`)).status()).toBe(200)
  expect((await script.get(`${product.url}/api/db/identities?select=id`)).status()).toBe(403)
  await page.getByRole('button', { name: 'Revoke browser test' }).click()
  await page.getByRole('button', { name: 'Revoke token' }).click()
  await expect(toastOf(page, 'browser test revoked')).toBeVisible()
  expect((await script.get(`${product.url}/api/db/people?select=id`)).status()).toBe(401)
  await script.dispose()
})

test('other sessions are listed and ended, the present one stays', async ({ page, product, browser }) => {
  const elsewhere = await (await browser.newContext({ userAgent: 'curl/8.5.0' })).newPage()
  await signInAs(elsewhere, product.url, 'ada@example.com', 'analytical engine')
  await expect(elsewhere).toHaveURL(/\/topology/)
  await page.goto(`${product.url}/profile-settings`)
  const box = section(page, 'Sessions')
  await expect(box.getByRole('listitem').filter({ hasText: 'This browser' })).toHaveCount(1)
  await box.getByRole('button', { name: 'Sign out curl' }).click()
  await expect(box.getByRole('listitem').filter({ hasText: 'curl' })).toHaveCount(0)
  await expect(elsewhere).toHaveURL(/\/login/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible()
  await elsewhere.context().close()
})

test('of many sessions those used last are listed, and all when asked for', async ({ page, product }) => {
  await page.route('**/kratos/sessions', (route) =>
    route.fulfill({
      json: Array.from({ length: 9 }, (_, number) => ({
        id: `01900000-0000-7000-8000-00000000000${number}`,
        authenticated_at: new Date(Date.now() - number * 60_000).toISOString(),
        devices: [{ user_agent: 'curl/8.5.0', ip_address: `192.0.2.${number}` }],
      })),
    }),
  )
  await page.goto(`${product.url}/profile-settings`)
  const lines = section(page, 'Sessions').getByRole('listitem')
  await expect(lines).toHaveCount(6)
  await expect(lines.nth(1)).toContainText('192.0.2.0')
  const all = page.getByRole('button', { name: 'Show all 9 others' })
  await all.focus()
  await page.keyboard.press('Enter')
  await expect(lines).toHaveCount(10)
  await expect(page.getByRole('button', { name: 'Show fewer' })).toBeFocused()
})

test('theme, density and time zone are chosen and kept', async ({ page, product }) => {
  await page.goto(`${product.url}/profile-settings`)
  const box = section(page, 'Appearance')
  await box.getByRole('combobox', { name: 'Theme' }).click()
  await page.getByRole('option', { name: 'High contrast' }).click()
  await box.getByRole('combobox', { name: 'Density' }).click()
  await page.getByRole('option', { name: 'Comfortable' }).click()
  await box.getByRole('combobox', { name: 'Time zone' }).fill('tokyo')
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast')
  await expect(page.locator('html')).toHaveAttribute('data-density', 'comfortable')
  await page.goto(`${product.url}/settings/users`)
  await page.getByRole('row').filter({ hasText: 'ada@example.com' }).locator('time').hover()
  await expect(page.getByText('+09:00')).toBeVisible()
})

test('signing in, joining, recovering, verifying and settings have their own pages [ID-001]', async ({
  page,
  product,
  browser,
}) => {
  const stranger = await (await browser.newContext()).newPage()
  const link = await invite(page, product.url, {
    first: 'Sofia',
    last: 'Kovalevskaya',
    email: 'sofia@example.com',
    role: 'Viewer',
  })
  for (const [address, heading, path] of [
    ['/login', 'Sign In to your account', '/login'],
    [link.slice(product.url.length), 'Create account', '/registration'],
    ['/recovery', 'Recover account', '/recovery'],
    ['/verification', 'Verify your account', '/verification'],
  ] as const) {
    await stranger.goto(product.url + address)
    await expect(stranger.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    expect(new URL(stranger.url()).pathname).toBe(path)
  }
  await page.goto(`${product.url}/profile-settings`)
  await expect(page.getByRole('heading', { name: 'Profile Settings', level: 1 })).toBeVisible()
  await stranger.context().close()
})

test('what is copied is said, and so is what cannot be [SHELL-032, SHELL-033, SHELL-034]', async ({
  page,
  product,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${product.url}/profile-settings`)
  const app = section(page, 'Manage 2FA TOTP Authenticator App')
  const secret = await app.locator('code').textContent()
  const copy = app.getByRole('button', { name: 'Copy secret' })
  await copy.click()
  await expect(toastOf(page, 'Copied to clipboard')).toBeVisible()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret)
  await page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error('not now'))`)
  await copy.click()
  await expect(toastOf(page, 'Failed to copy to clipboard')).toBeVisible()
  await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`)
  await copy.click()
  await expect(toastOf(page, 'Clipboard not available')).toBeVisible()
})

test('fields that are required say so when they are empty [SHELL-035]', async ({
  page,
  product,
  browser,
}) => {
  const message = 'This field is required'
  for (const [path, name, button] of [
    ['/profile-settings?newToken=true', 'Create token', 'Create'],
    ['/settings/teams?add=true', 'Add team', 'Save'],
  ] as const) {
    await page.goto(product.url + path)
    const dialog = page.getByRole('dialog', { name })
    await dialog.getByRole('button', { name: button }).click()
    await expect(dialog.getByText(message)).toHaveCount(1)
    await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription(new RegExp(message))
  }
  await page.goto(`${product.url}/profile-settings`)
  const box = section(page, 'Change Password')
  await box.getByRole('button').last().click()
  await expect(box.getByText(message)).toBeVisible()
  const stranger = await (await browser.newContext()).newPage()
  for (const [path, count] of [
    ['/login', 2],
    ['/recovery', 1],
    ['/verification', 1],
  ] as const) {
    await stranger.goto(product.url + path)
    await stranger.getByRole('main').getByRole('button').last().click()
    await expect(stranger.getByText(message)).toHaveCount(count)
  }
  await stranger.context().close()
})

test('an address is verified under its title [ID-010, ID-017]', async ({ page, product }) => {
  await page.goto(`${product.url}/verification`)
  await expect(page.getByRole('heading', { name: 'Verify your account' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go back' })).toHaveAttribute('href', '/')
})

test('no page of an account asks another host or has accessibility findings', async ({
  page,
  product,
  browser,
}) => {
  const stranger = await (await browser.newContext()).newPage()
  const complaints = watchConsole(stranger)
  for (const path of ['/login', '/recovery', '/verification', '/error?error_code=BAD_SESSION'])
    await expectLooks(stranger, product.url + path, () =>
      expect(stranger.getByRole('heading', { level: 1 })).toBeVisible(),
    )
  await expectLooks(page, `${product.url}/profile-settings`, () =>
    expect(section(page, 'Change Password')).toBeVisible(),
  )
  expect(complaints).toEqual([])
  await stranger.context().close()
})
