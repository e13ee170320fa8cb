import { catalogRows, item } from './support/catalog.ts'
import { write } from './support/database.ts'
import { startProduct } from './support/product.ts'
import { expect, test as base } from './support/test.ts'

/** A separate product, whose catalog this test fills. */
const test = base.extend<object, object>({
  product: [
    // eslint-disable-next-line no-empty-pattern -- the form that Playwright asks for
    async ({}, use) => {
      const product = await startProduct()
      await write(product, `${catalogRows(2)}; insert into core.teams (name) values ('payments team')`)
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
  startsAtChecks: false,
})

test('a field is added in the settings, set on an item with the keyboard, and filters the list', async ({
  page,
  product,
}) => {
  await page.goto(`${product.url}/settings/config-fields?add=true`)
  const adding = page.getByRole('dialog', { name: 'Add catalog field' })
  await adding.getByRole('textbox', { name: 'Name' }).fill('tier')
  await adding.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Choice' }).click()
  await adding.getByRole('button', { name: 'Save' }).click()
  await expect(adding.getByText('needs at least one value')).toBeVisible()
  await adding.getByRole('textbox', { name: 'Values' }).fill('Gold\nSilver')
  await adding.getByRole('button', { name: 'Save' }).click()
  await expect(adding).toHaveCount(0)
  const fields = page.getByRole('table', { name: 'Catalog Fields' })
  await expect(fields.getByRole('row').filter({ hasText: 'tier' })).toContainText('Choice')

  await page.goto(`${product.url}/catalog/${item.deployment}`)
  const section = page.getByRole('region', { name: 'Fields' })
  await section.getByRole('button', { name: 'Edit fields' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Fields of checkout' })
  await dialog.getByRole('combobox', { name: 'tier' }).press('Enter')
  await page.getByRole('option', { name: 'Gold' }).press('Enter')
  await expect(dialog.getByRole('combobox', { name: 'tier' })).toContainText('Gold')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(section).toContainText('Gold')

  await page.goto(`${product.url}/catalog?configType=Kubernetes::Deployment&fields=tier%3DGold:1`)
  const row = page.getByRole('table', { name: 'Catalog' }).getByRole('row')
  await expect(row.filter({ hasText: 'checkout' })).toHaveCount(1)
  await page.goto(`${product.url}/catalog?configType=Kubernetes::Deployment&search=field.tier%3Dsilver`)
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
  await expect(row.filter({ hasText: 'checkout' })).toHaveCount(0)
})

test('an item is made by hand, changed with its actor in the changes, and deleted', async ({
  page,
  product,
}) => {
  await page.goto(`${product.url}/catalog`)
  await page.getByRole('link', { name: 'New item' }).press('Enter')
  const form = page.getByRole('form', { name: 'New item' })
  await form.getByRole('textbox', { name: 'Type' }).fill('Office::Printer')
  await form.getByRole('textbox', { name: 'Labels' }).fill('floor')
  await form.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(form.getByText('Line 1 is not written as name=value')).toBeVisible()
  await expect(form.getByText('It is empty')).toBeVisible()
  await form.getByRole('textbox', { name: 'Labels' }).fill('floor=1')
  await form.getByRole('textbox', { name: 'Name' }).fill('lobby printer')
  await form.getByRole('combobox', { name: 'Parent' }).fill('checkout')
  await page.getByRole('option', { name: /^checkout.*Deployment/ }).click()
  await form.getByRole('textbox', { name: 'Document' }).fill('toner: 80')
  await form.getByRole('radio', { name: 'JSON' }).press('Space')
  await expect(form.getByRole('textbox', { name: 'Document' })).toContainText('"toner": 80')
  await form.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'lobby printer' })).toBeVisible()

  const menu = page.getByRole('button', { name: 'Actions for lobby printer' })
  const pressItem = async (name: string) => {
    await menu.press('Enter')
    // An opening menu takes the focus to its first item.
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.getByRole('menuitem', { name }).press('Enter')
  }
  await pressItem('Edit')
  const edit = page.getByRole('form', { name: 'Edit lobby printer' })
  await expect(edit.getByRole('combobox', { name: 'Parent' })).toHaveValue('checkout')
  await edit.getByRole('textbox', { name: 'Document' }).fill('toner: 20')
  await edit.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'lobby printer' })).toBeVisible()
  await page
    .getByRole('tab', { name: /^Changes/ })
    .or(page.getByRole('link', { name: /^Changes/ }))
    .first()
    .click()
  const changes = page.getByRole('table', { name: 'Changes' }).getByRole('row')
  await expect(changes.filter({ hasText: 'diff' })).toContainText('toner')
  await expect(changes.filter({ hasText: 'Created' })).toHaveCount(1)

  await pressItem('Delete')
  await page.getByRole('button', { name: 'Delete item' }).press('Enter')
  await expect(page.locator('header').getByText('Deleted', { exact: true })).toBeVisible()
})

