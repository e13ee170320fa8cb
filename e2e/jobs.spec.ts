import type { Page } from '@playwright/test'
import { z } from 'zod'
import { expect, expectLooks, pressSequence, test, toastOf } from './support/test.ts'

test.use({ startsAtChecks: false })

const tableOf = (page: Page) => page.getByRole('table', { name: 'Jobs History' })
const rowsOf = (page: Page) => tableOf(page).getByRole('row')
const details = (page: Page, name: string) => page.getByRole('dialog', { name: `Details for job ${name}` })

async function openJobs(page: Page, url: string, search = ''): Promise<void> {
  await page.goto(`${url}/settings/jobs${search}`)
  await expect(page.getByRole('heading', { name: 'Jobs History', level: 1 })).toBeVisible()
  await expect(tableOf(page)).not.toHaveAttribute('aria-busy')
}

/** A name that no other test has: their runs stay in the history. */
const canaryName = () =>
  `a-health-check-with-a-name-that-is-long-enough-to-be-cut-in-any-column-${crypto.randomUUID()}`

/** A canary that runs once: a list that grows moves its rows away from the pointer. */
const canary = (name: string, url: string) => `
apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata:
  name: ${name}
spec:
  schedule: '@every 365d'
  http:
    - name: doors
      url: ${url}
`

/** The newest run that meets a condition of the data service. */
async function newestRun(page: Page, url: string, condition: string) {
  const shape = z.array(z.object({ id: z.string(), resource_id: z.nullable(z.string()) }))
  const load = async () =>
    shape.parse(
      await (
        await page.request.get(`${url}/api/db/job_histories?${condition}&order=created_at.desc&limit=1`)
      ).json(),
    )[0]
  await expect.poll(load).toBeDefined()
  const found = await load()
  if (found === undefined) throw new Error(`no run with ${condition}`)
  return found
}

