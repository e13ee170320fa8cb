import type { APIRequestContext, Page } from '@playwright/test'
import { z } from 'zod'
import { removeMadeCanaries } from './support/canaries.ts'
import { actAs, switchOff } from './support/frame.ts'
import { expect, expectLooks, test, toastOf } from './support/test.ts'

test.use({ startsAtChecks: false })

const created = z.object({ id: z.string() })
const createdRows = z.tuple([created])

/** Makes a team by the API. @returns its id */
async function createTeam(
  request: APIRequestContext,
  url: string,
  name: string,
  spec: Record<string, unknown> = {},
): Promise<string> {
  const answer = await request.post(`${url}/api/db/teams`, {
    data: { name, icon: 'users', spec, source: 'UI' },
    headers: { prefer: 'return=representation' },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return createdRows.parse(await answer.json())[0].id
}

/** Makes a health check of one URL by the API, and runs it once. @returns its id */
async function createCanary(page: Page, url: string, name: string, address: string): Promise<string> {
  const { request } = page
  const answer = await request.post(`${url}/api/health/canaries`, {
    data: {
      name,
      namespace: 'shop',
      labels: { team: 'web', tier: 'front' },
      text: `schedule: "@every 1h"\nhttp:\n  - name: ${name} page\n    url: ${address}\n`,
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  const { id } = created.parse(await answer.json())
  const checks = await request.get(`${url}/api/db/checks?canary_id=eq.${id}&select=id`)
  const run = await request.post(
    `${url}/api/canary/run/check/${createdRows.parse(await checks.json())[0].id}`,
  )
  // Its first run may be under way already.
  expect([200, 409]).toContain(run.status())
  const status = `${url}/api/db/canaries_with_status?id=eq.${id}&select=job_status`
  await expect.poll(async () => (await request.get(status)).text()).toMatch(/SUCCESS|FAILED/)
  return id
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** Opens a list, whose columns with a name are these. */
async function expectHeaders(page: Page, path: string, names: readonly string[]): Promise<void> {
  await page.goto(path)
  const table = page.getByRole('table')
  await expect(table).not.toHaveAttribute('aria-busy')
  // How many columns fit is known in the frame after the first.
  await expect(table.getByRole('columnheader').filter({ hasText: /\S/ })).toHaveText([...names])
}

test.describe('the settings of resource tables', () => {
  test.afterEach(({ page, product }) => removeMadeCanaries(page, product.url))

  test('have the columns that their records have fields for, fed by the newest run [SET-002, SET-003, SET-004]', async ({
    page,
    product,
    target,
  }) => {
    await page.setViewportSize({ width: 2200, height: 900 })
    await createCanary(page, product.url, 'column failing', `${target.url}/bad`)
    await expectHeaders(page, `${product.url}/settings/canaries?query=column`, [
      'Name',
      'Checks',
      'Source',
      'Schedule',
      'Namespace',
      'Job Status',
      'Last Run',
      'Last Failed',
      'Tags',
      'Created',
      'Updated',
      'Created By',
      'Types',
      'Actions',
    ])
    const row = rowOf(page, 'column failing')
    for (const shown of ['UI', '@every 1h', 'shop', 'FAILED', '+1 more', 'Administrator'])
      await expect(row).toContainText(shown)
    await createTeam(page.request, product.url, 'Column team')
    await expectHeaders(page, `${product.url}/settings/teams`, [
      'Name',
      'Source',
      'Created',
      'Updated',
      'Created By',
    ])
  })

  test('open a row, and offer to add one to those who may write [SET-005, SET-006, RBAC-028]', async ({
    page,
    product,
    target,
  }) => {
    const id = await createCanary(page, product.url, 'right', `${target.url}/ok`)
    await page.goto(`${product.url}/settings/canaries?query=right`)
    await expect(page.getByRole('link', { name: 'Add', exact: true })).toHaveAttribute(
      'href',
      '/settings/canaries/new',
    )
    await rowOf(page, 'right').getByText('@every 1h').click()
    await expect(page).toHaveURL(`${product.url}/settings/canaries/${id}`)
    await expect(page.getByRole('button', { name: 'Update' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeVisible()

    const team = await createTeam(page.request, product.url, 'Rights')
    await actAs(page, 'viewer')
    for (const table of ['canaries', 'teams']) {
      await page.goto(`${product.url}/settings/${table}`)
      await expect(page.getByRole('table')).not.toHaveAttribute('aria-busy')
      await expect(page.getByRole('link', { name: 'Add', exact: true })).toHaveCount(0)
      await expect(page.getByRole('columnheader', { name: 'Actions' })).toHaveCount(0)
    }
    for (const [table, row, name] of [
      ['canaries', id, 'right'],
      ['teams', team, 'Rights'],
    ] as const) {
      await page.goto(`${product.url}/settings/${table}/${row}`)
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
      await expect(page.getByRole('tab', { name: 'Spec' })).toBeVisible()
      await expect(page.getByRole('button', { name: /Update|Delete/ })).toHaveCount(0)
    }
  })

  test('show one resource in tabs, and lead back to the list [SET-007, SET-008]', async ({
    page,
    product,
    target,
  }) => {
    const canary = await createCanary(page, product.url, 'tabbed', `${target.url}/bad`)
    await page.goto(`${product.url}/settings/canaries?query=tabbed`)
    await rowOf(page, 'tabbed').getByRole('link', { name: 'FAILED' }).click()
    await expect(page).toHaveURL(`${product.url}/settings/canaries/${canary}?tab=jobHistory`)
    await expect(page.getByRole('tab')).toHaveText(['Spec', 'Job History'])
    const runs = page.getByRole('table', { name: 'Job History' }).getByRole('row')
    await runs.filter({ hasText: 'Error 1' }).first().getByRole('link').first().click()
    const details = page.getByRole('dialog', { name: 'Details for job' })
    await expect(details).toContainText(/503/)
    await page.keyboard.press('Escape')
    await expect(details).toBeHidden()
    const team = await createTeam(page.request, product.url, 'Tabbed')
    await page.goto(`${product.url}/settings/teams/${team}`)
    await expect(page.getByRole('tab')).toHaveText(['Spec', 'Members', 'Components', 'Job History'])
    await page.getByRole('tab', { name: 'Members' }).click()
    await expect(page).toHaveURL(/\?tab=manageTeam$/)
    await page.getByRole('tab', { name: 'Job History' }).click()
    await expect(page.getByText('No runs yet')).toBeVisible()
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Teams' }).click()
    await expect(page).toHaveURL(`${product.url}/settings/teams`)
  })

  test('show the icon or the schedule in the form, and the id and the agent below it [SET-015, SET-021]', async ({
    page,
    product,
    target,
  }) => {
    const canary = await createCanary(page, product.url, 'identified', `${target.url}/ok`)
    await page.goto(`${product.url}/settings/canaries/${canary}`)
    await expect(page.getByRole('tabpanel', { name: 'Form' }).getByLabel('Schedule')).toHaveValue('@every 1h')
    await expect(page.getByRole('main')).toContainText(canary)
    await expect(page.getByText('Agent', { exact: true }).locator('..')).toContainText('local')
    const spec = { responder_clients: { jira: {} } }
    const team = await createTeam(page.request, product.url, 'Identified', spec)
    await page.goto(`${product.url}/settings/teams/${team}`)
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Identified')
    await expect(page.getByRole('main')).toContainText(team)
    await page.getByRole('combobox', { name: 'Icon' }).click()
    await page.getByRole('option', { name: 'rocket' }).click()
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(toastOf(page, 'Identified updated successfully')).toBeVisible()
    // The form does not show the spec of responders, and keeps it.
    const stored = await page.request.get(`${product.url}/api/db/teams?id=eq.${team}&select=icon,spec`)
    expect(await stored.json()).toEqual([{ icon: 'rocket', spec }])
    await expect(page.getByText('responder_clients')).toHaveCount(0)
  })

  test('hide the job history while its feature is disabled', async ({ page, product }) => {
    const team = await createTeam(page.request, product.url, 'Without history')
    await switchOff(page, 'settings.job_history')
    await page.goto(`${product.url}/settings/teams/${team}?tab=jobHistory`)
    await expect(page.getByRole('tab', { name: 'Members' })).toBeVisible()
    await expect(page.getByRole('tab')).toHaveText(['Spec', 'Members', 'Components'])
    await expect(page.getByRole('tab', { name: 'Spec' })).toHaveAttribute('aria-selected', 'true')
  })

  test('lead from the generic addresses to the pages of connections and properties', async ({
    page,
    product,
  }) => {
    await page.goto(`${product.url}/settings/properties?query=health`)
    await expect(page).toHaveURL(`${product.url}/settings/feature-flags?query=health`)
    await expect(page.getByRole('heading', { name: 'Feature Flags', level: 1 })).toBeVisible()
    await page.goto(`${product.url}/settings/properties/health.disable`)
    await expect(page).toHaveURL(`${product.url}/settings/feature-flags?flag=health.disable`)
    const id = '01900000-0000-7000-8000-000000000000'
    await page.goto(`${product.url}/settings/connections/${id}`)
    await expect(page).toHaveURL(`${product.url}/settings/connections?id=${id}`)
    await expect(page.getByRole('dialog')).toBeVisible()
  })

  test('have no page for a table that is not known', async ({ page, product }) => {
    for (const path of ['people', 'core.teams', 'nonsense/1']) {
      await page.goto(`${product.url}/settings/${path}`)
      await expect(page.getByText('Page not found')).toBeVisible()
    }
  })

  test('say that nothing is found [SET-009]', async ({ page, product }) => {
    for (const table of ['teams', 'canaries']) {
      await page.goto(`${product.url}/settings/${table}/01900000-0000-7000-8000-000000000000`)
      await expect(page.getByText('No resources found')).toBeVisible()
      await page.goto(`${product.url}/settings/${table}/no-id`)
      await expect(page.getByText('No resources found')).toBeVisible()
    }
    await page.route('**/api/db/teams_with_status*', (route) =>
      route.fulfill({ json: [], headers: { 'content-range': '*/0' } }),
    )
    await page.goto(`${product.url}/settings/teams`)
    await expect(page.getByText('No resources found')).toBeVisible()
  })

  test('save, update and delete, and say so [SET-022, SET-024, SET-045, SET-046]', async ({
    page,
    product,
    target,
  }) => {
    await page.goto(`${product.url}/settings/canaries/new?type=http`)
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Update' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0)
    const id = await createCanary(page, product.url, 'words', `${target.url}/ok`)
    await page.goto(`${product.url}/settings/canaries/${id}`)
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
    await page.getByRole('tabpanel', { name: 'Form' }).getByLabel('URL').fill(`${target.url}/ok?again`)
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(toastOf(page, 'words updated successfully')).toBeVisible()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Delete health check' }).click()
    await expect(toastOf(page, 'words deleted successfully')).toBeVisible()
    await expect(page).toHaveURL(`${product.url}/settings/canaries`)
  })

  test('require a name, and do not change name, namespace and source of what exists [SET-028, SET-029, SET-030]', async ({
    page,
    product,
    target,
  }) => {
    await page.goto(`${product.url}/settings/teams?add=true`)
    const dialog = page.getByRole('dialog', { name: 'Add team' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription('This field is required')
    const team = await createTeam(page.request, product.url, 'Fixed name')
    await page.goto(`${product.url}/settings/teams/${team}`)
    await expect(page.getByRole('textbox', { name: 'Name' })).not.toBeEditable()
    await expect(page.getByRole('main')).toContainText('Source: UI')
    await expect(page.getByRole('textbox', { name: 'Source' })).toHaveCount(0)

    const canary = await createCanary(page, product.url, 'fixed', `${target.url}/ok`)
    await page.goto(`${product.url}/settings/canaries/${canary}`)
    await expect(page.getByRole('heading', { name: 'fixed', level: 1 })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('shop')
    await expect(page.getByRole('main')).toContainText('Source: UI')
    await expect(page.getByRole('textbox', { name: /^(Group name|Namespace|Source)$/ })).toHaveCount(0)
  })

  test('do not change what comes from a file', async ({ page, product, target, writeCanaries }) => {
    await writeCanaries(
      'read-only.yaml',
      `metadata: { name: read only }\nspec:\n  http: [{ name: from a file, url: "${target.url}/ok" }]\n`,
    )
    await page.goto(`${product.url}/health?hidePassing=false`)
    await expect(page.getByText('from a file')).toBeVisible()
    await page.goto(`${product.url}/settings/canaries?query=read only`)
    await rowOf(page, 'read only').getByRole('link').first().click()
    await expect(page.getByText('Linked to local file')).toBeVisible()
    await expect(page.getByRole('button', { name: /Update|Delete/ })).toHaveCount(0)
  })

  test('say why a change failed [SET-047]', async ({ page, product }) => {
    const team = await createTeam(page.request, product.url, 'Refusing')
    await page.route('**/api/db/teams?*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 409, json: { code: 'x', message: 'the team is locked' } })
        : route.continue(),
    )
    await page.goto(`${product.url}/settings/teams/${team}`)
    await page.getByRole('combobox', { name: 'Icon' }).click()
    await page.getByRole('option', { name: 'rocket' }).click()
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(toastOf(page, 'the team is locked')).toBeVisible()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Delete team' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('the team is locked')
    await expect(page).toHaveURL(`${product.url}/settings/teams/${team}`)
  })

  test('have no accessibility findings on any width, in any theme', async ({ page, product, target }) => {
    const canary = await createCanary(page, product.url, 'looked at', `${target.url}/bad`)
    for (const [path, shown] of [
      ['canaries?query=looked', 'looked at'],
      [`canaries/${canary}?tab=jobHistory`, 'Error 1'],
    ] as const)
      await expectLooks(page, `${product.url}/settings/${path}`, () =>
        expect(page.getByText(shown).first()).toBeVisible(),
      )
  })
})
