import { catalogRows, item } from './support/catalog.ts'
import { startHook } from './support/alerts.ts'
import { write } from './support/database.ts'
import { startProduct } from './support/product.ts'
import { expect, seriousFindings, test as base, toastOf } from './support/test.ts'

/** A separate product, whose catalog this test fills. */
const test = base.extend<object, object>({
  product: [
    // eslint-disable-next-line no-empty-pattern -- the form that Playwright asks for
    async ({}, use) => {
      const product = await startProduct()
      await write(product, catalogRows(2))
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
  startsAtChecks: false,
})

test('a change feed is added with the keyboard, sends a pushed change, says why a server refuses, and is deleted', async ({
  page,
  product,
}) => {
  const hook = await startHook()
  try {
    const { request } = page
    const made = await request.post(`${product.url}/api/connections`, {
      data: { name: 'receiver', type: 'http', url: hook.url, properties: {} },
    })
    expect(made.status()).toBe(201)
    await page.goto(`${product.url}/settings/change-feeds`)
    await expect(page.getByText('No change feeds')).toBeVisible()
    await page.getByRole('link', { name: 'Add' }).first().press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Add change feed' })
    await dialog.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(dialog.getByText('This field is required')).toBeVisible()
    await expect(dialog.getByText('Choose a connection', { exact: true }).last()).toBeVisible()
    await page.keyboard.type('to the data lake')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: 'receiver' }).press('Enter')
    await page.keyboard.press('Tab')
    await dialog.getByRole('textbox', { name: 'Change types' }).fill('Deployment')
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(toastOf(page, 'Feed added')).toBeVisible()
    const row = page
      .getByRole('table', { name: 'Change Feeds' })
      .getByRole('row')
      .filter({ hasText: 'to the data lake' })
    await expect(row).toContainText('Nothing sent yet')

    const push = async (summary: string) => {
      const pushed = await request.post(`${product.url}/api/catalog/changes/push`, {
        data: {
          changes: ['Deployment', 'Noise'].map((type) => ({
            config_id: item.deployment,
            change_type: type,
            summary,
            external_change_id: `${type} ${summary}`,
          })),
        },
      })
      expect(await pushed.json()).toMatchObject({ stored: 2 })
    }
    await push('version 2')
    await expect(row.getByRole('cell', { name: '1', exact: true })).toBeVisible({ timeout: 60_000 })
    await expect(row).toContainText('Up to date')
    expect(hook.messages).toHaveLength(1)
    expect(JSON.parse(hook.messages[0] ?? '')).toMatchObject({
      change_type: 'Deployment',
      config_id: item.deployment,
      summary: 'version 2',
    })

    hook.answer(503)
    await push('version 3')
    await expect(row).toContainText('the server answered with status 503', { timeout: 60_000 })
    hook.answer(200)
    await row.getByRole('link', { name: /^Edit/ }).press('Enter')
    const editing = page.getByRole('dialog', { name: 'Edit change feed' })
    await expect(editing.getByText('The last attempt failed')).toBeVisible()
    await editing.getByRole('button', { name: 'Update' }).press('Enter')
    await expect(row.getByRole('cell', { name: '2', exact: true })).toBeVisible({ timeout: 60_000 })

    await row.getByRole('button', { name: /^Delete/ }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete feed' }).press('Enter')
    await expect(page.getByText('No change feeds')).toBeVisible()
    // A link to it from before.
    for (const id of ['01900000-0000-7000-8000-000000000000', 'none']) {
      await page.goto(`${product.url}/settings/change-feeds?feed=${id}`)
      await expect(page.getByRole('dialog', { name: 'Change feed' })).toContainText('No change feed found')
    }
  } finally {
    await hook.stop()
  }
})
