import { actAs, switchOff } from './support/frame.ts'
import { expect, test } from './support/test.ts'

test.use({ startsAtChecks: false })

test('what a role may not do is not offered [RBAC-010]', async ({ page, product }) => {
  const open = async (path: string, heading: string, extra = '') => {
    await page.goto(`${product.url}${path}${extra}`)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await expect(page.getByRole('table')).not.toHaveAttribute('aria-busy')
  }
  for (const [path, heading, name, doer, reader] of [
    ['/settings/users', 'Users', 'Invite User', 'admin', 'editor'],
    ['/settings/teams', 'Teams', 'Add', 'editor', 'viewer'],
    ['/settings/feature-flags', 'Feature Flags', 'Add', 'editor', 'responder'],
  ] as const) {
    const link = page.getByRole('link', { name, exact: true })
    await actAs(page, doer)
    await open(path, heading)
    await expect(link, `${doer}: ${name}`).toHaveCount(1)
    await actAs(page, reader)
    await open(path, heading)
    await expect(link, `${reader}: ${name}`).toHaveCount(0)
    await expect(page.getByRole('columnheader', { name: 'Actions' })).toHaveCount(0)
    // An address that begins the action is no way around.
    await open(path, heading, '?invite=true&add=true')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('an action needs its role and its feature [FLAG-017]', async ({ page, product }) => {
  const offered = async (): Promise<number> => {
    await page.goto(`${product.url}/health`)
    await expect(page.getByRole('heading', { name: 'Health', exact: true, level: 1 })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+k')
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('add team')
    const option = palette.getByRole('option', { name: 'Add team' })
    await expect(option.or(palette.getByText('No result'))).toBeVisible()
    return option.count()
  }
  expect(await offered()).toBe(1)
  await actAs(page, 'responder')
  expect(await offered()).toBe(0)
  await actAs(page, 'admin')
  await switchOff(page, 'settings.teams')
  expect(await offered()).toBe(0)
})
