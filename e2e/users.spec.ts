import { expect, expectLooks, test, toastOf } from './support/test.ts'
import { invite, join } from './support/people.ts'

test.use({ startsAtChecks: false })

const password = 'nanoseconds of wire'

test.describe('users', () => {
  test('are invited with a link that is copied, and join with the role that was chosen [USR-001, USR-003, USR-004, USR-016]', async ({
    page,
    product,
    browser,
  }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const grace = { first: 'Grace', last: 'Hopper', email: 'grace@example.com', role: 'Viewer' }
    const link = await invite(page, product.url, grace)
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect(toastOf(page, 'Link copied to clipboard')).toBeVisible()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link)
    const hers = await join(browser, link, password)
    // A viewer has no settings, and is told so where the address says otherwise.
    await expect(hers.getByRole('button', { name: 'Settings' })).toHaveCount(0)
    await hers.goto(`${product.url}/settings/users`)
    await expect(
      hers.getByText('Unauthorized — You do not have permission to access this page'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Done' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Grace Hopper' })
    await expect(row).toContainText('Viewer')
    await expect(row).toContainText('Active')
    // A role that is changed shows without a reload of hers [RBAC-005].
    await row.getByRole('link', { name: 'Edit Grace Hopper' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Grace Hopper' })
    await dialog.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: /^Editor/ }).click()
    await dialog.getByLabel('Last name').fill('Murray')
    await dialog.getByRole('button', { name: 'Update' }).click()
    await expect(toastOf(page, 'Grace Murray updated successfully')).toBeVisible()
    await expect(hers.getByRole('table', { name: 'Users' })).toBeVisible()
    await hers.context().close()
  })

  test('that are removed are gone, and signed out [USR-002, USR-018, USR-019]', async ({
    page,
    product,
    browser,
  }) => {
    const edsger = { first: 'Edsger', last: 'Dijkstra', email: 'edsger@example.com', role: 'Editor' }
    const his = await join(browser, await invite(page, product.url, edsger), password)
    await page.goto(`${product.url}/settings/users?query=edsger`)
    await page.getByRole('button', { name: 'Delete Edsger Dijkstra' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('their sessions and access tokens')
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await question.getByRole('button', { name: 'Delete user' }).click()
    await expect(toastOf(page, 'user deleted successfully')).toBeVisible()
    await expect(page.getByText('Nothing matches these filters')).toBeVisible()
    await expect(his).toHaveURL(/\/login/)
    await his.context().close()
  })

  test('need every field, each with its words [USR-009, USR-010, USR-011, USR-012, USR-013]', async ({
    page,
    product,
  }) => {
    await page.goto(`${product.url}/settings/users`)
    await page.getByRole('link', { name: 'Invite User' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite User' })
    await expect(dialog.getByLabel('First name')).toBeFocused()
    await page.keyboard.press('Enter')
    for (const words of [
      'Please provide valid first name',
      'Please provide valid last name',
      'Please provide valid email',
      'Please select any role',
    ])
      await expect(dialog.getByText(words)).toBeVisible()
    await dialog.getByLabel('Email').fill('nobody')
    await expect(dialog.getByText('Entered value does not match email format')).toBeVisible()
  })

  test('cannot be invited twice, and the field says so', async ({ page, product }) => {
    await page.goto(`${product.url}/settings/users?invite=true`)
    const dialog = page.getByRole('dialog', { name: 'Invite User' })
    await dialog.getByLabel('First name').fill('Ada')
    await dialog.getByLabel('Last name').fill('Again')
    await dialog.getByLabel('Email').fill('ada@example.com')
    await dialog.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: /^Viewer/ }).click()
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
    await expect(dialog.getByText('User already exists')).toBeVisible()
    await expect(dialog.getByLabel('Email')).toBeFocused()
  })

  test('cannot remove or lock out themselves, nor the last administrator', async ({ page, product }) => {
    await page.goto(`${product.url}/settings/users?query=ada@example.com`)
    const row = page.getByRole('row').filter({ hasText: 'ada@example.com' })
    await expect(row.getByRole('button', { name: /^Delete/ })).toHaveAttribute('aria-disabled', 'true')
    await row.getByRole('link', { name: 'Administrator', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('switch', { name: 'Active' })).toBeDisabled()
    await dialog.getByLabel('Last name').fill('Lovelace')
    await dialog.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: /^Viewer/ }).click()
    await dialog.getByRole('button', { name: 'Update' }).click()
    await expect(dialog.getByRole('alert')).toContainText('is the last administrator')
  })

  test('come with the highest role that they hold preselected [USR-008]', async ({ page, product }) => {
    await page.goto(`${product.url}/settings/users?query=ada@example.com`)
    await page.getByRole('link', { name: /^Edit/ }).click()
    await expect(page.getByRole('combobox', { name: 'Role' })).toContainText('Admin')
  })

  test('are found, sorted and paged by the server, as the address says', async ({ page, product }) => {
    const requests: URL[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/db/identities')) requests.push(new URL(request.url()))
    })
    await page.goto(
      `${product.url}/settings/users?query=ada@&sortBy=email&sortOrder=desc&pageSize=5&pageIndex=7`,
    )
    // The page that was asked for does not exist: the last one is shown.
    await expect(page.getByRole('row').filter({ hasText: 'ada@example.com' })).toBeVisible()
    await expect(page).not.toHaveURL(/pageIndex/)
    const last = requests.at(-1)?.searchParams
    expect(last?.get('order')).toBe('traits->>email.desc.nullslast,id.asc')
    expect(last?.get('limit')).toBe('5')
    expect(last?.get('or')).toContain('traits->>email.ilike."*ada@*"')
    await page.goto(`${product.url}/settings/users?query=${encodeURIComponent('50%,("x")')}`)
    await expect(page.getByText('Nothing matches these filters')).toBeVisible()
  })

  test('that cannot be loaded say why, and are asked for again', async ({ page, product }) => {
    await page.route('**/api/db/identities*', (route) =>
      route.fulfill({ status: 500, json: { message: 'the register burns', requestId: 'r-9' } }),
    )
    await page.goto(`${product.url}/settings/users`)
    await expect(page.getByText('the register burns')).toBeVisible()
    await page.unroute('**/api/db/identities*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'ada@example.com' })).toBeVisible()
  })

  test('keep what was typed when the session ends in between', async ({ page, product }) => {
    await page.goto(`${product.url}/settings/users?invite=true`)
    const dialog = page.getByRole('dialog', { name: 'Invite User' })
    await dialog.getByLabel('First name').fill('Barbara')
    await dialog.getByLabel('Last name').fill('Liskov')
    await dialog.getByLabel('Email').fill('barbara@example.com')
    await dialog.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: /^Commander/ }).click()
    // Nothing but the form may be the first to learn that the session is gone.
    const isRead = (url: URL) => url.pathname.startsWith('/api/')
    await page.route(isRead, (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    )
    await page.context().clearCookies()
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
    await expect(page).toHaveURL(/\/login\?return_to=.*flow=/)
    await page.unroute(isRead)
    await expect(
      page.getByText('Your session has ended. Sign in again to go on where you were.'),
    ).toBeVisible()
    const furtherForms: string[] = []
    page.on('request', (sent) => {
      if (sent.url().includes('/self-service/login/browser')) furtherForms.push(sent.url())
    })
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password').fill('analytical engine')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/settings\/users\?invite=true/)
    await expect(dialog.getByText('What you typed before you signed in again was kept.')).toBeVisible()
    await expect(dialog.getByLabel('First name')).toHaveValue('Barbara')
    await expect(dialog.getByLabel('Email')).toHaveValue('barbara@example.com')
    await expect(dialog.getByRole('combobox', { name: 'Role' })).toContainText('Commander')
    // The page that was left asks for nothing more.
    expect(furtherForms).toEqual([])
    // A person who comes back later is not told of a session that ended long ago.
    await page.goto('about:blank')
    await page.context().clearCookies()
    await page.goto(`${product.url}/login`)
    await expect(page.getByLabel('Email')).toBeVisible()
    await expect(page.getByText('Your session has ended')).toHaveCount(0)
  })

  test('have no accessibility findings on any width, in any theme', async ({ page, product }) => {
    test.setTimeout(600_000)
    for (const path of ['/settings/users', '/settings/users?invite=true'])
      await expectLooks(page, product.url + path, () =>
        expect(page.getByText('ada@example.com').first()).toBeVisible(),
      )
  })
})
