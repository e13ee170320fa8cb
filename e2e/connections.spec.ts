import type { Locator, Page } from '@playwright/test'
import { UNTESTABLE_CONNECTION } from '@binnacle/contract/connections'
import { write } from './support/database.ts'
import { expect, expectLooks, test, toastOf } from './support/test.ts'

test.use({ startsAtChecks: false })

const page404 = '01900000-0000-7000-8000-000000000000'

/** Opens the form of a new connection of a type. */
async function addType(page: Page, url: string, type: string): Promise<Locator> {
  await page.goto(`${url}/settings/connections`)
  await page.getByRole('link', { name: 'Add', exact: true }).click()
  const picker = page.getByRole('dialog', { name: 'Add connection' })
  await picker.getByRole('link', { name: type, exact: true }).click()
  return page.getByRole('dialog', { name: `${type} Connection Details` })
}

function field(form: Locator, name: string) {
  return form.getByRole('textbox', { name, exact: true })
}

/** Adds an HTTP connection. */
async function addHttp(page: Page, url: string, name: string, address: string): Promise<void> {
  const form = await addType(page, url, 'HTTP')
  await field(form, 'Name').fill(name)
  await field(form, 'URL').fill(address)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page, 'Connection added successfully')).toBeVisible()
  await expect(form).toHaveCount(0)
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Connections' }).getByRole('row').filter({ hasText: name })

