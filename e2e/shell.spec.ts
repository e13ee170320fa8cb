import { actAs, changeFrame, switchOff } from './support/frame.ts'
import { expect, expectLooks, pressSequence, seriousFindings, test } from './support/test.ts'

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

test('someone whose first area is switched off starts where they can do something', async ({
  page,
  product,
}) => {
  await actAs(page, 'viewer')
  await switchOff(page, 'topology')
  await page.goto(product.url)
  await expect(page).toHaveURL(`${product.url}/health`)
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
