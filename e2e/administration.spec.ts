import type { Page } from '@playwright/test'
import { authenticatorCode, invite, join } from './support/people.ts'
import { expect, expectLooks, seriousFindings, test, toastOf } from './support/test.ts'

test.use({ startsAtChecks: false })

const password = 'nanoseconds of wire'
const section = (page: Page, name: string) => page.getByRole('region', { name })

/** Sets up the authenticator app that a page offers. */
async function setUpApp(page: Page): Promise<string> {
  const secret = (await page.locator('code').first().textContent()) ?? ''
  await page.getByLabel('Code from the app').fill(authenticatorCode(secret))
  await page.keyboard.press('Enter')
  return secret
}

test('an administrator ends one session of somebody, then all of them, by keyboard', async ({
  page,
  product,
  browser,
}) => {
  const link = await invite(page, product.url, {
    first: 'Barbara',
    last: 'Liskov',
    email: 'barbara@example.com',
    role: 'Editor',
  })
  const hers = await join(browser, link, password)
  await page.goto(`${product.url}/settings/users?query=barbara`)
  await page.getByRole('link', { name: 'Sessions of Barbara Liskov' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Sessions of Barbara Liskov' })
  const line = dialog.getByRole('listitem')
  await expect(line).toHaveCount(1)
  await expect(line).toContainText(/Chrome on \w+/)
  await expect(line).toContainText('127.0.0.1')
  expect(await seriousFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: /^End session Chrome/ }).focus()
  await page.keyboard.press('Enter')
  await expect(toastOf(page, 'Session ended')).toBeVisible()
  await expect(dialog.getByText('This user has no open sessions.')).toBeVisible()
  await expect(hers).toHaveURL(/\/login/)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  const second = await (await browser.newContext()).newPage()
  for (const place of [hers, second]) {
    await place.goto(`${product.url}/login`)
    await place.getByLabel('Email').fill('barbara@example.com')
    await place.getByLabel('Password').fill(password)
    await place.keyboard.press('Enter')
    await expect(place).toHaveURL(/\/topology/)
  }
  await page.getByRole('link', { name: 'Sessions of Barbara Liskov' }).click()
  await dialog.getByRole('button', { name: 'End 2 sessions' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End sessions' }).click()
  await expect(toastOf(page, 'Sessions ended')).toBeVisible()
  for (const place of [hers, second]) await expect(place).toHaveURL(/\/login/)
  await hers.context().close()
  await second.context().close()
})

test('an open invitation is seen, sent again, and withdrawn', async ({ page, product, browser }) => {
  const first = await invite(page, product.url, {
    first: 'Frances',
    last: 'Allen',
    email: 'frances@example.com',
    role: 'Responder',
  })
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: 'Invitations' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open invitations' })
  const line = dialog.getByRole('listitem').filter({ hasText: 'Frances Allen' })
  await expect(line).toContainText('frances@example.com')
  await expect(line).toContainText('Responder')
  await expect(line).toContainText('invited by Administrator')
  expect(await seriousFindings(page)).toEqual([])
  await line.getByRole('button', { name: 'Resend the invitation of Frances Allen' }).click()
  const link = page.getByLabel('Invite link')
  await expect(link).toBeVisible()
  const renewed = await link.inputValue()
  expect(renewed).not.toBe(first)
  await page.getByRole('button', { name: 'Done' }).click()
  await line.getByRole('button', { name: 'Withdraw the invitation of Frances Allen' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('frances@example.com')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Withdraw invitation' }).click()
  await expect(toastOf(page, 'Invitation withdrawn')).toBeVisible()
  await expect(line).toHaveCount(0)
  const hers = await (await browser.newContext()).newPage()
  for (const address of [first, renewed]) {
    await hers.goto(address)
    await expect(hers.getByText('This invitation is not known. Ask for a new one.')).toBeVisible()
  }
  await hers.context().close()
})

test('a changed password ends sessions and tokens, but keeps what was chosen', async ({
  page,
  product,
  browser,
  playwright,
}) => {
  const link = await invite(page, product.url, {
    first: 'Radia',
    last: 'Perlman',
    email: 'radia@example.com',
    role: 'Editor',
  })
  const hers = await join(browser, link, password)
  const tokens: string[] = []
  for (const name of ['backup', 'deploy']) {
    await hers.goto(`${product.url}/profile-settings?newToken=true`)
    const dialog = hers.getByRole('dialog', { name: 'Create token' })
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByRole('button', { name: 'Create' }).click()
    tokens.push(await hers.getByLabel('Token', { exact: true }).inputValue())
  }
  const elsewhere = await (await browser.newContext({ userAgent: 'curl/8.5.0' })).newPage()
  await elsewhere.goto(`${product.url}/login`)
  await elsewhere.getByLabel('Email').fill('radia@example.com')
  await elsewhere.getByLabel('Password').fill(password)
  await elsewhere.keyboard.press('Enter')
  await expect(elsewhere).toHaveURL(/\/topology/)

  await hers.goto(`${product.url}/profile-settings`)
  const box = section(hers, 'Change Password')
  for (const name of ['End all other sessions', 'End all access tokens'])
    await expect(box.getByRole('checkbox', { name })).toBeChecked()
  await expect(box.getByRole('checkbox', { name: /^Keep session curl/ })).not.toBeChecked()
  await box.getByLabel('New password').fill('Binnacle2026!')
  await hers.keyboard.press('Enter')
  await expect(box.getByText('The password contains “binnacle”.')).toBeVisible()
  await box.getByLabel('New password').fill('spanning trees of elm')
  await box.getByRole('checkbox', { name: 'Keep access token backup' }).focus()
  await hers.keyboard.press('Space')
  await box.getByRole('button', { name: 'Save' }).click()
  await expect(box.getByText('Your changes have been saved')).toBeVisible()
  await expect(elsewhere).toHaveURL(/\/login/)
  const statuses = []
  for (const token of tokens) {
    const script = await playwright.request.newContext({
      extraHTTPHeaders: { authorization: `Bearer ${token}` },
    })
    statuses.push((await script.get(`${product.url}/api/whoami`)).status())
    await script.dispose()
  }
  expect(statuses).toEqual([200, 401])
  const listed = section(hers, 'Personal access tokens').getByRole('listitem')
  await expect(listed).toHaveCount(1)
  await expect(listed).toContainText('backup')
  await hers.context().close()
  await elsewhere.context().close()
})

test('a role that requires a second factor leads its people to set one up first', async ({
  page,
  product,
  browser,
}) => {
  const link = await invite(page, product.url, {
    first: 'Lynn',
    last: 'Conway',
    email: 'lynn@example.com',
    role: 'Commander',
  })
  const hers = await join(browser, link, password)
  // Nobody demands of others what they have not themselves.
  await page.goto(`${product.url}/settings/users?secondFactor=true`)
  const dialog = page.getByRole('dialog', { name: 'Require a second factor' })
  await expect(dialog.getByText('Set up a second factor for yourself first')).toBeVisible()
  await expect(dialog.getByRole('checkbox', { name: /^Commander/ })).toBeDisabled()
  expect(await seriousFindings(page)).toEqual([])
  await dialog.getByRole('link', { name: 'profile settings' }).click()
  const app = section(page, 'Manage 2FA TOTP Authenticator App')
  const secret = (await app.locator('code').textContent()) ?? ''
  await app.getByLabel('Code from the app').fill(authenticatorCode(secret))
  await page.keyboard.press('Enter')
  await expect(app.getByRole('button', { name: 'Remove the authenticator app' })).toBeVisible()

  await page.goto(`${product.url}/settings/users?secondFactor=true`)
  await expect(
    dialog.getByRole('checkbox', { name: /^Commander 1 person has no second factor/ }),
  ).toBeEnabled()
  await dialog.getByRole('checkbox', { name: /^Commander/ }).focus()
  await page.keyboard.press('Space')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page, 'Required roles saved')).toBeVisible()

  // The page that she has open goes where it is set up, and back to where she was.
  await expect(hers).toHaveURL(/\/second-factor/)
  await expect(hers.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
  await expect(hers.getByText('Your role requires a second factor.')).toBeVisible()
  await expect(hers.getByLabel('Code from the app')).toBeFocused()
  expect(await seriousFindings(hers)).toEqual([])
  await hers.goto(`${product.url}/settings/users`)
  await expect(hers).toHaveURL(/\/second-factor\?return_to=%2Fsettings%2Fusers/)
  await expect(hers.getByLabel('Code from the app')).toBeVisible()
  await setUpApp(hers)
  await expect(hers).toHaveURL(/\/settings\/users$/)
  await expect(hers.getByText('Unauthorized — You do not have permission')).toBeVisible()

  await page.goto(`${product.url}/settings/users?secondFactor=true`)
  await dialog.getByRole('checkbox', { name: /^Commander/ }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page, 'Required roles saved')).toBeVisible()
  // Other tests of this file sign in with the password alone.
  await page.goto(`${product.url}/profile-settings`)
  await app.getByRole('button', { name: 'Remove the authenticator app' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove the app' }).click()
  await expect(app.getByLabel('Code from the app')).toBeVisible()
  await hers.context().close()
})

test('what cannot be loaded says so, and is asked for again', async ({ page, product }) => {
  // What comes live would ask again before the button is pressed.
  await page.route('**/api/live?*', (sent) => sent.abort())
  for (const [address, route] of [
    ['invitations=true', '**/api/auth/invitations'],
    ['secondFactor=true', '**/api/auth/second_factor_roles'],
  ] as const) {
    await page.route(route, (sent) => sent.fulfill({ status: 500, json: { error: 'the register burns' } }))
    await page.goto(`${product.url}/settings/users?${address}`)
    await expect(page.getByRole('dialog').getByText('the register burns')).toBeVisible()
    await page.unroute(route)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('dialog').getByText('the register burns')).toHaveCount(0)
  }
})

test('the dialogs for administrators have no accessibility findings on any width, in any theme', async ({
  page,
  product,
}) => {
  test.setTimeout(600_000)
  await invite(page, product.url, {
    first: 'A rather long first name',
    last: 'and an even longer last name',
    email: 'an.address.that.is.much.longer.than.most.of.them@example.com',
    role: 'Viewer',
  })
  const me = await page.request.get(`${product.url}/kratos/sessions/whoami`)
  const { id }: { id: string } = (await me.json()).identity
  for (const address of ['invitations=true', 'secondFactor=true', `sessions=${id}`])
    await expectLooks(page, `${product.url}/settings/users?${address}`, () =>
      expect(
        page
          .getByRole('dialog')
          .getByText(/A rather long|Commander|This browser/)
          .first(),
      ).toBeVisible(),
    )
})