test.describe('connections', () => {
  test('with long names keep the ends of these, by which they differ', async ({ page, product }) => {
    const names = ['eu', 'us'].map(
      (place) => `the-server-of-the-billing-department-${'with-a-long-name-'.repeat(4)}${place}`,
    )
    for (const name of names)
      await page.request.post(`${product.url}/api/connections`, {
        data: { name, type: 'http', url: 'https://billing.example.com', properties: {} },
      })
    await page.goto(`${product.url}/settings/connections`)
    for (const name of names) {
      // What is added for the eye is no part of what is read aloud.
      await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
      const shown = page.locator('.truncated-name').filter({ hasText: name })
      await expect(shown).toHaveAttribute('data-cut', '')
      await expect(shown).toHaveAttribute('data-end', name.slice(-9))
    }
  })

  test('are added from the choice of a type, and back to it [CON-001, CON-003, CON-004, CON-011, CON-057]', async ({
    page,
    product,
    target,
  }) => {
    const form = await addType(page, product.url, 'Postgres')
    await expect(page).toHaveURL(/kind=postgres/)
    await form.getByRole('button', { name: 'Back' }).click()
    const picker = page.getByRole('dialog', { name: 'Add connection' })
    await picker.getByRole('textbox', { name: 'Find a type of connection' }).fill('web server')
    await page.keyboard.press('Enter')
    const http = page.getByRole('dialog', { name: 'HTTP Connection Details' })
    await expect(field(http, 'Namespace')).toHaveValue('default')
    await field(http, 'Name').fill('front page')
    await field(http, 'URL').fill(target.url)
    await http.getByRole('button', { name: 'Save' }).click()
    await expect(toastOf(page, 'Connection added successfully')).toBeVisible()
    await expect(rowOf(page, 'front page')).toContainText('Administrator')
    await expect(page).toHaveURL(/\/settings\/connections$/)
  })

  test('give the focus back to the button that opened their dialog', async ({ page, product }) => {
    await page.goto(`${product.url}/settings/connections`)
    const add = page.getByRole('link', { name: 'Add', exact: true })
    await add.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Find a type of connection' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(add).toBeFocused()
  })

  test('of hidden types are not offered [CON-036]', async ({ page, product }) => {
    await page.goto(`${product.url}/settings/connections?add=true`)
    const picker = page.getByRole('dialog', { name: 'Add connection' })
    await expect(picker.getByRole('link', { name: 'SQL Server', exact: true })).toBeVisible()
    await expect(picker.getByRole('listitem')).toHaveCount(48)
    await expect(picker.getByText('JMeter')).toHaveCount(0)
  })

  test('demand what is required [CON-010, CON-012]', async ({ page, product }) => {
    const form = await addType(page, product.url, 'GitHub')
    await field(form, 'Namespace').fill('')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('This field is required')).toHaveCount(3)
    await expect(field(form, 'Name')).toBeFocused()
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/connections'))
    await field(form, 'Name').fill('code')
    await field(form, 'Namespace').fill('shop')
    await form.getByLabel('Personal Access Token', { exact: true }).fill('token')
    await form.getByRole('button', { name: 'Save' }).click()
    expect((await sent).postDataJSON()).toMatchObject({
      type: 'github',
      namespace: 'shop',
      password: 'token',
    })
  })

  test('take a value or a reference as credential [CON-008, CON-009]', async ({ page, product }) => {
    const form = await addType(page, product.url, 'SFTP')
    await field(form, 'Name').fill('uploads')
    await field(form, 'Host').fill('files.example.com')
    await form.getByLabel('Username', { exact: true }).fill('me')
    await form.getByRole('combobox', { name: 'Password is given as' }).click()
    await page.getByRole('option', { name: 'Secret' }).click()
    const password = form.getByRole('group', { name: 'Password' })
    await password.getByLabel('Name').fill('sftp')
    await password.getByLabel('Key').fill('password')
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/connections'))
    await form.getByRole('button', { name: 'Save' }).click()
    expect((await sent).postDataJSON()).toMatchObject({
      url: 'files.example.com',
      username: 'me',
      password: 'secret://sftp/password',
      properties: { port: '22' },
    })
    await rowOf(page, 'uploads').getByRole('link').click()
    const again = page.getByRole('dialog', { name: 'SFTP Connection Details' })
    await expect(field(again, 'Host')).toHaveValue('files.example.com')
    await expect(again.getByRole('group', { name: 'Password' }).getByLabel('Key')).toHaveValue('password')
    await expect(again.getByLabel('Username', { exact: true })).toHaveValue('')
    await expect(again.getByPlaceholder('Stored. Type to replace it')).toHaveCount(1)
  })

  test('open their form from the row, are updated and deleted [CON-002, CON-058, CON-059]', async ({
    page,
    product,
    target,
  }) => {
    await addHttp(page, product.url, 'passing', target.url)
    await rowOf(page, 'passing').getByRole('link').click()
    await expect(page).toHaveURL(/id=[0-9a-f-]{36}/)
    await page.reload()
    const form = page.getByRole('dialog', { name: 'HTTP Connection Details' })
    await expect(form.getByRole('button', { name: 'Back' })).toHaveCount(0)
    await field(form, 'Name').fill('passing by')
    await form.getByRole('button', { name: 'Update' }).click()
    await expect(toastOf(page, 'Connection updated successfully')).toBeVisible()
    await rowOf(page, 'passing by').getByRole('link').click()
    await form.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await question.getByRole('button', { name: 'Delete connection' }).click()
    await expect(toastOf(page, 'Connection deleted successfully')).toBeVisible()
    await expect(rowOf(page, 'passing by')).toHaveCount(0)
  })

  test('say what came of a test [CON-005, CON-056, CON-060, CON-061, CON-062, CON-063]', async ({
    page,
    product,
    target,
  }) => {
    await addHttp(page, product.url, 'tested', target.url)
    await rowOf(page, 'tested').getByRole('link').click()
    const form = page.getByRole('dialog', { name: 'HTTP Connection Details' })
    const results = page.getByRole('dialog', { name: 'Test Connection Results' })
    const open = async (dialog: Locator) => dialog.getByRole('button', { name: 'Test Connection' }).click()
    const close = () => results.getByRole('button', { name: 'Close' }).last().click()
    await open(form)
    await expect(results.getByText('Connection successful')).toBeVisible()
    await close()
    // What is tested is what the form says, before it is stored.
    await field(form, 'URL').fill(`${target.url}/bad`)
    await open(form)
    await expect(results.getByText('status 503, expected 200 to 299')).toBeVisible()
    await close()
    await page.route('**/api/connections/test', (route) =>
      route.fulfill({ status: 400, json: { error: '{"reason":"closed","port":80}' } }),
    )
    await open(form)
    await expect(results.locator('pre')).toHaveText('{\n  "reason": "closed",\n  "port": 80\n}')
    await close()
    await page.unroute('**/api/connections/test')
    await page.route('**/api/connections/test', (route) => route.fulfill({ status: 500, json: {} }))
    await open(form)
    await expect(results.getByText('Testing connection failed!')).toBeVisible()
    await close()
    await page.unroute('**/api/connections/test')
    const webhook = await addType(page, product.url, 'Mattermost')
    await field(webhook, 'Name').fill('chat')
    await field(webhook, 'Host').fill('chat.example.com')
    await field(webhook, 'Token').fill('a token')
    await open(webhook)
    await expect(results.getByText(UNTESTABLE_CONNECTION)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Notifications' }).locator('p')).toHaveCount(0)
  })

  test('are found, sorted and filtered by type [CON-001]', async ({ page, product, target }) => {
    await addHttp(page, product.url, 'found me', target.url)
    await page.goto(`${product.url}/settings/connections?type=http&query=found`)
    await expect(rowOf(page, 'found me')).toBeVisible()
    await page.goto(`${product.url}/settings/connections?type=redis`)
    await expect(page.getByRole('button', { name: /Clear/ }).first()).toBeVisible()
    await expect(rowOf(page, 'found me')).toHaveCount(0)
    await page.goto(`${product.url}/settings/connections`)
    await page.getByRole('columnheader', { name: 'Updated' }).getByRole('button').click()
    await expect(page).toHaveURL(/sortBy=updated_at/)
  })

  test('are shown twice as many at once each time somebody scrolls to the end of a long page [SHELL-023]', async ({
    page,
    product,
  }) => {
    await write(
      product,
      `insert into core.connections (name, type, url, revision)
       select 'long list ' || lpad(number::text, 4, '0'), 'http', 'http://127.0.0.1:1', core.new_id()
       from generate_series(1, 700) as number`,
    )
    await page.goto(`${product.url}/settings/connections?query=long+list&pageSize=250`)
    const end = async (row: string) => {
      await expect(rowOf(page, 'long list').first()).toBeVisible()
      // Heights of rows are estimated until they are seen, so the end is reached in steps. Rows may be drawn again meanwhile.
      await expect(async () => {
        await rowOf(page, 'long list').last().scrollIntoViewIfNeeded()
        expect(await rowOf(page, row).isVisible()).toBe(true)
        await rowOf(page, row).scrollIntoViewIfNeeded()
      }).toPass({ intervals: [0], timeout: 40_000 })
    }
    await end('long list 0250')
    await expect(page).toHaveURL(/pageSize=500/)
    // What was in sight stays there.
    await expect(rowOf(page, 'long list 0250')).toBeVisible()
    await end('long list 0500')
    await expect(page).toHaveURL(/pageSize=1000/)
    await end('long list 0700')
    await expect(page.getByText('1–700 of 700')).toBeVisible()
    await write(product, `delete from core.connections where name like 'long list %'`)
  })

  test('from elsewhere can only be read [CON-006]', async ({ page, product, target }) => {
    await addHttp(page, product.url, 'from a file', target.url)
    await page.route('**/api/connections/*', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), source: 'KubernetesCRD' } })
    })
    await rowOf(page, 'from a file').getByRole('link').click()
    const dialog = page.getByRole('dialog', { name: 'HTTP Connection Details' })
    await expect(dialog.getByText('It comes from KubernetesCRD. Change it there.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: /Update|Delete/ })).toHaveCount(0)
  })

  test('that cannot be fetched say why [CON-064]', async ({ page, product }) => {
    await page.route('**/api/db/connections*', (route) =>
      route.fulfill({ status: 500, json: { message: 'the shelf is empty' } }),
    )
    await page.goto(`${product.url}/settings/connections`)
    await expect(toastOf(page, 'the shelf is empty')).toBeVisible()
    await page.goto(`${product.url}/settings/connections?id=${page404}`)
    await expect(page.getByRole('dialog').getByText('There is no connection with this id')).toBeVisible()
  })

  test('have no accessibility findings on any width, in any theme', async ({ page, product, target }) => {
    test.setTimeout(600_000)
    await addHttp(page, product.url, 'accessible', target.url)
    for (const [query, text] of [
      ['', 'accessible'],
      ['?add=true', 'Databases'],
      ['?add=true&kind=email', 'SMTP authentication method'],
    ] as const)
      await expectLooks(page, `${product.url}/settings/connections${query}`, () =>
        expect(page.getByText(text).first()).toBeVisible(),
      )
  })
})