test('what somebody else saved meanwhile is not overwritten unasked, and nothing typed is lost', async ({
  page,
  product,
}) => {
  await page.goto(`${product.url}/catalog/new`)
  const form = page.getByRole('form', { name: 'New item' })
  await form.getByRole('textbox', { name: 'Type' }).fill('Office::Printer')
  await form.getByRole('textbox', { name: 'Name' }).fill('shared printer')
  await form.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'shared printer' })).toBeVisible()
  await page.goto(`${page.url()}/edit`)
  const edit = page.getByRole('form', { name: 'Edit shared printer' })
  const description = edit.getByRole('textbox', { name: 'Description' })
  await description.fill('mine')
  await write(product, `update core.config_items set description = 'theirs' where name = 'shared printer'`)
  await edit.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(edit.getByText('This item was changed since you opened it.')).toBeVisible()
  await expect(description).toHaveValue('mine')
  await edit.getByRole('button', { name: 'Discard mine and load it' }).press('Enter')
  await expect(description).toHaveValue('theirs')
  await description.fill('mine again')
  await write(
    product,
    `update core.config_items set description = 'theirs too' where name = 'shared printer'`,
  )
  await edit.getByRole('button', { name: 'Save' }).press('Enter')
  await edit.getByRole('button', { name: 'Save mine over it' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'shared printer' })).toBeVisible()
})

test('the address of an item that was joined with its old self leads to that one', async ({
  page,
  product,
}) => {
  const joined = '00000000-0000-4000-8000-00000000abcd'
  await write(
    product,
    `insert into core.config_item_joins (joined_id, config_id) values ('${joined}', '${item.deployment}')`,
  )
  await page.goto(`${product.url}/catalog/${joined}/changes`)
  await expect(page.getByRole('heading', { level: 1, name: 'checkout' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/catalog/${item.deployment}/changes`))
})

test('an item has an owner, notes and own tags, and is archived until somebody takes it back', async ({
  page,
  product,
}) => {
  await page.goto(`${product.url}/catalog/${item.deployment}`)
  const notes = page.getByRole('region', { name: 'Notes' })
  await notes.getByRole('button', { name: 'Edit notes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Notes on checkout' })
  await dialog.getByRole('combobox', { name: 'Owner' }).fill('payments')
  await page.getByRole('option', { name: /payments team/ }).click()
  await dialog.getByRole('textbox', { name: 'Notes', exact: true }).fill('Ask **before** restarts')
  const tags = dialog.getByRole('textbox', { name: 'Own tags' })
  await tags.fill('gold')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Line 1 is not written as name=value')).toBeVisible()
  await tags.fill('tier=gold')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(notes).toContainText('payments team')
  await expect(notes.locator('strong')).toHaveText('before')
  await expect(notes).toContainText('tier: gold')

  const badges = page.locator('header')
  const menu = page.getByRole('button', { name: 'Actions for checkout' })
  await menu.click()
  await page.getByRole('menuitem', { name: /^Ignore/ }).click()
  await expect(badges.getByText('Ignored', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(badges.getByText('Ignored', { exact: true })).toHaveCount(0)
  await menu.click()
  await page.getByRole('menuitem', { name: /^Archive/ }).click()
  await expect(badges.getByText('Archived', { exact: true })).toBeVisible()

  await page.goto(`${product.url}/catalog?configType=Kubernetes::Deployment`)
  await expect(page.getByRole('combobox', { name: 'Search for configs' })).toBeVisible()
  const row = page.getByRole('table', { name: 'Catalog' }).getByRole('row').filter({ hasText: 'checkout' })
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByRole('switch', { name: 'Show archived' }).click()
  await expect(page).toHaveURL(/archived=true/)
  await expect(row).toContainText('checkout')
})

test('a failure that names no field stays in the form of an item made by hand, and the first wrong field has the focus', async ({
  page,
  product,
}) => {
  await page.goto(`${product.url}/catalog/new`)
  const form = page.getByRole('form', { name: 'New item' })
  await form.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(form.getByRole('textbox', { name: 'Type' })).toBeFocused()
  await form.getByRole('textbox', { name: 'Type' }).fill('Office::Printer')
  await form.getByRole('textbox', { name: 'Name' }).fill('stairs printer')
  const refused = 'The database does not answer; try again in a moment'
  await page.route('**/api/catalog/items', (route) =>
    route.fulfill({ status: 503, json: { error: refused } }),
  )
  await form.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(form.getByRole('alert')).toHaveText(refused)
  await page.unroute('**/api/catalog/items')
  await form.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'stairs printer' })).toBeVisible()
})

test('an item that was renamed is joined with what it was, which keeps its page', async ({
  page,
  product,
}) => {
  await write(
    product,
    `insert into core.config_item_renames (old_id, new_id, because, likeness, found_at)
     values ('${item.gone}', '${item.deployment}', 'document', 0.9, now())`,
  )
  await page.goto(`${product.url}/catalog/${item.deployment}`)
  await expect(page.getByText('90.0% of the documents are equal.')).toBeVisible()
  await page.getByRole('button', { name: 'Join', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Join items' }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`/catalog/${item.gone}$`))
  await expect(page.getByRole('heading', { level: 1, name: 'checkout' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Join', exact: true })).toHaveCount(0)
})

test('a pushed change is counted at its item as it arrives', async ({ page, product }) => {
  const followed = page.waitForResponse(/\/api\/live\?.*config_changes/)
  await page.goto(`${product.url}/catalog/${item.deployment}`)
  const tab = page.getByRole('tab', { name: /^Changes/ })
  await expect(tab).toBeVisible()
  await followed
  const counted = async () => Number(/\d+/.exec((await tab.textContent()) ?? '')?.[0] ?? 0)
  const before = await counted()
  const pushed = await page.request.post(`${product.url}/api/catalog/changes/push`, {
    data: {
      changes: ['Deployment', 'Migration'].map((type) => ({
        config_id: item.deployment,
        change_type: type,
        summary: 'version 2',
        external_change_id: type,
      })),
    },
  })
  expect(await pushed.json()).toMatchObject({ stored: 2 })
  await expect.poll(counted).toBe(before + 2)
})
