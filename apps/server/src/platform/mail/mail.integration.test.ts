import { inspect } from 'node:util'
import { createEgress } from '@binnacle/egress'
import { describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { until } from '../../testing/until.ts'
import { systemClock } from '../clock.ts'
import { inTransaction } from '../database/index.ts'
import { prepareJobQueue, startJobEngine } from '../jobs/index.ts'
import { ownLog } from '../log-memory.ts'
import { createLog } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { createSecrets } from '../secrets.ts'
import { createTellOperator } from '../operator.ts'
import { createMails } from './index.ts'
import { createSmtpSender } from './transport.ts'

const from = 'Binnacle <binnacle@example.com>'
const egress = createEgress({ deny: new Set() })
let told = ''
const tell = createTellOperator(createSecrets('a secret key for tests, long enough'), {
  write: (text) => (told += text),
})
const mail = { to: 'ada@example.com', subject: 'Grüße, Ada', text: 'Zeile eins\n\n.\nΖ\n' }

describe('a mail', () => {
  test('arrives as it was written', async () => {
    const server = await startMailServer()
    await createSmtpSender(server.url, from, egress, tell)(mail)
    const received = await server.take(mail.to)
    expect(received).toMatchObject({ from: 'binnacle@example.com', to: [mail.to] })
    expect(received.text).toBe(mail.text)
    expect(received.subject).toContain('=?UTF-8?')
    await server.stop()
  })

  test('is sent with user and password, and refused with wrong ones', async () => {
    const server = await startMailServer({ credentials: { user: 'binnacle', password: 's3cret/' } })
    const url = (password: string) =>
      `smtp://binnacle:${encodeURIComponent(password)}@${server.url.split('@')[1] ?? ''}`
    await createSmtpSender(url('s3cret/'), from, egress, tell)(mail)
    expect(server.mails.length).toBe(1)
    await expect(createSmtpSender(url('wrong'), from, egress, tell)(mail)).rejects.toThrow(
      /535|Invalid login/,
    )
    await server.stop()
  })

  test('is not sent to a server whose certificate nobody vouches for', async () => {
    const server = await startMailServer({ tls: true })
    await expect(createSmtpSender(server.url, from, egress, tell)(mail)).rejects.toThrow(
      /self-signed|certificate/,
    )
    await createSmtpSender(`${server.url}/?tls.rejectUnauthorized=false`, from, egress, tell)(mail)
    expect(server.mails.length).toBe(1)
    await server.stop()
  })

  test('goes only where the egress policy lets it', async () => {
    const server = await startMailServer()
    const closed = createEgress({ deny: new Set(['loopback']) })
    await expect(createSmtpSender(server.url, from, closed, tell)(mail)).rejects.toThrow('loopback')
    expect(server.mails).toEqual([])
    await server.stop()
    await expect(createSmtpSender(server.url, from, egress, tell)(mail)).rejects.toThrow(/refused/)
  })

  test('does not take its password over a line that others can read', async () => {
    const server = await startMailServer({ credentials: { user: 'binnacle', password: 'secret' } })
    const port = new URL(server.url).port
    const resolve = async () => ({ ok: true as const, value: ['127.0.0.1'] })
    const named = createEgress({ deny: new Set() }, resolve)
    const url = `smtp://binnacle:secret@mail.example.com:${port}`
    await expect(createSmtpSender(url, from, named, tell)(mail)).rejects.toThrow(/STARTTLS|TLS/)
    await createSmtpSender(`${url}/?requireTLS=false`, from, named, tell)(mail)
    expect(server.mails.length).toBe(1)
    await server.stop()
  })
})

describe('the queue of mails', () => {
  test('sends what was committed, tries again what was refused, and sends nothing for nothing', async () => {
    const server = await startMailServer()
    const database = await createTestDatabase()
    const { pool } = database
    const log = await createLog('silent')
    const mails = createMails({
      configuration: { mail: { smtpUrl: server.url, from } },
      egress,
      secrets: createSecrets('a secret key for tests, long enough'),
      terminal: { write: () => true },
    })
    await prepareJobQueue(pool, log)
    server.refuse(1)
    await inTransaction(pool, async (client) => {
      await mails.queue(client, mail)
      await mails.queue(client, undefined)
    })
    await inTransaction(pool, async (client) => {
      await mails.queue(client, { ...mail, to: 'eve@example.com' })
      throw new Error('changed our mind')
    }).catch(() => {})
    const waiting = await pool.query<{ payload: string }>(
      'select payload::text from graphile_worker._private_jobs order by id',
    )
    expect(waiting.rows.length).toBe(2)
    expect(JSON.stringify(waiting.rows)).not.toContain('Ada')
    const jobs = await startJobEngine({
      processId: '01900000-0000-7000-8000-000000000001',
      pool,
      jobs: mails.jobs,
      clock: systemClock,
      log,
      metrics: createMetrics(),
    })
    const queued = async () => {
      const { rows } = await pool.query<{ last_error: string | null; locked_at: Date | null }>(
        'select last_error, locked_at from graphile_worker.jobs',
      )
      return rows
    }
    await until(async () => {
      const [job, ...others] = await queued()
      return others.length === 0 && job?.last_error != null && job.locked_at === null
    })
    // The queue waits some seconds; here the time is up at once.
    await pool.query('update graphile_worker._private_jobs set run_at = now()')
    await jobs.stop()
    const second = await startJobEngine({
      processId: '01900000-0000-7000-8000-000000000002',
      pool,
      jobs: mails.jobs,
      clock: systemClock,
      log,
      metrics: createMetrics(),
    })
    expect((await server.take(mail.to)).text).toBe(mail.text)
    await until(async () => (await queued()).length === 0)
    expect(server.mails.length).toBe(1)
    await second.stop()
    await server.stop()
  })

  test('shows mails to the operator where no server is set, and leaves nothing of them in the log', async () => {
    const database = await createTestDatabase()
    let written = ''
    let logged = ''
    const log = await createLog('trace', { write: (line) => (logged += line) })
    const before = ownLog.last
    const mails = createMails({
      configuration: {},
      egress,
      secrets: createSecrets('a secret key for tests, long enough'),
      terminal: { write: (text) => (written += text) },
    })
    await prepareJobQueue(database.pool, log)
    await mails.queue(database.pool, mail)
    const jobs = await startJobEngine({
      processId: '01900000-0000-7000-8000-000000000003',
      pool: database.pool,
      jobs: mails.jobs,
      clock: systemClock,
      log,
      metrics: createMetrics(),
    })
    await until(() => written.includes('Zeile eins'))
    expect(written).toMatch(
      /^for the operator only \([0-9a-f]{16}\): .*SMTP_URL is not set.*ada@example\.com.*\n$/,
    )
    await jobs.stop()
    expect(logged).not.toContain('Zeile eins')
    expect(JSON.stringify(ownLog.after(before))).not.toContain('Zeile eins')
  })
})

describe('what a mail server says of the text of an email', () => {
  const words = async (answer: string) => {
    const server = await startMailServer({ refusal: answer })
    told = ''
    const failure = await createSmtpSender(
      server.url,
      from,
      egress,
      tell,
    )(mail).then(
      () => undefined,
      (error: unknown) => error,
    )
    await server.stop()
    if (!(failure instanceof Error)) throw new Error('the email was taken')
    return failure
  }

  test.each(['Zeile eins looks like spam', 'Zeile\n eins', Buffer.from('Zeile eins').toString('base64')])(
    'is for the operator: %j',
    async (answer) => {
      const failure = await words(answer)
      expect(failure.message).toBe(
        'the mail server did not take the text of the email (status 554); its words are on the terminal of the server',
      )
      expect(inspect(failure, { depth: 9, showHidden: true })).not.toMatch(/Zeile|eins|WmVp/)
      expect(told).toContain(answer.split('\n')[0])
      expect(told).toMatch(/^for the operator only/)
    },
  )

  test('is in the error where the server has not seen the text', async () => {
    const server = await startMailServer({ recipientRefusal: 'no such person here' })
    await expect(createSmtpSender(server.url, from, egress, tell)(mail)).rejects.toThrow(
      'no such person here',
    )
    await server.stop()
  })
})