test.describe('the job history', () => {
  test('shows runs that did not succeed, with filters, columns and links [JOB-001, JOB-002, JOB-006, JOB-009, JOB-011]', async ({
    page,
    product,
    target,
    writeCanaries,
  }) => {
    const name = canaryName()
    await writeCanaries('jobs.yaml', canary(name, `${target.url}/bad`))
    await page.request.post(`${product.url}/api/jobs/CleanUpJobs/run`)
    await newestRun(page, product.url, 'name=eq.CleanUpJobs&status=eq.SUCCESS')
    const { resource_id: id } = await newestRun(
      page,
      product.url,
      `resource_name=eq.${name}&status=eq.FAILED`,
    )
    await page.goto(`${product.url}/health`)
    await expect(page.getByRole('heading', { name: 'Health', level: 1 })).toBeVisible()
    await pressSequence(page, 'g', 'j')
    await expect(page).toHaveURL(/\/settings\/jobs$/)
    for (const column of ['Timestamp', 'Job Name', 'Agent', 'Resource', 'Status', 'Duration', 'Statistics'])
      await expect(page.getByRole('columnheader', { name: column })).toBeVisible()
    for (const filter of ['Job Name', 'Status'])
      await expect(
        page.getByRole('search').getByRole('button', { name: new RegExp(`^${filter}`) }),
      ).toBeVisible()
    for (const filter of ['Resource Type', 'Duration'])
      await expect(page.getByRole('combobox', { name: filter })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Time range: 2 days' })).toBeVisible()
    const row = rowsOf(page).filter({ hasText: name })
    await expect(row).toContainText('FAILED')
    await expect(row).toContainText('Error 1')
    await expect(row).not.toContainText('Success')
    await expect(row.getByRole('link', { name })).toHaveAttribute('href', `/settings/canaries/${id}`)
    await expect(rowsOf(page).filter({ hasText: /SUCCESS/ })).toHaveCount(0)
    await page.getByRole('combobox', { name: 'Resource Type' }).click()
    await page.getByRole('option', { name: 'Topology' }).click()
    await expect(page).toHaveURL(/resourceType=topology/)
    await expect(row).toHaveCount(0)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL(/status=&?/)
    await expect(
      rowsOf(page)
        .filter({ hasText: /SUCCESS/ })
        .first(),
    ).toBeVisible()
  })

  test('follows what happens: a run turns up by itself', async ({ page, product, target, writeCanaries }) => {
    const name = canaryName()
    await openJobs(page, product.url, `?resourceType=canary&query=${name}`)
    await writeCanaries('live.yaml', canary(name, `${target.url}/bad`))
    await expect(rowsOf(page).filter({ hasText: name })).toContainText('FAILED')
  })

  test('includes and excludes a job from its name, and copies the id of a resource [JOB-007, JOB-010]', async ({
    page,
    product,
    target,
    writeCanaries,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const name = canaryName()
    await writeCanaries('names.yaml', canary(name, `${target.url}/bad`))
    const { resource_id: id } = await newestRun(
      page,
      product.url,
      `resource_name=eq.${name}&status=eq.FAILED`,
    )
    await page.request.post(`${product.url}/api/jobs/CleanUpJobs/run`)
    await newestRun(page, product.url, 'name=eq.CleanUpJobs&status=eq.SUCCESS')
    await openJobs(page, product.url, '?status=')
    const canaries = rowsOf(page).filter({ hasText: name })
    const cleaning = rowsOf(page).filter({ hasText: 'CleanUpJobs' })
    await expect(canaries).toBeVisible()
    await canaries.getByText('Canary', { exact: true }).hover()
    await canaries.getByRole('button', { name: 'Exclude Canary' }).click()
    await expect(page).toHaveURL(/name=Canary%3A-1/)
    await expect(canaries).toHaveCount(0)
    await cleaning.first().getByText('CleanUpJobs', { exact: true }).hover()
    await cleaning.first().getByRole('button', { name: 'Include CleanUpJobs' }).click()
    await expect(page).toHaveURL(/CleanUpJobs%3A1/)
    await page.reload()
    await expect(cleaning.first()).toBeVisible()
    await expect(rowsOf(page).filter({ hasNotText: 'CleanUpJobs' })).toHaveCount(1)

    await openJobs(page, product.url)
    await canaries.getByRole('button', { name: 'Copy id' }).click()
    await expect(toastOf(page, `Copied ${id} to clipboard`)).toBeVisible()
  })

  test('opens the details of a run with the keyboard, and no details of a run that has none [JOB-012, JOB-014, JOB-016]', async ({
    page,
    product,
    target,
    writeCanaries,
  }) => {
    const [bad, good] = [canaryName(), canaryName()]
    await writeCanaries('bad.yaml', canary(bad, `${target.url}/bad`))
    await writeCanaries('good.yaml', canary(good, target.url))
    await newestRun(page, product.url, `resource_name=eq.${bad}&status=eq.FAILED`)
    const quiet = await newestRun(page, product.url, `resource_name=eq.${good}&status=eq.SUCCESS`)
    await openJobs(page, product.url, '?status=&resourceType=canary')
    const row = rowsOf(page).filter({ hasText: bad })
    await row.getByRole('link').first().press('Enter')
    const dialog = details(page, 'Canary')
    await expect(dialog.getByRole('tab')).toHaveText(['Errors'])
    await expect(dialog.getByRole('columnheader', { name: 'Error' })).toBeVisible()
    await expect(dialog.getByRole('cell')).toContainText('503')
    await expect(page).toHaveURL(/run=/)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    // Its time is no link, and a press on the row opens nothing.
    const calm = rowsOf(page).filter({ hasText: good })
    await calm.getByText('SUCCESS', { exact: true }).click()
    await expect(page).not.toHaveURL(/run=/)
    await expect(calm.getByRole('rowheader').getByRole('link')).toHaveCount(0)
    await page.goto(`${product.url}/settings/jobs?run=${quiet.id}`)
    await expect(details(page, 'Canary')).toContainText('No details found')
  })

  test('starts a job by hand after a question, and shows its log', async ({ page, product }) => {
    await openJobs(page, product.url)
    await page.getByRole('button', { name: 'Run a job' }).press('Enter')
    const chooser = page.getByRole('dialog', { name: 'Run a job' })
    await expect(chooser).toContainText('Next run')
    await chooser.getByRole('button', { name: 'Run MaintainPartitions now' }).press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Run MaintainPartitions now?' })
    await expect(question).toContainText('locked for a moment')
    await question.getByRole('button', { name: 'Run now' }).press('Enter')
    const dialog = details(page, 'MaintainPartitions')
    await expect(dialog).toContainText('SUCCESS')
    await dialog.getByRole('tab', { name: 'Log' }).click()
    await expect(page).toHaveURL(/details=log/)
    await expect(dialog.getByRole('list', { name: 'Log' })).toContainText('core.job_history')
    await expect(dialog).toContainText('The run has ended.')
    await page.reload()
    await expect(dialog.getByRole('tab', { name: 'Log', selected: true })).toBeVisible()
    await dialog.getByRole('tab', { name: 'Reconcile Summary' }).click()
    await expect(dialog).toContainText('dropped')
    await expect(dialog.getByRole('button', { name: 'Run again' })).toBeVisible()
  })

  test('says what failed when it cannot be loaded [JOB-026]', async ({ page, product }) => {
    await page.route('**/api/db/job_histories*', (route) =>
      route.fulfill({ status: 500, json: { code: 'EINTERNAL', message: 'The database is away' } }),
    )
    await page.goto(`${product.url}/settings/jobs`)
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText('Something went wrong')
    await page.unroute('**/api/db/job_histories*')
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(alert).toHaveCount(0)
  })

  test('fits every width and has no serious findings', async ({ page, product, target, writeCanaries }) => {
    const name = canaryName()
    await writeCanaries('looks.yaml', canary(name, `${target.url}/bad`))
    const { id } = await newestRun(page, product.url, `resource_name=eq.${name}&status=eq.FAILED`)
    await expectLooks(page, `${product.url}/settings/jobs?status=`, () =>
      expect(rowsOf(page).filter({ hasText: name })).toBeVisible(),
    )
    await expectLooks(page, `${product.url}/settings/jobs?run=${id}`, () =>
      expect(details(page, 'Canary').getByRole('tab', { name: 'Errors' })).toBeVisible(),
    )
  })
})
