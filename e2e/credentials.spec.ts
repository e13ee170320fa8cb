import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { removeMadeCanaries } from './support/canaries.ts'
import { expect, fitsWidth, seriousFindings, test, toastOf } from './support/test.ts'

test.use({ startsAtChecks: false })

const spec = z.object({
  id: z.string(),
  spec: z.object({ http: z.array(z.record(z.string(), z.unknown())) }),
})

async function create(page: Page, url: string, name: string, text: string): Promise<string> {
  const answer = await page.request.post(`${url}/api/health/canaries`, { data: { name, text } })
  expect(answer.status(), await answer.text()).toBe(201)
  return spec.parse(await answer.json()).id
}

/** The only check of a health check, as it is stored. */
async function stored(page: Page, url: string, id: string): Promise<Record<string, unknown> | undefined> {
  const answer = await page.request.get(`${url}/api/health/canaries/${id}`)
  return spec.parse(await answer.json()).spec.http[0]
}

async function choose(page: Page, form: Locator, field: string, kind: string): Promise<void> {
  await form.getByRole('combobox', { name: new RegExp(`^${field} is given as`) }).click()
  await expect(page.getByRole('option')).toHaveText(['Static', 'Config Map', 'Secret'])
  await page.getByRole('option', { name: kind, exact: true }).click()
}

async function save(page: Page, name: string): Promise<void> {
  // The toast of an earlier save may still be there.
  const answered = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.url().includes('/api/health/canaries/'),
  )
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  expect((await answered).ok()).toBe(true)
  await expect(toastOf(page, `${name} updated successfully`)).toBeVisible()
}

test.afterEach(({ page, product }) => removeMadeCanaries(page, product.url))

test('a field for a secret is Static, a Config Map or a Secret, in the form, the code and the run [SPEC-010]', async ({
  page,
  product,
  target,
}) => {
  await mkdir(join(product.secrets, 'shop'), { recursive: true })
  await writeFile(join(product.secrets, 'shop/token'), 'the-token-of-the-shop\n')
  const text = `http:\n  - name: front page # shown to all\n    url: ${target.url}/ok\n    password: sw0rdfish\n    username: jane\n`
  const id = await create(page, product.url, 'kept', text)
  await page.goto(`${product.url}/settings/canaries/${id}`)
  const form = page.getByRole('tabpanel', { name: 'Form' })
  const group = form.getByRole('group', { name: 'Password', exact: true })

  // What is stored is not shown, and comes back when it is chosen again.
  await expect(form.getByLabel('Password', { exact: true }).first()).toHaveValue('')
  await choose(page, form, 'Password', 'Secret')
  await expect(group.getByLabel('Name', { exact: true })).toHaveValue('')
  await choose(page, form, 'Password', 'Static')
  await expect(form.getByPlaceholder('Stored. Type to replace it')).toHaveCount(2)

  await choose(page, form, 'Password', 'Secret')
  await group.getByLabel('Name', { exact: true }).fill('shop')
  await group.getByLabel('Key', { exact: true }).fill('to ken')
  await group.getByLabel('Key', { exact: true }).blur()
  await expect(group.getByText('The key has letters, digits, dots')).toBeVisible()
  await group.getByLabel('Key', { exact: true }).fill('token')
  // With the keyboard alone it is the same.
  await form.getByRole('combobox', { name: /^Username is given as/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: 'Static', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const user = form.getByRole('group', { name: 'Username', exact: true })
  await user.getByLabel('Name', { exact: true }).fill('account')
  await user.getByLabel('Key', { exact: true }).fill('user')
  await save(page, 'kept')
  expect(await stored(page, product.url, id)).toMatchObject({
    password: { valueFrom: { secretKeyRef: { name: 'shop', key: 'token' } } },
    username: { valueFrom: { configMapKeyRef: { name: 'account', key: 'user' } } },
  })

  // The code says the same, with its comments; its short form is read by the form.
  await page.getByRole('tab', { name: 'Code' }).click()
  const code = page.getByRole('textbox', { name: 'Spec' })
  await expect(code).toContainText('name: front page # shown to all')
  await expect(code).toContainText('secretKeyRef:')
  await page.getByRole('tab', { name: 'Form' }).click()
  await choose(page, form, 'Username', 'Static')
  await form.getByLabel('Username', { exact: true }).first().fill('secret://shop/token')
  await expect(user.getByLabel('Key', { exact: true })).toHaveValue('token')

  // A header has the choice beside its name.
  await form.getByText('Request', { exact: true }).click()
  await form.getByRole('button', { name: 'Add to headers' }).click()
  await form.getByLabel('Name', { exact: true }).nth(1).fill('X-Token')
  await choose(page, form, 'Value', 'Secret')
  const value = form.getByRole('group', { name: 'Value', exact: true })
  await value.getByLabel('Name', { exact: true }).fill('shop')
  await value.getByLabel('Key', { exact: true }).fill('token')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  const trial = page.getByRole('region', { name: 'Test results' })
  await expect(trial.getByText('Healthy', { exact: true })).toBeVisible()
  await save(page, 'kept')
  expect(await stored(page, product.url, id)).toMatchObject({
    username: 'secret://shop/token',
    headers: [{ name: 'X-Token', valueFrom: { secretKeyRef: { name: 'shop', key: 'token' } } }],
  })

  // One that is not there is named by its field.
  await value.getByLabel('Key', { exact: true }).fill('gone')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(trial).toContainText('headers[0].valueFrom: there is no secret "shop" with the key "gone"')
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 800 })
  await expect.poll(() => fitsWidth(page)).toBe(true)
})

