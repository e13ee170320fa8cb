import type { Page } from '@playwright/test'
import { expect, expectLooks, rowOf, test, toastOf, watchConsole } from './support/test.ts'
import { invite, join } from './support/people.ts'

test.use({ startsAtChecks: false })

const PATH = '/notifications/silences'
const ADD = `${PATH}/add`

const canary = (name: string, spec: string) =>
  `metadata: { name: ${name} }\nspec:\n  schedule: "@every 365d"\n${spec}`

const silences = (page: Page) => page.getByRole('table', { name: 'Silences' })
const silenceRow = (page: Page, text: string) => silences(page).getByRole('row').filter({ hasText: text })

/** Creates a silence through the API. */
async function silence(page: Page, url: string, body: Readonly<Record<string, unknown>>): Promise<void> {
  const answer = await page.request.post(`${url}/api/notification/silence`, {
    data: { from: 'now', until: 'now+1h', ...body },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Deletes every silence, because tests share a product. */
async function deleteAll(page: Page, url: string): Promise<void> {
  await page.request.patch(`${url}/api/db/notification_silences?deleted_at=is.null`, {
    data: { deleted_at: 'now()' },
  })
}

test.afterEach(({ page, product }) => deleteAll(page, product.url))

test('a failing check is silenced from its page, shows it, and is told about again when the silence ends [SIL-001][SIL-002][SIL-003][SIL-005][SIL-006][RBAC-034]', async ({
  page,
  product,
  target,
  writeCanaries,
}) => {
  await writeCanaries(
    'quiet.yaml',
    canary('quiet', `  http:\n    - { name: quiet target, url: "${target.url}/bad" }\n`),
  )
  await page.goto(`${product.url}/health?hidePassing=false`)
  const row = rowOf(page, 'quiet target')
  await expect(row).toContainText('Unhealthy')
  await row.getByRole('link').first().click()
  const drawer = page.getByRole('dialog', { name: 'quiet target' })
  await drawer.getByRole('link', { name: 'Silence…' }).click()

  await expect(page.getByRole('heading', { name: 'Add silence' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Check' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Silence' })).toBeFocused()
  const picker = page.getByRole('combobox', { name: 'Check' })
  await expect(picker).toHaveValue('quiet target')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('1 resource of')
  await expect(preview).toContainText('1 of them not healthy')

  // Another kind of resource clears the chosen one.
  await page.getByText('Component', { exact: true }).click()
  await expect(page.getByRole('combobox', { name: 'Component' })).toHaveValue('')
  await page.getByText('Check', { exact: true }).click()
  await expect(picker).toHaveValue('')
  await picker.fill('quiet')
  await page.getByRole('option', { name: /quiet target/ }).click()

  await page.getByRole('button', { name: '4 hours' }).click()
  await page.getByLabel('Reason').fill('The rack moves')
  await page.getByRole('button', { name: 'Add silence' }).click()
  await expect(toastOf(page, 'Silence added successfully')).toBeVisible()
  await expect(silenceRow(page, 'The rack moves')).toContainText('quiet target')
  await expect(silenceRow(page, 'The rack moves')).toContainText('in 4h')

  await page.goto(`${product.url}/health?hidePassing=false`)
  await expect(row.getByText(/^Silenced until .*: The rack moves$/)).toBeAttached()
  await page.goto(`${product.url}/health?hidePassing=false&layout=cards`)
  const cell = page.getByRole('link', {
    name: /^quiet target, Unhealthy: .*Silenced until .*: The rack moves$/,
  })
  await cell.hover()
  await expect(page.getByText(/^Silenced until .*: The rack moves$/).last()).toBeVisible()
  await page.goto(`${product.url}/health?hidePassing=false&pivotBy=namespace&groupBy=name`)
  await expect(page.getByText(/^Silenced until .*: The rack moves$/)).toBeAttached()
  await page.goto(`${product.url}/health?hidePassing=false`)
  await row.getByRole('link').first().click()
  await drawer.getByRole('link', { name: /^Silenced until/ }).click()

  const dialog = page.getByRole('dialog', { name: 'Edit silence' })
  await dialog.getByLabel('Reason').fill('The rack has moved')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(toastOf(page, 'Silence updated successfully')).toBeVisible()
  await silenceRow(page, 'The rack has moved').getByRole('link').first().click()
  await dialog.getByRole('button', { name: 'End now' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('people are told about it again')
  await question.getByRole('button', { name: 'End now' }).click()
  await expect(page.getByText('Nothing is silenced')).toBeVisible()

  await page.getByRole('tab', { name: /^Expired/ }).click()
  const ended = silenceRow(page, 'The rack has moved')
  await expect(ended.locator('del').first()).toHaveText('quiet target')
  await ended.getByRole('link').first().click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page, 'Silence deleted successfully')).toBeVisible()
  await expect(page.getByText('No silence has expired')).toBeVisible()
})

test('the form says what is missing or wrong at its field [SIL-007][SIL-008]', async ({
  page,
  product,
  target,
  writeCanaries,
}) => {
  await writeCanaries(
    'form.yaml',
    canary(
      'form',
      `  http:\n    - { name: form one, url: "${target.url}/ok" }\n    - { name: form two, url: "${target.url}/ok" }\n`,
    ),
  )
  await page.goto(`${product.url}/health?hidePassing=false`)
  await expect(rowOf(page, 'form two')).toContainText('Healthy')
  await page.goto(product.url + ADD)
  const add = page.getByRole('button', { name: 'Add silence' })
  await add.click()
  await expect(page.getByText('This field is required')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Check' })).toBeFocused()

  // Relative and absolute times, in the zone of the reader.
  const until = page.getByRole('textbox', { name: 'Until' })
  await until.fill('now-1h')
  await expect(page.getByText('It ends before it starts. Choose a later end')).toBeVisible()
  await until.fill('tomorrow')
  await expect(page.getByText('"tomorrow" is not a time')).toBeVisible()
  await until.fill('2090-05-01 08:00')
  await expect(page.getByText('2090-05-01 08:00:00')).toBeVisible()
  await page.getByRole('button', { name: /^Silence Duration/ }).click()
  await page
    .getByRole('option', { name: 'Next 12 hours' })
    .or(page.getByRole('button', { name: 'Next 12 hours' }))
    .first()
    .click()
  await expect(until).toHaveValue('now+12h')

  // A filter is completed and checked while it is written.
  await page.getByText('Matching', { exact: true }).click()
  const filter = page.getByRole('textbox', { name: 'Filter' })
  await filter.click()
  await page.keyboard.type('check.na')
  await page.keyboard.press('Control+Space')
  // A list that has just opened ignores clicks.
  await expect(async () => {
    await page
      .getByRole('option', { name: /^check\.name/ })
      .first()
      .click({ timeout: 2_000 })
    await expect(filter).toContainText('check.name', { timeout: 2_000 })
  }).toPass({ timeout: 40_000 })
  await page.keyboard.type(' == ')
  await expect(page.getByText('the expression ends too early').first()).toBeVisible()
  await page.keyboard.type('"form one"')
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('1 resource of')

  // Everything needs a word.
  await page.getByText('Everything', { exact: true }).click()
  await page.keyboard.press('Tab')
  await filter.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect(page.getByText(/It silences all \d+ resources\. Nobody is told/)).toBeVisible()
  await add.click()
  await expect(page.getByText('Enter "everything" to confirm').first()).toBeVisible()
  await page.getByLabel('Enter "everything" to confirm').fill('everything')
  await add.click()
  await expect(toastOf(page, 'Silence added successfully')).toBeVisible()
  await expect(silenceRow(page, 'Everything')).toBeVisible()
})

test('the form asks for resources 300 ms after the last key [SHELL-043]', async ({ page, product }) => {
  await page.goto(product.url + ADD)
  const first = page.waitForResponse((answer) => answer.url().includes('/api/db/check_names'))
  await page.getByRole('radio', { name: 'Check' }).check()
  await first
  await page.getByRole('combobox', { name: 'Check' }).click()
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  const searched: string[] = []
  // The list without a text is asked for again whenever checks change.
  page.on('request', (sent) => {
    const { pathname, searchParams } = new URL(sent.url())
    const text = searchParams.get('or')
    if (pathname === '/api/db/check_names' && text !== null) searched.push(text)
  })
  for (const letter of 'fro') {
    await page.keyboard.press(letter)
    await page.clock.runFor(299)
  }
  expect(searched).toEqual([])
  await page.clock.runFor(1)
  await expect.poll(() => searched[0]).toContain('fro')
})

test('maintenance repeats on days, and the list of checks says that it is under way', async ({
  page,
  product,
  target,
  writeCanaries,
}) => {
  await writeCanaries(
    'kept.yaml',
    canary('kept', `  http:\n    - { name: kept target, url: "${target.url}/ok" }\n`),
  )
  await page.goto(`${product.url}/health?hidePassing=false`)
  await expect(rowOf(page, 'kept target')).toContainText('Healthy')
  await page.goto(`${product.url}${ADD}?kind=maintenance`)
  await page.getByText('On days', { exact: true }).click()
  await page.getByRole('checkbox', { name: 'Sat' }).click()
  await page.getByLabel('Length').fill('90m')
  await page.getByText('Matching', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Names', exact: true }).fill('kept *')
  await page.getByLabel('Reason').fill('Backup of the weekend')
  await expect(page.getByRole('region', { name: 'Next windows' }).getByRole('listitem')).toHaveCount(3)
  await page.getByRole('button', { name: 'Add silence' }).click()
  await expect(silenceRow(page, 'Backup of the weekend')).toContainText('Sat, Sun at 02:00 for 90m')
  // The button went with the form; Tab goes on in the list, not above the navigation.
  await expect(page.getByRole('main')).toBeFocused()

  await silence(page, product.url, {
    kind: 'maintenance',
    selector: { names: ['kept *'] },
    description: 'New kernel',
  })
  await page.goto(`${product.url}/health?hidePassing=false`)
  await expect(page.getByRole('status').filter({ hasText: 'New kernel is under way' })).toBeVisible()
  await expect(rowOf(page, 'kept target').getByText(/^In maintenance until/)).toBeAttached()
})

test('what covers everything asks for a confirmation, also if it is sent before the preview has come', async ({
  page,
  product,
}) => {
  const previews = Promise.withResolvers<void>()
  await page.route('**/api/notification/silence/preview', async (route) => {
    await previews.promise
    await route.continue()
  })
  await page.goto(product.url + ADD)
  await page.getByText('Matching', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Names', exact: true }).fill('*')
  await page.getByRole('button', { name: 'Add silence' }).click()
  const confirmation = page.getByRole('textbox', { name: 'Enter "everything" to confirm' })
  await expect(confirmation).toBeFocused()
  await confirmation.pressSequentially('every')
  await expect(confirmation).toHaveValue('every')
  previews.resolve()
})

test('a silence is opened, walked through and closed by keyboard', async ({ page, product }) => {
  await silence(page, product.url, {
    kind: 'maintenance',
    selector: { names: ['by key *'] },
    description: 'By keyboard',
  })
  await page.goto(`${product.url}${PATH}`)
  const link = silenceRow(page, 'By keyboard').getByRole('link').first()
  await link.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit silence' })
  await expect(dialog.getByRole('radio', { name: 'Maintenance' })).toBeFocused()
  await expect(dialog.getByRole('radio', { name: 'Maintenance' })).toBeChecked()
  // Tab goes on from the filter, and writes nothing into it.
  const filter = dialog.getByRole('textbox', { name: 'Filter' })
  await filter.focus()
  await page.keyboard.press('Tab')
  await expect(filter).not.toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(link).toBeFocused()
})

test('a viewer sees silences, but can neither add nor change one [RBAC-035][RBAC-036]', async ({
  page,
  product,
  browser,
}) => {
  await silence(page, product.url, { selector: { names: ['elsewhere'] }, description: 'Seen by viewers' })
  const link = await invite(page, product.url, {
    first: 'Vera',
    last: 'Viewer',
    email: 'vera.silences@example.com',
    role: 'Viewer',
  })
  const viewer = await join(browser, link, 'a long enough password')
  const complaints = watchConsole(viewer)
  await viewer.goto(product.url + PATH)
  await silenceRow(viewer, 'Seen by viewers').getByRole('link').first().click()
  const dialog = viewer.getByRole('dialog', { name: 'Silence' })
  await expect(dialog).toContainText('name elsewhere')
  await expect(dialog.getByRole('button', { name: 'Update' })).toHaveCount(0)
  await expect(viewer.getByRole('link', { name: 'Add silence' })).toHaveCount(0)
  await viewer.goto(product.url + ADD)
  await expect(viewer.getByRole('button', { name: 'Add silence' })).toHaveCount(0)
  expect(complaints).toEqual([])
  await viewer.context().close()
})

test('a list that does not load says so, and a search without a result offers to clear it', async ({
  page,
  product,
}) => {
  await page.route('**/api/db/notification_silences*', (route) =>
    route.fulfill({ status: 500, json: { message: 'the disk is full' } }),
  )
  await page.goto(product.url + PATH)
  await expect(page.getByRole('button', { name: /Try again|Retry/ })).toBeVisible()
  await page.unroute('**/api/db/notification_silences*')
  await page.goto(`${product.url}${PATH}?query=nothing-of-this-name`)
  await expect(page.getByRole('button', { name: /^Clear/ }).first()).toBeVisible()
})

test('silences fit every width and are easy to read, in every theme', async ({
  page,
  product,
  target,
  writeCanaries,
}) => {
  await writeCanaries(
    'looks.yaml',
    canary('looks', `  http:\n    - { name: looked at, url: "${target.url}/bad" }\n`),
  )
  await page.goto(`${product.url}/health?hidePassing=false`)
  await expect(rowOf(page, 'looked at')).toContainText('Unhealthy')
  await silence(page, product.url, {
    kind: 'maintenance',
    selector: { names: ['looked *'] },
    description: 'New kernel',
  })
  for (const path of [PATH, ADD, '/health?hidePassing=false'])
    await expectLooks(page, product.url + path, () =>
      expect(page.getByText(path === ADD ? 'Choose what to silence' : 'New kernel').first()).toBeVisible(),
    )
  await page.goto(product.url + PATH)
  await silenceRow(page, 'New kernel').getByRole('link').first().click()
  await expect(page).toHaveURL(/id=/)
  await expectLooks(page, page.url(), () =>
    expect(page.getByRole('region', { name: 'Preview' })).toContainText('resource of'),
  )
})
