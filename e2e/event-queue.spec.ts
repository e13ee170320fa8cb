import type { APIRequestContext, Page } from '@playwright/test'
import { startMailServer } from '../apps/server/src/testing/mail-server.ts'
import { write } from './support/database.ts'
import { expect, expectLooks, pressSequence, signIn, test, toastOf, watchConsole } from './support/test.ts'
import { administrator, type Product, startProduct } from './support/product.ts'
import { freePort } from '@binnacle/plugin-kit/servers'
import { z } from 'zod'

const PATH = '/settings/event-queue-status'
const flow = z.object({
  id: z.string(),
  ui: z.object({
    nodes: z.array(z.object({ attributes: z.object({ name: z.string(), value: z.unknown().optional() }) })),
  }),
})

/** Asks for a code that recovers the administrator's account: the product sends an email. */
async function askForEmail(request: APIRequestContext, url: string): Promise<void> {
  const { id, ui } = flow.parse(
    await (await request.get(`${url}/kratos/self-service/recovery/browser`)).json(),
  )
  const token = ui.nodes.find(({ attributes }) => attributes.name === 'csrf_token')?.attributes.value
  const answer = await request.post(`${url}/kratos/self-service/recovery?flow=${id}`, {
    data: { csrf_token: token, method: 'code', email: administrator.email },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

const summaryOf = (page: Page) => page.getByRole('table', { name: 'Event Queue Status' })
const emailsOf = (page: Page) => page.getByRole('table', { name: 'SendMail' })

test.describe('the event queue', () => {
  let product: Product
  let smtpPort: number

  test.beforeAll(async () => {
    smtpPort = await freePort()
    product = await startProduct({
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      MAIL_FROM: 'binnacle@example.com',
    })
  })
  test.afterAll(() => product.stop())

  test('shows what fails as it happens, retries it, and discards it with a reason [EVQ-001, EVQ-002]', async ({
    browser,
  }) => {
    const page = await (await browser.newContext()).newPage()
    const complaints = watchConsole(page)
    await signIn(page, product.url, '/settings')
    await expect(page).toHaveURL(`${product.url}${PATH}`)
    await expect(page.getByRole('heading', { name: 'Event Queue Status', level: 1 })).toBeVisible()
    await expect(page.getByText('The queue is empty')).toBeVisible()

    // Nobody listens where emails should go: without a reload they are here.
    const visitor = await browser.newContext()
    for (let count = 0; count < 3; count += 1) await askForEmail(visitor.request, product.url)
    const row = summaryOf(page).getByRole('row').filter({ hasText: 'SendMail' })
    await expect(row).toContainText('refused')
    for (const header of [
      'Name',
      'Pending',
      'Failed',
      'Average Attempts',
      'First Failure',
      'Last Failure',
      'Most Common Error',
    ])
      await expect(page.getByRole('columnheader', { name: header })).toBeVisible()

    await row.getByRole('link').first().press('Enter')
    await expect(page).toHaveURL(`${product.url}${PATH}/SendMail`)
    const rows = emailsOf(page).getByRole('row').filter({ hasText: 'Retrying' })
    await expect(rows).toHaveCount(3)
    await expect(rows.getByText(/^in \d+[sm]$/).first()).toBeVisible()
    // From now on they are tried again by hand only.
    await write(
      product,
      `update graphile_worker._private_jobs set run_at = now() + interval '1 hour' where attempts > 0`,
    )
    await rows.first().getByRole('link').first().press('Enter')
    const drawer = page.getByRole('dialog', { name: 'SendMail' })
    await expect(drawer.getByRole('region', { name: 'Error' })).toContainText('refused')
    // What the email says is sealed, and not even that is shown.
    await expect(drawer.getByRole('region', { name: 'Payload' })).toContainText('"sealed": "***"')
    await expect(page).toHaveURL(/event=\d+/)
    await page.reload()
    await drawer.getByRole('button', { name: 'Discard' }).click()
    const question = page.getByRole('alertdialog', { name: 'Discard this event?' })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(question.getByRole('alert')).toHaveText('Enter a reason')
    await question.getByLabel('Reason').fill('the address is wrong')
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(toastOf(page, 'Discarded 1 event')).toBeVisible()
    await expect(drawer).toHaveCount(0)
    await expect(rows).toHaveCount(2)

    const server = await startMailServer({ port: smtpPort })
    await page.getByRole('button', { name: 'Retry all' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Retry' }).click()
    await expect(toastOf(page, 'Retried 2 events')).toBeVisible()
    await expect(page.getByText('No events of this name')).toBeVisible()
    expect(server.mails).toHaveLength(2)
    await server.stop()

    await page.goto(`${product.url}/settings/audit?query=event_queue`)
    const log = page.getByRole('table', { name: 'Audit Log' })
    await expect(log).toContainText('Retry')
    await log.getByRole('row').filter({ hasText: 'Discard' }).getByRole('link').first().press('Enter')
    await expect(page.getByRole('dialog', { name: 'Discard' })).toContainText('the address is wrong')
    expect(complaints).toEqual([])
    await page.context().close()
    await visitor.close()
  })
})

const failing = {
  name: 'check.failed',
  pending: 104_512,
  failed: 812,
  average_attempts: 2.71,
  first_failure: '2026-11-20T08:00:00Z',
  last_failure: '2026-11-22T08:00:00Z',
  most_common_error: `connect ECONNREFUSED 10.0.0.7:443 ${'and so on '.repeat(30)}`,
}
const event = (index: number, state: string) => ({
  id: String(1_000 - index),
  name: 'check.failed',
  consumer: index % 2 === 0 ? 'notify' : 'incident rules with a long name',
  state,
  attempts: state === 'waiting' ? 0 : 10,
  most_attempts: 10,
  created_at: '2026-11-20T08:00:00Z',
  next_attempt: state === 'retrying' ? '2026-11-22T12:00:00Z' : null,
  last_failure: state === 'waiting' ? null : '2026-11-22T08:00:00Z',
  error: state === 'waiting' ? null : failing.most_common_error,
})
const states = ['dead', 'retrying', 'running', 'waiting']

/** Answers as a queue does in which much waits and fails. */
async function fillQueue(page: Page): Promise<void> {
  await page.route('**/api/db/event_queue_summary*', (route) =>
    route.fulfill({
      json: [
        failing,
        {
          ...failing,
          name: 'check.passed',
          pending: 3,
          failed: 0,
          first_failure: null,
          last_failure: null,
          most_common_error: null,
        },
      ],
      headers: { 'content-range': '0-1/2' },
    }),
  )
  await page.route('**/api/event_queue?*', (route) =>
    route.fulfill({
      json: {
        events: Array.from({ length: 50 }, (_, index) => event(index, states[index % 4] ?? '')),
        total: 10_000,
        more: true,
      },
    }),
  )
  await page.route('**/api/event_queue/*', (route) =>
    route.fulfill({ json: { ...event(0, 'dead'), payload: { version: 1, payload: { password: '***' } } } }),
  )
}

test('is reached and used with the keyboard alone', async ({ page, product }) => {
  await fillQueue(page)
  await expect(page.getByRole('heading', { name: 'Health', exact: true, level: 1 })).toBeVisible()
  await pressSequence(page, 'g', 'q')
  await expect(summaryOf(page).getByRole('row').filter({ hasText: 'check.failed' })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${product.url}${PATH}/check.failed`)
  await expect(page.getByText('More than 10,000 events match')).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'notify' })
  await expect(drawer).toContainText('No attempt is left')
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
})

test('says why it cannot be shown', async ({ page, product }) => {
  await page.route('**/api/event_queue?*', (route) =>
    route.fulfill({ status: 503, json: { code: 'EUNAVAILABLE', message: 'The database is not reachable' } }),
  )
  await page.goto(`${product.url}${PATH}/check.failed`)
  await expect(page.getByText('The database is not reachable')).toBeVisible()
})

test('fits every width and is easy to read, in every theme', async ({ page, product }) => {
  test.setTimeout(600_000)
  await fillQueue(page)
  for (const path of ['', '/check.failed', '/check.failed?event=1000'])
    await expectLooks(page, `${product.url}${PATH}${path}`, () =>
      expect(page.getByText('ECONNREFUSED').first()).toBeVisible(),
    )
})
