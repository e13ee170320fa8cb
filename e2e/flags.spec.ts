import { actAs } from './support/frame.ts'
import { expect, expectLooks, test, toastOf } from './support/test.ts'

test.use({ startsAtChecks: false })

test.describe('feature flags', () => {
  test.beforeEach(async ({ page, product }) => {
    await page.goto(`${product.url}/settings/feature-flags`)
    await expect(page.getByRole('heading', { name: 'Feature Flags' })).toBeVisible()
  })

  test('are added, changed and removed, each with its words [FF-001, FF-004, FF-006, FF-007, FF-008]', async ({
    page,
  }) => {
    const table = page.getByRole('table', { name: 'Feature flags' })
    await page.getByRole('link', { name: 'Add' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Feature Flag' })
    await expect(page).toHaveURL(/add=true/)
    await dialog.getByLabel('Name').fill('banner.text')
    await dialog.getByLabel('Value').fill('Maintenance tonight')
    await dialog.getByLabel('Description').fill('Shown to everybody')
    await page.keyboard.press('Enter')
    await expect(toastOf(page, 'Feature flag added successfully')).toBeVisible()
    const row = table.getByRole('row').filter({ hasText: 'banner.text' })
    await expect(row).toContainText('Maintenance tonight')
    await expect(row).toContainText('Administrator')

    await row.getByRole('link', { name: 'banner.text', exact: true }).click()
    const edit = page.getByRole('dialog', { name: 'Edit Feature Flag' })
    await expect(edit.getByLabel('Name')).toHaveAttribute('readonly', '')
    await expect(edit.getByLabel('Value')).toBeFocused()
    await edit.getByLabel('Value').fill('Maintenance tomorrow')
    await edit.getByRole('button', { name: 'Update' }).click()
    await expect(toastOf(page, 'Feature flag updated successfully')).toBeVisible()
    await expect(row).toContainText('Maintenance tomorrow')

    const remove = row.getByRole('button', { name: 'Delete banner.text' })
    await remove.press('Enter')
    await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(remove).toBeFocused()
    await remove.press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete flag' }).press('Enter')
    await expect(toastOf(page, 'Feature flag removed successfully')).toBeVisible()
    await expect(row).toHaveCount(0)
    // The button that had the focus has gone; the focus has not.
    await expect(page.getByRole('main').locator(':focus').or(page.locator('main:focus'))).toHaveCount(1)
  })

  test('that are removed leave the focus at the next one', async ({ page, product }) => {
    const names = ['focus.one', 'focus.two', 'focus.three']
    for (const name of names)
      await page.request.post(`${product.url}/api/db/properties`, { data: { name, value: 'x' } })
    await page.goto(`${product.url}/settings/feature-flags?query=focus.`)
    const remove = page.getByRole('button', { name: /^Delete focus\./ })
    await expect(remove).toHaveCount(3)
    const [first = '', second = '', last = ''] = await Promise.all(
      (await remove.all()).map(async (button) => (await button.getAttribute('aria-label')) ?? ''),
    )
    const removeByKey = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).press('Enter')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete flag' }).press('Enter')
      await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
    }
    await removeByKey(first)
    await expect(page.getByRole('button', { name: second, exact: true })).toBeFocused()
    await removeByKey(last)
    await expect(page.getByRole('button', { name: second, exact: true })).toBeFocused()
    await removeByKey(second)
    await expect(page.getByRole('main').locator(':focus').or(page.locator('main:focus'))).toHaveCount(1)
  })

  test('need a name and a value [FF-005]', async ({ page }) => {
    await page.getByRole('link', { name: 'Add' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Feature Flag' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(toastOf(page, 'please provide all details')).toBeVisible()
    await expect(dialog.getByText('please provide all details')).toHaveCount(2)
    await dialog.getByLabel('Name').fill('half')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('please provide all details')).toHaveCount(1)
  })

  test('that are taken are said so, and stay in the form', async ({ page }) => {
    for (const text of [
      'Feature flag added successfully',
      'There is a feature flag named "taken.flag" already',
    ]) {
      await page.getByRole('link', { name: 'Add' }).click()
      await page.getByLabel('Name').fill('taken.flag')
      await page.getByLabel('Value').fill('1')
      await page.keyboard.press('Enter')
      await expect(toastOf(page, text)).toBeVisible()
    }
    const dialog = page.getByRole('dialog', { name: 'Add Feature Flag' })
    const name = dialog.getByLabel('Name')
    await expect(name).toHaveAccessibleDescription('There is a feature flag named "taken.flag" already')
    await expect(name).toHaveValue('taken.flag')
  })

  test('switch an area off at once, for navigation, palette and address [FLAG-003]', async ({
    page,
    product,
  }) => {
    const navigation = page.getByRole('navigation', { name: 'Main' })
    await expect(navigation.getByRole('link', { name: 'Teams' })).toBeVisible()
    const features = page.getByRole('region', { name: 'Features' })
    // What is not built yet has no switch, as it would do nothing.
    await expect(features.getByRole('listitem')).toHaveText([
      'Topology',
      'Health',
      'Catalog',
      'Logs',
      'Settings: Connections',
      'Settings: Users',
      'Settings: Teams',
      'Settings: Catalog Scrapers',
      'Settings: Topology',
      'Settings: Health Check',
      'Settings: Jobs History',
      'Settings: Feature Flags',
      'Settings: Log Backends',
      'Settings: Event Queue',
      'Settings: Notifications',
    ])
    const teams = features.getByRole('switch', { name: 'Settings: Teams' })
    await expect(teams).toBeChecked()
    await teams.click()
    await expect(page.getByText('Settings: Teams is switched off for everybody.')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(teams).toBeChecked()
    await teams.press('Space')
    await page.getByRole('button', { name: 'Switch off' }).click()
    await expect(teams).not.toBeChecked()
    await expect(page.getByRole('rowheader', { name: 'settings.teams.disable' })).toBeVisible()
    await expect(navigation.getByRole('link', { name: 'Teams' })).toHaveCount(0)
    await page.goto(`${product.url}/settings/teams`)
    await expect(page.getByText('Teams is switched off')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Show the features' })).toHaveAttribute(
      'href',
      '/settings/feature-flags',
    )
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Search pages, things and actions' }).fill('go to te')
    await expect(page.getByRole('option').first()).toBeVisible()
    await expect(page.getByRole('option', { name: 'Go to Teams' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.goto(`${product.url}/settings/feature-flags`)
    await teams.click()
    await expect(teams).toBeChecked()
    await expect(navigation.getByRole('link', { name: 'Teams' })).toBeVisible()
  })

  test('stay within reach of who may change them while their own page is switched off', async ({
    page,
    product,
  }) => {
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Feature Flags' })
    await page.getByRole('switch', { name: 'Settings: Feature Flags' }).click()
    await expect(
      page.getByText('People who may change flags can still open it at its address.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Switch off' }).click()
    // Behind the dialog there is no link for anybody: it stays open until the server has answered.
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(link).toHaveCount(0)
    await page.reload()
    await expect(page.getByText('You can open it because you may change flags.')).toBeVisible()

    await actAs(page, 'responder')
    await page.reload()
    await expect(page.getByText('Feature Flags is switched off')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Show the features' })).toHaveCount(0)
    await page.unroute('**/api/auth/whoami')

    await page.goto(`${product.url}/settings/feature-flags`)
    await page.getByRole('button', { name: 'Delete settings.feature_flags.disable' }).click()
    await page.getByRole('button', { name: 'Delete flag' }).click()
    await expect(link).toBeVisible()
    await expect(page.getByText('You can open it because')).toHaveCount(0)
  })

  test('that disable a feature are true or false', async ({ page }) => {
    await page.getByRole('link', { name: 'Add' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Feature Flag' })
    await dialog.getByLabel('Name').fill('logs.disable')
    await dialog.getByLabel('Value').fill('yes')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Invalid boolean value')).toBeVisible()
    await dialog.getByLabel('Name').fill('logs.enable')
    await expect(dialog.getByText('Invalid boolean value')).toHaveCount(0)
  })

  test('are found and sorted, and the address keeps it', async ({ page, product }) => {
    for (const name of ['zeta.one', 'alpha.one']) {
      await page.getByRole('link', { name: 'Add' }).click()
      await page.getByLabel('Name').fill(name)
      await page.getByLabel('Value').fill('1')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await page.keyboard.press('/')
    await page.keyboard.type('.one')
    await page.keyboard.press('Enter')
    const names = page.getByRole('rowheader')
    await expect(names).toHaveText(['alpha.one', 'zeta.one'])
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
    await expect(names).toHaveText(['zeta.one', 'alpha.one'])
    await page.goto(page.url())
    await expect(names).toHaveText(['zeta.one', 'alpha.one'])
    await page.goto(`${product.url}/settings/feature-flags?query=nothing-like-it`)
    await expect(page.getByText('Nothing matches these filters')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(names.first()).toBeVisible()
  })

  test('have no accessibility findings on any width, in any theme', async ({ page, product }) => {
    test.setTimeout(600_000)
    await expectLooks(page, `${product.url}/settings/feature-flags?add=true`, () =>
      expect(page.getByRole('dialog', { name: 'Add Feature Flag' })).toBeVisible(),
    )
  })
})
