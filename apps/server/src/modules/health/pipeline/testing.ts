import { listen } from '@binnacle/plugin-kit/servers'
import { createServer, type ServerResponse } from 'node:http'
import { expect } from 'vitest'
import { startTestApp } from '../../../testing/app.ts'
import { whenOver } from '../../../testing/clean-up.ts'

interface CheckRow {
  id: string
  name: string
  type: string
  state: string
  message: string | null
  error: string | null
  labels: Record<string, string>
  transformed: boolean
  gone: boolean
}

/** Starts the product for the tests of a file, beside a server whose answers they decide. */
export async function preparePipeline() {
  /** What the server says by path; what is missing is 503. */
  const says = new Map<string, unknown>()
  const requests: string[] = []
  /** Bodies of requests. */
  const sent: string[] = []
  /** Holds back the answers to paths that end in ?slow. */
  const slow = Promise.withResolvers<void>()
  const answer = (path: string, response: ServerResponse) => {
    const body = says.get(path.replace(/\?(?:slow|token=.*)$/, ''))
    if (body === undefined) response.writeHead(503).end('not now')
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    requests.push(path)
    request.setEncoding('utf8').on('data', (text) => sent.push(String(text)))
    if (path.endsWith('?slow')) void slow.promise.then(() => answer(path, response))
    else answer(path, response)
  })
  const target = await listen(server, 0)
  whenOver(() => target.stop())
  const app = await startTestApp({ environment: { METRIC_LABELS: 'team, region' } })
  const browser = await app.signedIn()

  const at = (path: string) => `http://127.0.0.1:${target.port}${path}`
  let canaries = 0

  /** Saves a canary that runs by hand only. @returns its id */
  async function save(spec: Record<string, unknown>, id?: string): Promise<string> {
    canaries += 1
    const body = { name: `canary-${id ?? canaries}`, labels: { team: 'web' }, spec }
    const answer =
      id === undefined
        ? await browser.send('POST', '/api/health/canaries', { body })
        : await browser.send('PUT', `/api/health/canaries/${id}`, { body })
    expect(answer.body.error ?? null).toBeNull()
    return answer.body.id
  }

  async function checksOf(canaryId: string): Promise<CheckRow[]> {
    const { rows } = await app.database.pool.query<CheckRow>(
      `select checks.id, name, checks.type, state.state, message, error, labels, transformed,
         deleted_at is not null as gone
       from core.checks join core.check_state as state on state.check_id = checks.id
       where canary_id = $1 order by transformed, name`,
      [canaryId],
    )
    return rows
  }

  async function idOf(canaryId: string, name: string): Promise<string> {
    const row = (await checksOf(canaryId)).find((check) => check.name === name)
    if (row === undefined) throw new Error(`no check ${name}`)
    return row.id
  }

  async function run(canaryId: string, name: string) {
    const answer = await browser.send('POST', `/api/canary/run/check/${await idOf(canaryId, name)}`)
    expect(answer.status).toBe(200)
    return answer.body
  }

  async function historyOf(checkId: string) {
    const { rows } = await app.database.pool.query<{
      state: string
      message: string | null
      error: string | null
    }>('select state, message, error from core.check_statuses where check_id = $1 order by time', [checkId])
    return rows
  }

  return { app, browser, target, says, requests, sent, slow, at, save, checksOf, idOf, run, historyOf }
}
