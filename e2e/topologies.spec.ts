import type { Page } from '@playwright/test'
import { z } from 'zod'
import { expect, expectLooks, seriousFindings, test, toastOf } from './support/test.ts'

test.use({ startsAtChecks: false })

const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })
const made = z.array(z.object({ id: z.string() }))

const spec = `schedule: "@never"
components:
  - name: counter
    type: Application
    components:
      - name: till
        type: Service
        properties:
          - name: version
            text: "2.1"
`

/** Writes a text in place of the code. */
async function writeCode(page: Page, text: string): Promise<void> {
  const code = page.getByRole('textbox', { name: 'Spec' })
  await code.press('ControlOrMeta+a')
  await code.press('Delete')
  await page.keyboard.insertText(text)
}

test.describe('topologies', () => {
  test.afterEach(async ({ page, product }) => {
    const answer = await page.request.get(
      `${product.url}/api/db/topologies?select=id&deleted_at=is.null&source=eq.UI`,
    )
    for (const { id } of made.parse(await answer.json()))
      await page.request.delete(`${product.url}/api/topologies/${id}`)
  })

  test('are made with a preview of their tree, saved, run, changed and deleted [SET-010, SET-013, SET-018, SET-034]', async ({
    page,
    product,
  }) => {
    await page.goto(`${product.url}/settings/topologies`)
    await page.getByRole('link', { name: 'Add', exact: true }).click()
    await page.getByRole('link', { name: 'Manual components' }).click()
    const name = page.getByRole('textbox', { name: 'Name', exact: true }).first()
    await expect(page.getByRole('textbox', { name: 'Namespace' })).toHaveValue('default')
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await expect(save).toBeDisabled()
    await name.fill('counter')
    await writeCode(page, spec)
    await expect(save).toBeEnabled()

    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await expect(preview(page).getByRole('status')).toContainText(/\d components/)
    await expect(preview(page).getByText('till', { exact: true })).toBeVisible()
    expect(await seriousFindings(page)).toEqual([])

    await save.click()
    await expect(toastOf(page, 'counter created successfully')).toBeVisible()
    await expect(page).toHaveURL(/\/settings\/topologies\/[\da-f-]{36}$/)
    await expect(page.getByRole('main').getByText('Source: UI')).toBeVisible()
    await page.getByRole('button', { name: 'Run now' }).click()
    const run = page.getByRole('dialog', { name: 'Run of counter' })
    await expect(run.getByText(/^Finished/)).toBeVisible()
    await run.getByRole('link', { name: 'Show the components' }).click()
    await expect(page.getByRole('article', { name: 'counter', exact: true })).toBeVisible()

    await page.goBack()
    await page.getByRole('tab', { name: 'Code' }).click()
    await writeCode(page, spec.replace('till', 'cash desk'))
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await expect(toastOf(page, 'counter updated successfully')).toBeVisible()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page).toHaveURL(`${product.url}/settings/topologies`)
  })

  test('say what they are doing while they are saved [SET-023]', async ({ page, product }) => {
    await page.goto(`${product.url}/settings/topologies/new?type=components`)
    await page.getByRole('textbox', { name: 'Name', exact: true }).first().fill('slow')
    let release = () => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/topologies', async (route) => {
      await gate
      await route.continue()
    })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Saving' })).toBeVisible()
    release()
    await expect(toastOf(page, 'slow created successfully')).toBeVisible()
    await page.unroute('**/api/topologies')
    let releaseUpdate = () => {}
    const heldUpdate = new Promise<void>((resolve) => (releaseUpdate = resolve))
    await page.route('**/api/topologies/*', async (route) => {
      if (route.request().method() === 'PUT') await heldUpdate
      await route.continue()
    })
    await page.getByRole('tab', { name: 'Code' }).click()
    await writeCode(page, spec)
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Updating' })).toBeVisible()
    releaseUpdate()
    await expect(toastOf(page, 'slow updated successfully')).toBeVisible()
  })

  test('keep the focus on the button while it says why they cannot be saved', async ({ page, product }) => {
    await page.goto(`${product.url}/settings/topologies/new?type=components`)
    await page.getByRole('textbox', { name: 'Name', exact: true }).first().fill('wrong')
    await writeCode(page, 'components: none')
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await save.focus()
    await expect(save).toBeDisabled()
    await expect(save).toBeFocused()
  })

  test('are completed in the code by their schema [SET-033]', async ({ page, product }) => {
    await page.goto(`${product.url}/settings/topologies/new?type=custom`)
    await writeCode(page, '')
    await page.keyboard.type('sched')
    await expect(page.getByRole('option', { name: /^schedule/ })).toBeVisible()
  })

  test('have no accessibility findings and fit in any look', async ({ page, product }) => {
    test.setTimeout(600_000)
    for (const path of [
      '/settings/topologies',
      '/settings/topologies/new',
      '/settings/topologies/new?type=parents',
      '/settings/topologies/new?type=components',
    ])
      await expectLooks(page, product.url + path, () =>
        expect(page.getByRole('heading', { level: 1 })).toBeVisible(),
      )
  })
})
