import type { Page } from '@playwright/test'
import { write } from './support/database.ts'
import { component, topologyRows, withoutTopology } from './support/topology.ts'
import { expect, expectLooks, pressSequence, test, toastOf } from './support/test.ts'

test.use({ startsAtChecks: false })

/** Adds a team through its dialog. The page of the new team opens. */
async function addTeam(page: Page, url: string, name: string): Promise<void> {
  await page.goto(`${url}/settings/teams`)
  await page.getByRole('link', { name: 'Add', exact: true }).click()
  await page.getByRole('dialog', { name: 'Add team' }).getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Save' }).click()
  // First, as it goes away while the page of the team may still be loading.
  await expect(toastOf(page, `${name} added successfully`)).toBeVisible()
  await expect(page.getByRole('heading', { name })).toBeVisible()
}

test.describe('teams', () => {
  test('have the components that their selectors find, which say so [TOP-005, TOP-021, TOP-036]', async ({
    page,
    product,
  }) => {
    await write(product, topologyRows)
    await addTeam(page, product.url, 'Shop owners')
    await page.getByRole('tab', { name: 'Components' }).click()
    await expect(page.getByText('This team has no selectors.')).toBeVisible()
    await page.getByRole('button', { name: 'Add selector' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add selector' })
    await expect(dialog.getByLabel('Types')).toBeFocused()
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(dialog).toContainText('selects nothing: say a name, type, label or another field')
    await expect(dialog.getByLabel('Types')).toBeFocused()
    await dialog.getByLabel('Labels').fill('tier in (')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    // Typing shows the error too. That the focus is back says that the form was sent before it is changed again.
    await expect(dialog.getByLabel('Labels')).toBeFocused()
    await expect(dialog.getByLabel('Labels')).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByLabel('Labels').fill('app=shop')
    await dialog.getByLabel('Types').fill('Service, Database')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('list', { name: 'Selectors' })).toContainText('Labels: app=shop')
    const found = page.getByRole('list', { name: 'Components' })
    await expect(found.getByRole('listitem')).toContainText(['mail', 'orders database', 'web'])
    await expectLooks(page, page.url(), () => expect(found).toBeVisible())

    await found.getByRole('link', { name: 'web' }).click()
    await expect(page).toHaveURL(new RegExp(`/topology/${component.web}`))
    const panel = page.getByRole('complementary', { name: /^About / })
    await panel.getByRole('button', { name: /^Teams/ }).click()
    await expect(panel.getByRole('list', { name: 'Teams' }).getByRole('link')).toHaveText(['Shop owners'])
    await page.goto(`${product.url}/topology?team=Shop+owners`)
    await expect(page.getByRole('article', { name: 'mail' })).toBeVisible()
    await expect(page.getByRole('article', { name: 'shop', exact: true })).toHaveCount(0)

    await page.goto(`${product.url}/settings/teams`)
    await page.getByRole('row').filter({ hasText: 'Shop owners' }).getByRole('link').click()
    await page.getByRole('tab', { name: 'Components' }).click()
    await page.getByRole('button', { name: /^Remove the selector/ }).click()
    await expect(toastOf(page, 'The selector is removed')).toBeVisible()
    await expect(page.getByText('This team has no selectors.')).toBeVisible()
    await write(product, withoutTopology)
  })

  test('are added, found and opened [SET-005, SET-006, SET-008]', async ({ page, product }) => {
    await addTeam(page, product.url, 'Night shift')
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Teams' }).click()
    await page.getByRole('combobox', { name: 'Search teams' }).fill('night')
    await page.keyboard.press('Enter')
    const row = page.getByRole('row').filter({ hasText: 'Night shift' })
    await expect(row).toContainText('Administrator')
    await row.getByRole('link').click()
    await expect(page).toHaveURL(/\/settings\/teams\/[0-9a-f-]{36}$/)
    await expect(page).toHaveTitle(/Night shift - Binnacle$/)
  })

  test('without members say what to do, and take and lose them [TEAM-001, TEAM-002, TEAM-003, TEAM-004, TEAM-005, TEAM-014, TEAM-015]', async ({
    page,
    product,
  }) => {
    await addTeam(page, product.url, 'Members')
    await expect(page).toHaveURL(/tab=manageTeam/)
    await expect(page.getByText('Add team members', { exact: true })).toBeVisible()
    await expect(page.getByText("You haven't added any team members to the team yet.")).toBeVisible()
    await page.getByRole('link', { name: 'Add members' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add users to the team' })
    await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toBeDisabled()
    await dialog.getByRole('combobox', { name: 'Users' }).fill('nobody of this name')
    await expect(page.getByText('No options found')).toBeVisible()
    await dialog.getByRole('combobox', { name: 'Users' }).fill('admin')
    await page.getByRole('option', { name: /Administrator/ }).click()
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(toastOf(page, 'Administrator added to the team successfully')).toBeVisible()
    const member = page.getByRole('list', { name: 'Members' }).getByRole('listitem')
    await expect(member).toHaveCount(1)
    await expect(member).toContainText('ada@example.com')
    await page.getByRole('link', { name: 'Add members' }).click()
    await dialog.getByRole('combobox', { name: 'Users' }).fill('admin')
    await expect(page.getByText('No options found')).toBeVisible()
    await dialog.getByRole('combobox', { name: 'Users' }).press('Escape')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    const actions = member.getByRole('button', { name: 'Actions for Administrator' })
    await actions.press('Enter')
    await page.getByRole('menuitem', { name: 'Remove user' }).press('Enter')
    await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(actions).toBeFocused()
    await actions.click()
    await page.getByRole('menuitem', { name: 'Remove user' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove user' }).click()
    await expect(toastOf(page, 'Administrator removed from team successfully')).toBeVisible()
    await expect(page.getByText("You haven't added any team members to the team yet.")).toBeVisible()
    await expect(page.getByRole('tabpanel')).toBeFocused()
  })

  test('ask for people 500 ms after the last key [SHELL-042]', async ({ page, product }) => {
    await addTeam(page, product.url, 'Patient')
    await page.getByRole('link', { name: 'Add members' }).click()
    const users = page.getByRole('combobox', { name: 'Users' })
    await users.click()
    await expect(page.getByRole('option', { name: /Administrator/ })).toBeVisible()
    await page.clock.install()
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    const searched: string[] = []
    // The list without a text is asked for again whenever people change.
    page.on('request', (sent) => {
      const { pathname, searchParams } = new URL(sent.url())
      const text = searchParams.get('or')
      if (pathname === '/api/db/people' && text !== null) searched.push(text)
    })
    for (const letter of 'adm') {
      await page.keyboard.press(letter)
      await page.clock.runFor(499)
    }
    expect(searched).toEqual([])
    await page.clock.runFor(1)
    await expect.poll(() => searched[0]).toContain('adm')
  })

  test('say why a change of members failed [TEAM-013]', async ({ page, product }) => {
    await addTeam(page, product.url, 'Refused')
    await page.route('**/api/db/team_members*', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 409, json: { code: 'x', message: 'the team is full' } })
        : route.continue(),
    )
    await page.getByRole('link', { name: 'Add members' }).click()
    await page.getByRole('combobox', { name: 'Users' }).fill('admin')
    await page.getByRole('option', { name: /Administrator/ }).click()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(toastOf(page, 'the team is full')).toBeVisible()
  })

  test('are changed and deleted, with their words [SET-022, SET-024, SET-045, SET-046]', async ({
    page,
    product,
  }) => {
    await addTeam(page, product.url, 'Changing')
    await page.getByRole('tab', { name: 'Spec' }).click()
    await expect(page.getByRole('button', { name: 'Update' })).toBeDisabled()
    const icon = page.getByRole('combobox', { name: 'Icon' })
    await icon.click()
    await page.getByRole('option', { name: 'rocket' }).click()
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(toastOf(page, 'Changing updated successfully')).toBeVisible()
    await page.reload()
    await expect(icon).toContainText('rocket')
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete team' }).click()
    await expect(toastOf(page, 'Changing deleted successfully')).toBeVisible()
    await expect(page).toHaveURL(`${product.url}/settings/teams`)
    await expect(page.getByRole('row').filter({ hasText: 'Changing' })).toHaveCount(0)
  })

  test('keep how responders are reached while the rest of them changes', async ({ page, product }) => {
    const spec = { responder_clients: { email: { values: { to: 'night@example.com' } } } }
    const url = `${product.url}/api/db/teams`
    const data = { name: 'Reached', icon: 'users', spec, source: 'UI' }
    expect((await page.request.post(url, { data })).status()).toBe(201)
    await page.goto(`${product.url}/settings/teams?query=Reached`)
    await page.getByRole('row').filter({ hasText: 'Reached' }).getByRole('link').click()
    await expect(page.getByRole('main')).not.toContainText('responder_clients')
    await page.getByRole('combobox', { name: 'Icon' }).click()
    await page.getByRole('option', { name: 'rocket' }).click()
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(toastOf(page, 'Reached updated successfully')).toBeVisible()
    const stored: unknown = await (await page.request.get(`${url}?name=eq.Reached&select=icon,spec`)).json()
    expect(stored).toEqual([{ icon: 'rocket', spec }])
  })

  test('are added together with their first members', async ({ page, product }) => {
    await page.goto(`${product.url}/settings/teams?add=true`)
    const dialog = page.getByRole('dialog', { name: 'Add team' })
    await dialog.getByLabel('Name').fill('With members')
    await dialog.getByRole('combobox', { name: 'Members' }).fill('admin')
    await page.getByRole('option', { name: /Administrator/ }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(toastOf(page, 'With members added successfully')).toBeVisible()
    const members = page.getByRole('list', { name: 'Members' }).getByRole('listitem')
    await expect(members).toHaveText([/Administrator/])
  })

  test('that do not exist are said not to [SET-009]', async ({ page, product }) => {
    await page.goto(`${product.url}/settings/teams/01900000-0000-7000-8000-000000000000`)
    await expect(page.getByText('No resources found')).toBeVisible()
  })

  test('cannot be named twice, and the field says so', async ({ page, product }) => {
    await addTeam(page, product.url, 'Twice')
    await page.goto(`${product.url}/settings/teams?add=true`)
    await page.getByLabel('Name').fill('Twice')
    await page.getByRole('button', { name: 'Save' }).click()
    const name = page.getByRole('dialog', { name: 'Add team' }).getByLabel('Name')
    await expect(name).toHaveAccessibleDescription('There is a team named "Twice" already')
    await expect(name).toBeFocused()
  })

  test('ask before what was typed is thrown away', async ({ page, product }) => {
    await page.goto(`${product.url}/settings/teams?add=true`)
    await page.getByLabel('Name').fill('Almost')
    await page.keyboard.press('Escape')
    await expect(page.getByText('Discard your changes?')).toBeVisible()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect(page.getByLabel('Name')).toHaveValue('Almost')
    // A question that still closes takes the key.
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect(page).toHaveURL(`${product.url}/settings/teams`)
  })

  test('can be handled without a mouse', async ({ page, product }) => {
    await page.goto(`${product.url}/health`)
    await expect(page.getByRole('heading', { name: 'Health' })).toBeVisible()
    await pressSequence(page, 'g', 'e')
    await expect(page).toHaveURL(`${product.url}/settings/teams`)
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    await page.keyboard.press('ControlOrMeta+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('add team')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Add team' })
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await page.keyboard.type('By keyboard')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'By keyboard' })).toBeVisible()
    // A dialog that still closes takes the keys.
    await expect(dialog).toHaveCount(0)
    await page.keyboard.press('ControlOrMeta+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('by keyboard')
    await expect(page.getByRole('option', { name: /By keyboard/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('tab', { name: 'Spec' })).toBeVisible()
  })

  test('have no accessibility findings on any width, in any theme', async ({ page, product }) => {
    await addTeam(page, product.url, 'Accessible')
    const address = page.url()
    for (const [path, shown] of [
      [`${product.url}/settings/teams`, 'Accessible'],
      [address.replace('manageTeam', 'spec'), 'The name cannot be changed.'],
      [`${address}&members.add=true`, 'Add users to the team'],
    ] as const)
      await expectLooks(page, path, () => expect(page.getByText(shown).first()).toBeVisible())
  })
})