test('a stored password has to be entered again when the address leads elsewhere, at its field', async ({
  page,
  product,
  target,
}) => {
  const text = `http:\n  - name: front page\n    url: http://127.0.0.1:9/\n    username: jane\n    password: sw0rdfish\n`
  const id = await create(page, product.url, 'bound', text)
  await page.goto(`${product.url}/settings/canaries/${id}`)
  const form = page.getByRole('tabpanel', { name: 'Form' })
  const address = form.getByLabel('URL', { exact: true })
  await address.fill(`${target.url}/ok`)
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(
    form.getByText('Enter it again, as url changed').or(form.getByText('enter it again, as url changed')),
  ).toHaveCount(2)
  await expect(address).toHaveValue(`${target.url}/ok`)
  await form.getByLabel('Username', { exact: true }).first().fill('jane')
  await form.getByLabel('Password', { exact: true }).first().fill('sw0rdfish')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  const trial = page.getByRole('region', { name: 'Test results' })
  await expect(trial.getByText('Healthy', { exact: true })).toBeVisible()
  await save(page, 'bound')
  expect(await stored(page, product.url, id)).toMatchObject({ url: `${target.url}/ok`, password: '***' })
  expect(await seriousFindings(page)).toEqual([])
})

test('a variable is shown while it is typed, and hidden with its switch, by the keyboard alone', async ({
  page,
  product,
}) => {
  const text = `exec:\n  - name: prints\n    script: echo "$SHOP"\n    env:\n      - name: SHOP\n        value: north\n`
  const id = await create(page, product.url, 'variables', `${text}http: []\n`)
  await page.goto(`${product.url}/settings/canaries/${id}`)
  const form = page.getByRole('tabpanel', { name: 'Form' })
  const variable = form.getByRole('group', { name: 'Environment' })
  const value = variable.getByLabel('Value', { exact: true })
  await expect(value).toHaveValue('north')
  await expect(value).toHaveAttribute('type', 'text')
  await value.focus()
  const isSecret = variable.getByRole('checkbox', { name: 'Secret' })
  for (let step = 0; step < 5 && !(await isSecret.evaluate((box) => box.matches(':focus'))); step += 1)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(isSecret).toBeChecked()
  await expect(value).toHaveAttribute('type', 'password')
  await save(page, 'variables')
  await page.reload()
  await expect(variable.getByPlaceholder('Stored. Type to replace it')).toBeVisible()
  // Nothing but the value itself can make it one that is shown.
  await variable.getByRole('checkbox', { name: 'Secret' }).uncheck()
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(variable.getByText(/enter the value/).first()).toBeVisible()
  await value.fill('south')
  await save(page, 'variables')
  await page.reload()
  await expect(value).toHaveValue('south')
  expect(await fitsWidth(page)).toBe(true)
})
