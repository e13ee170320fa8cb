import { createServer, type Server } from 'node:http'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import type { APIRequestContext, Page } from '@playwright/test'
import { z } from 'zod'
import { startMailServer, type TestMailServer } from '../apps/server/src/testing/mail-server.ts'
import { administrator, type Product, startProduct } from './support/product.ts'
import { expect, expectLooks, pressSequence, signIn, test, toastOf, watchConsole } from './support/test.ts'

const PATH = '/notifications'
const RULES = '/notifications/rules'

const rows = z.array(z.looseObject({ id: z.string() }))

interface Answer {
  status: number
  /** When it answers. Default: at once. */
  after?: Promise<void>
}

/** A web server whose answer a test chooses. */
async function startTarget(): Promise<{ url: string; answer: Answer; server: Server }> {
  const answer: Answer = { status: 200 }
  // A server that answers before it has the body may reset the connection, and then the message is tried again later.
  const server = createServer((request, response) =>
    request.resume().on('end', () => {
      void Promise.resolve(answer.after).then(() => response.writeHead(answer.status).end('an answer'))
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = z
    .object({ port: z.number() })
    .parse(server.address() satisfies AddressInfo | string | null)
  return { url: `http://127.0.0.1:${port}`, answer, server }
}

const historyOf = (page: Page) => page.getByRole('table', { name: 'Notifications' })
const rulesOf = (page: Page) => page.getByRole('table', { name: 'Notification Rules' })

async function make(request: APIRequestContext, url: string, table: string, body: object): Promise<string> {
  const answer = await request.post(`${url}/api/db/${table}`, {
    data: body,
    headers: { prefer: 'return=representation' },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return rows.parse(await answer.json())[0]?.id ?? ''
}

test.describe.configure({ mode: 'serial' })

test.describe('notifications', () => {
  let product: Product
  let mail: TestMailServer
  let page: Page
  let target: Awaited<ReturnType<typeof startTarget>>
  let refusing: Awaited<ReturnType<typeof startTarget>>
  let complaints: string[]

  test.beforeAll(async ({ browser }) => {
    ;[mail, target, refusing] = await Promise.all([startMailServer(), startTarget(), startTarget()])
    refusing.answer.status = 400
    product = await startProduct({ SMTP_URL: mail.url, MAIL_FROM: 'binnacle@example.com' })
    page = await (await browser.newContext()).newPage()
    complaints = watchConsole(page)
    await signIn(page, product.url, '/health')
  })
  test.afterAll(async () => {
    expect(complaints).toEqual([])
    await page.context().close()
    await product.stop()
    await mail.stop()
    for (const { server } of [target, refusing]) {
      server.close()
      server.closeAllConnections()
    }
  })

  const checks = (name: string, status = 200) => `
metadata: { name: ${name} }
spec:
  schedule: '@every 365d'
  http: [{ name: ${name} page, url: '${target.url}/${name}', responseCodes: [${status}] }]
`

  test('are reached from the top bar and the settings [SHELL-004, SHELL-005, NOT-001, NOT-005, SET-010]', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Notifications' }).click()
    await expect(page).toHaveURL(product.url + PATH)
    await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible()
    await expect(page.getByText('Nothing was sent yet')).toBeVisible()
    await page.getByRole('link', { name: 'Add the first rule' }).click()
    const form = page.getByRole('dialog', { name: 'Create Notification' })
    await form.getByRole('tab', { name: 'Others' }).click()
    await expect(form.getByRole('link', { name: 'Add a connection' })).toHaveAttribute(
      'href',
      '/settings/connections?add=true',
    )
    await page.goBack()
    await page.getByRole('tab', { name: 'Rules' }).click()
    await expect(page).toHaveURL(product.url + RULES)
    await expect(page.getByText('No rules yet')).toBeVisible()
    await page.goto(`${product.url}/settings/notifications`)
    await expect(page).toHaveURL(product.url + RULES)
  })

  test('have rules whose form says what is missing or wrong [NOT-005, NOT-015, NOT-016, NOT-017, NOT-018, NOT-019, NOT-021, NOT-022, NOT-023]', async () => {
    await page.getByRole('link', { name: 'Add', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Notification' })
    const events = dialog.getByRole('combobox', { name: 'Events' })
    const repeat = dialog.getByRole('textbox', { name: 'Repeat interval' })

    // The focus goes to what is wrong.
    await dialog.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(events).toBeFocused()
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect(page.getByRole('link', { name: 'Add', exact: true })).toBeFocused()
    await page.keyboard.press('Enter')

    // Leaving the field without a choice, and choosing afterwards, both validate it. Its error would move what a press
    // leaves it for, so it waits for the end of the press.
    await events.focus()
    const others = dialog.getByRole('tab', { name: 'Others' })
    await others.hover()
    await page.mouse.down()
    await expect(others).toBeFocused()
    const required = dialog.getByText('This field is required')
    await expect(required).toHaveCount(0)
    await page.mouse.up()
    await expect(others).toHaveAttribute('aria-selected', 'true')
    await expect(required).toHaveCount(1)
    await dialog.getByRole('tab', { name: 'Person' }).click()
    await events.click()
    // In words, with their codes beside.
    await expect(page.getByRole('option')).toHaveText([
      /check\.failed$/,
      /check\.passed$/,
      /component\.healthy$/,
      /component\.unhealthy$/,
      /component\.unknown$/,
      /component\.warning$/,
      /config\.created$/,
      /config\.deleted$/,
      /config\.healthy$/,
      /config\.unhealthy$/,
      /config\.unknown$/,
      /config\.updated$/,
      /config\.warning$/,
      /playbook\.approval\.inserted$/,
      /playbook\.spec\.approval\.updated$/,
    ])
    await page.getByRole('option', { name: 'Check failed' }).click()
    await page.keyboard.press('Escape')
    await expect(required).toHaveCount(0)

    // Escape asks before it closes the form, and takes no choice away.
    await events.press('Escape')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: 'Remove Check failed' })).toBeVisible()

    const repeats = dialog.getByRole('group', { name: 'Choices of Repeat interval' })
    await expect(repeats.getByRole('button')).toHaveText(['1h', '2h', '3h', '6h', '1d', '1w', '1m'])
    await repeats.getByRole('button', { name: '6h' }).click()
    await expect(repeat).toHaveValue('6h')
    await repeat.fill('')
    await dialog.getByText('Wait before sending').click()
    const wait = dialog.getByRole('textbox', { name: 'Wait for' })
    await expect(dialog.getByRole('group', { name: 'Choices of Wait for' }).getByRole('button')).toHaveText([
      '3m',
      '5m',
      '10m',
      '15m',
      '30m',
      '1h',
      '4h',
      '8h',
      '1d',
      '3d',
      '7d',
    ])
    await wait.focus()
    await repeat.focus()
    await expect(required).toHaveCount(2)
    await repeat.fill('59s')
    await wait.fill('30s')
    await expect(dialog.getByText('Duration must be greater than 1 minute')).toHaveCount(2)
    await repeat.fill('90m')
    await wait.fill('90s')
    await expect(dialog.getByText('Duration must be greater than 1 minute')).toHaveCount(0)
    await dialog.getByText('Wait before sending').click()

    // A person, a team or another service: one choice clears the others.
    const recipient = dialog.getByRole('tablist', { name: 'Recipient', exact: true })
    await expect(recipient.getByRole('tab')).toHaveText(['Person', 'Team', 'Others'])
    const person = dialog.getByRole('combobox', { name: 'Person' })
    await person.click()
    await page.getByRole('option', { name: administrator.email }).click()
    await expect(person).toHaveValue('Administrator')
    await recipient.getByRole('tab', { name: 'Team' }).click()
    await expect(dialog.getByRole('combobox', { name: 'Team' })).toHaveValue('')
    await recipient.getByRole('tab', { name: 'Person' }).click()
    await expect(person).toHaveValue('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(required).toHaveCount(1)
    await expect(person).toBeFocused()
    await person.click()
    await page.getByRole('option', { name: administrator.email }).click()

    await dialog.getByRole('textbox', { name: 'Filter' }).fill('chek.name == "x"')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText(/unknown variable chek/)).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Filter' })).toBeFocused()
    // Escape closes the suggestions, not the dialog around them.
    await dialog.getByRole('textbox', { name: 'Filter' }).fill('')
    await dialog.getByRole('textbox', { name: 'Filter' }).pressSequentially('check')
    await expect(page.getByRole('option', { name: /^check/ })).toBeVisible()
    await page.keyboard.type('.')
    const suggestion = page.getByRole('option', { name: /^name(?!s)/ })
    await expect(suggestion).toBeVisible()
    await expect(page.getByRole('option', { name: /^labels/ })).toBeVisible()
    await page.keyboard.type('n')
    await expect(suggestion).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(suggestion).toBeHidden()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await dialog.getByRole('textbox', { name: 'Filter' }).fill('canary.name == "shop"')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Tell Ada')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(toastOf(page, 'Notification added successfully')).toBeVisible()
    const row = rulesOf(page).getByRole('row').filter({ hasText: 'Tell Ada' })
    await expect(row).toContainText('Administrator')
    await expect(row).toContainText('Check failed')
  })

  test('are sent when something fails, appear as it happens, and say why [NOT-001, NOT-004, NOT-006]', async () => {
    await page.goto(product.url + PATH)
    await writeFile(join(product.canaries, 'shop.yaml'), checks('shop', 201))
    const row = historyOf(page).getByRole('row').filter({ hasText: 'shop page' })
    await expect(row).toContainText('Sent')
    await expect(row).toContainText('check.failed')
    await expect.poll(() => mail.mails.length).toBeGreaterThan(0)

    await row.getByRole('link', { name: /shop page/ }).click()
    await expect(page).toHaveURL(/\?id=[0-9a-f-]{36}$/)
    const dialog = page.getByRole('dialog', { name: 'Notification Details' })
    for (const text of ['shop page', 'Administrator', 'Sent', 'check.failed', 'Duration'])
      await expect(dialog.getByText(text).first()).toBeVisible()
    const why = dialog.getByRole('region', { name: 'Why' })
    await expect(why.getByRole('listitem').first()).toBeVisible()
    await expect(dialog.getByRole('region', { name: 'Message' })).toContainText('shop page')

    await dialog.getByRole('button', { name: 'Send again' }).click()
    await expect(toastOf(page, 'The message is on its way')).toBeVisible()
    // The dialog follows to the row of the new message.
    await expect(why).toContainText('sent it again')
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await expect(historyOf(page).getByRole('row').filter({ hasText: 'shop page' })).toHaveCount(2)
    await row
      .first()
      .getByRole('link', { name: /shop page/ })
      .click()
    await expect(why).toContainText('sent it again')

    await dialog.getByRole('link', { name: 'Tell Ada' }).click()
    await expect(page).toHaveURL(/\/notifications\/rules\?id=[0-9a-f-]{36}$/)
    await expect(page.getByRole('dialog', { name: 'Edit Notification' })).toBeVisible()
  })

  test('keep durations as they are when a rule is changed, and try it on what happened [NOT-020, NOT-028]', async () => {
    const dialog = page.getByRole('dialog', { name: 'Edit Notification' })
    await expect(dialog.getByRole('textbox', { name: 'Repeat interval' })).toHaveValue('90m')
    await dialog.getByText('Wait before sending').click()
    await dialog.getByRole('textbox', { name: 'Wait for' }).fill('90m1s')
    // The newest event is of a failure of which the recipient knows.
    await expect(dialog.getByText('It would tell nobody')).toBeVisible()
    await dialog.getByRole('button', { name: 'Update' }).click()
    await expect(toastOf(page, 'Notification updated successfully')).toBeVisible()
    const read = async () =>
      z
        .array(z.looseObject({ wait_for: z.number(), repeat_interval: z.string() }))
        .parse(await (await page.request.get(`${product.url}/api/db/notifications?name=eq.Tell Ada`)).json())
    expect(await read()).toMatchObject([{ wait_for: 5_401_000_000_000, repeat_interval: '90m' }])

    await rulesOf(page).getByRole('link', { name: 'Tell Ada', exact: true }).click()
    await expect(dialog.getByRole('textbox', { name: 'Wait for' })).toHaveValue('1h30m1s')
    await dialog.getByRole('button', { name: 'Update' }).click()
    await expect(dialog).toBeHidden()
    expect(await read()).toMatchObject([{ wait_for: 5_401_000_000_000, repeat_interval: '90m' }])
  })

  test('have rules that are edited as code too, which shows what the form cannot [NOT-005]', async () => {
    const { request } = page
    const id = await make(request, product.url, 'notifications', {
      name: 'Two services',
      events: ['check.failed'],
      filter: 'check.name == "nowhere"',
      custom_services: [
        { name: 'first', url: `generic+${target.url}/first` },
        { name: 'second', url: `generic+${target.url}/second`, filter: 'check.type == "http"' },
      ],
    })
    await page.goto(`${product.url}${RULES}?id=${id}&view=code`)
    const dialog = page.getByRole('dialog', { name: 'Edit Notification' })
    const code = dialog.getByRole('textbox', { name: 'Rule' })
    await expect(code).toContainText('check.type == "http"')
    await expect(dialog.getByRole('tab', { name: 'Code' })).toHaveAttribute('aria-selected', 'true')
    // Escape, then Tab leaves the editor, not the dialog.
    await code.focus()
    await pressSequence(page, 'Escape', 'Tab')
    await expect(code).not.toBeFocused()
    await expect(dialog).toBeVisible()

    // What the form changes, the code says, and the other way round.
    await dialog.getByRole('tab', { name: 'Form' }).click()
    await expect(page).toHaveURL(`${product.url}${RULES}?id=${id}`)
    await expect(dialog.getByText('first sends to a URL that only the code shows')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Both services')
    await dialog.getByRole('tab', { name: 'Code' }).click()
    await expect(code).toContainText('name: Both services')
    await code.press('ControlOrMeta+End')
    await code.pressSequentially('wait_for: 20s')
    await dialog.getByRole('button', { name: 'wait_for: Duration must be greater than 1 minute' }).click()
    await expect(code).toBeFocused()
    await dialog.getByRole('button', { name: 'Update' }).click()
    await expect(dialog).toBeVisible()
    await code.press('ControlOrMeta+End')
    for (let index = 0; index < '20s'.length; index += 1) await code.press('Backspace')
    await code.pressSequentially('5m')
    await expect(dialog.getByText('Duration must be')).toHaveCount(0)
    await dialog.getByRole('tab', { name: 'Form' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Wait for' })).toHaveValue('5m')

    // Code that cannot be read changes nothing, says so, and is not saved.
    await dialog.getByRole('tab', { name: 'Code' }).click()
    await code.press('ControlOrMeta+End')
    await code.press('Enter')
    await code.pressSequentially('when: now')
    await expect(dialog.getByRole('button', { name: 'when: There is no such key' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Update' }).click()
    await dialog.getByRole('tab', { name: 'Form' }).click()
    await expect(dialog.getByText('The code has an error')).toBeVisible()
    await dialog.getByRole('button', { name: 'Use the form' }).click()
    await dialog.getByRole('button', { name: 'Update' }).click()
    await expect(toastOf(page, 'Notification updated successfully')).toBeVisible()
    await expect(page).toHaveURL(product.url + RULES)

    const read = await request.get(`${product.url}/api/db/notifications?id=eq.${id}`)
    expect(await read.json()).toMatchObject([
      {
        name: 'Both services',
        wait_for: 300_000_000_000,
        custom_services: [{ name: 'first' }, { name: 'second', filter: 'check.type == "http"' }],
      },
    ])
    await request.patch(`${product.url}/api/db/notifications?id=eq.${id}`, { data: { deleted_at: 'now()' } })
  })

  test('have rules with conditions and the fields of each service, which are tried on real places', async () => {
    const { request } = page
    const data = { name: 'real hook', type: 'generic_webhook', url: target.url }
    expect((await request.post(`${product.url}/api/connections`, { data })).ok()).toBe(true)
    await page.goto(`${product.url}${RULES}?add=true`)
    const dialog = page.getByRole('dialog', { name: 'Create Notification' })
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('With fields')
    await dialog.getByRole('combobox', { name: 'Events' }).click()
    await page.getByRole('option', { name: 'Check failed' }).click()
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Add condition' }).click()
    const condition = dialog.getByRole('group', { name: 'Condition 1' })
    await condition.getByRole('combobox', { name: 'Values' }).click()
    await page.getByRole('option', { name: 'critical' }).click()
    await page.keyboard.press('Escape')
    await dialog.getByRole('tab', { name: 'Others' }).click()
    await dialog.getByRole('combobox', { name: 'Connection' }).click()
    await page.getByRole('option', { name: /real hook/ }).click()
    await dialog.getByText('Webhook settings').click()
    const headers = dialog.getByRole('textbox', { name: 'Headers' })
    await headers.fill('no header')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText(/must be lines such as X-Team: web/).first()).toBeVisible()
    await expect(dialog.getByText('It would tell nobody')).toBeVisible()
    await headers.fill('X-Team: web')
    await dialog.getByRole('button', { name: 'Send test to recipients' }).click()
    await expect(dialog.getByRole('list', { name: 'Test results' })).toContainText(
      'the service took the message',
    )
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(toastOf(page, 'Notification added successfully')).toBeVisible()
    const stored = await request.get(`${product.url}/api/db/notifications?name=eq.With fields`)
    expect(await stored.json()).toMatchObject([
      {
        filter: 'severity == "critical"',
        custom_services: [{ name: 'real hook', properties: { headers: 'X-Team: web' } }],
      },
    ])
    await rulesOf(page).getByRole('link', { name: 'With fields', exact: true }).click()
    const again = page.getByRole('dialog', { name: 'Edit Notification' })
    await expect(again.getByRole('button', { name: 'Remove critical' })).toBeVisible()
    await expect(again.getByRole('textbox', { name: 'Headers' })).toHaveValue('X-Team: web')
    await again.getByRole('button', { name: 'Cancel' }).click()
  })

  test('are filtered by status and kind of resource [NOT-002, NOT-003, NOT-013, NOT-014, NOT-024]', async () => {
    await page.goto(product.url + PATH)
    const bar = page.getByRole('search')
    await bar.getByRole('button', { name: 'Resource Type' }).click()
    const kinds = page.getByRole('dialog', { name: 'Resource Type' })
    for (const kind of ['canary', 'check', 'component', 'catalog'])
      await expect(kinds.getByText(kind, { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await bar.getByRole('button', { name: 'Status' }).click()
    const statuses = page.getByRole('dialog', { name: 'Status' })
    for (const status of ['Sent', 'Error', 'Pending', 'Cancelled', 'Repeated', 'Silenced'])
      await expect(statuses.getByText(status, { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')

    const row = historyOf(page).getByRole('row').filter({ hasText: 'shop page' }).first()
    await page.goto(`${product.url}${PATH}?status=sent:1&resourceType=check:1`)
    await expect(row).toBeVisible()
    await page.goto(`${product.url}${PATH}?status=sent:-1&resourceType=check:1`)
    await expect(page.getByRole('button', { name: /clear/i }).first()).toBeVisible()
    await expect(row).toBeHidden()
    await page.goto(`${product.url}${PATH}?query=shop&timeRange=1h`)
    await expect(row).toBeVisible()
    await page.goto(`${product.url}${PATH}?query=nowhere`)
    await expect(page.getByRole('button', { name: /clear/i }).first()).toBeVisible()
    await expect(row).toBeHidden()
  })

  test('say of a rule that it does not work, and what failed most often [NOT-007, NOT-008]', async () => {
    const { request } = page
    const connection = await make(request, product.url, 'connections', {
      name: 'refusing hook',
      type: 'generic_webhook',
      url: refusing.url,
    })
    await make(request, product.url, 'notifications', {
      name: 'Refused',
      events: ['check.failed'],
      filter: 'canary.name == "store"',
      custom_services: [{ connection }],
    })
    await make(request, product.url, 'notifications', {
      name: 'Wrong filter',
      events: ['check.failed'],
      filter: 'int(check.name) > 3',
      custom_services: [{ connection }],
    })
    // The list also shows a failure that comes long after the rule itself changed.
    const { promise: shown, resolve: refuse } = Promise.withResolvers<void>()
    refusing.answer.after = shown
    await page.goto(product.url + RULES)
    await writeFile(join(product.canaries, 'store.yaml'), checks('store', 202))
    const wrong = page.getByRole('button', { name: 'Error of Wrong filter', exact: true })
    await expect(wrong).toBeVisible()
    refuse()

    const refused = rulesOf(page).getByRole('row').filter({ hasText: 'Refused' })
    await expect(refused).toContainText('refusing hook')
    const failed = refused.getByRole('button', { name: /1 failed/ })
    await expect(failed).toBeVisible()
    await failed.click()
    const most = page.getByRole('dialog', { name: 'Most common error of Refused' })
    await expect(most).toContainText('the server answered with status')
    await most.getByRole('button', { name: 'Close' }).first().click()

    await wrong.hover()
    await expect(page.getByText(/line 1, column \d/)).toBeVisible()
    await wrong.click()
    const error = page.getByRole('dialog', { name: 'Error of Wrong filter' })
    await expect(error).toContainText('line 1, column')
    await error.getByRole('button', { name: 'Close' }).first().click()

    const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
    await page.getByRole('switch', { name: 'Wrong filter enabled' }).click()
    expect((await saved).ok()).toBe(true)
    await expect(page.getByRole('switch', { name: 'Wrong filter enabled' })).not.toBeChecked()
    await page.reload()
    await expect(page.getByRole('switch', { name: 'Wrong filter enabled' })).not.toBeChecked()
  })

  test('fit every width and theme, without findings', async () => {
    for (const path of [PATH, RULES, `${RULES}?add=true`, `${RULES}?add=true&view=code`])
      await expectLooks(page, product.url + path, async () => {
        await expect(
          page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first(),
        ).toBeVisible()
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      })
  })
})
