import { freePort } from '@binnacle/plugin-kit/servers'
import type { Role } from '@binnacle/contract/access'
import { tmpdir } from 'node:os'
import { type App, modules, startApp } from '../app.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { readConfiguration } from '../platform/configuration.ts'
import type { ConnectionLimits } from '../platform/http/connection-limits.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { createLog, type Log } from '../platform/log.ts'
import type { OpenModule } from '../platform/module.ts'
import type { Terminal } from '../platform/operator.ts'
import type { Platform } from '../platform/platform.ts'
import { whenOver } from './clean-up.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

/** The first administrator of every test application. */
export const administrator = { email: 'admin@example.com', password: 'correct horse battery' }

/** The key with which every test application encrypts and signs. */
export const TEST_SECRET_KEY = 'a secret key for tests, long enough'

/** Sends requests as one browser does: cookies are kept, answers are JSON. */
export interface TestBrowser {
  cookies: Map<string, string>
  send(method: string, path: string, options?: SendOptions): Promise<Answer>
  /** Signs in, as the administrator unless told otherwise. */
  signIn(who?: { email: string; password: string }): Promise<Answer>
}

interface SendOptions {
  body?: unknown
  headers?: Readonly<Record<string, string>>
}

export interface Answer {
  status: number
  headers: Headers
  // Tests look at single fields of answers whose shape they verify.
  // eslint-disable-next-line typescript/no-explicit-any
  body: any
}

export interface TestApp {
  app: App
  /** What its modules share, for tests that call a module without a request. */
  platform: Platform
  url: string
  database: TestDatabase
  browser(): TestBrowser
  /** A browser in which the administrator is signed in. */
  signedIn(): Promise<TestBrowser>
  /** Makes someone with these roles and signs them in, with the administrator's password. */
  person(email: string, roles?: readonly Role[]): Promise<{ id: string; browser: TestBrowser }>
  /** Everything that the server answers, as `METHOD /path`. */
  paths(): string[]
  stop(): Promise<void>
}

/** Opens a browser for the product at a URL, which may run in another process. */
export function createBrowser(url: string): TestBrowser {
  const cookies = new Map<string, string>()
  const browser: TestBrowser = {
    cookies,
    async send(method, path, { body, headers = {} } = {}) {
      const response = await fetch(url + path, {
        method,
        redirect: 'manual',
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      for (const cookie of response.headers.getSetCookie()) {
        const [pair = ''] = cookie.split(';')
        const [name = '', value = ''] = pair.split('=')
        if (value === '' || /max-age=0/i.test(cookie)) cookies.delete(name)
        else cookies.set(name, value)
      }
      const text = await response.text()
      const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '')
      return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
    },
    async signIn(who = administrator) {
      const flow = await browser.send('GET', '/kratos/self-service/login/browser')
      return browser.send('POST', `/kratos/self-service/login?flow=${flow.body.id}`, {
        body: {
          csrf_token: flow.body.ui.nodes[0].attributes.value,
          identifier: who.email,
          password: who.password,
          method: 'password',
        },
      })
    },
  }
  return browser
}

export interface TestAppOptions {
  environment?: Readonly<Record<string, string>>
  canaryPaths?: readonly string[]
  clock?: Clock
  log?: Log
  /** Where its operator is told what nobody else may read. Default: nowhere. */
  terminal?: Terminal
  database?: TestDatabase
  /** Limits of connections, shorter than those of the product. */
  limits?: Partial<ConnectionLimits>
  /** Modules in place of those of the product. */
  modules?: readonly OpenModule[]
  /** Modules of the product that are left out. */
  leftOut?: readonly OpenModule[]
  /** Modules besides those. */
  moreModules?: readonly OpenModule[]
}

/** Starts the whole product on its own database; nothing watches itself unless asked to. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await createTestDatabase())
  const port = await freePort()
  const read = readConfiguration({
    PORT: String(port),
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    WATCH_SELF: 'off',
    LOG_LEVEL: 'silent',
    ...options.environment,
  })
  if (!read.ok) throw new Error(JSON.stringify(read.failure))
  const http = createHttpServer('127.0.0.1', port, { limits: options.limits ?? {} })
  const server = await http.listen()
  const settings = {
    configuration: read.value,
    connection: database.connection,
    secretKey: TEST_SECRET_KEY,
    dataFolder: tmpdir(),
    canaryPaths: options.canaryPaths ?? [],
    // An application on the database of another one is not the only process there.
    alone: options.database === undefined,
    http,
    clock: options.clock ?? systemClock,
    log: options.log ?? (await createLog(read.value.logLevel)),
    terminal: options.terminal ?? { write: () => true },
  }
  let platform: Platform | undefined
  const app = await startApp(settings, [
    ...(options.modules ?? modules).filter((module) => options.leftOut?.includes(module) !== true),
    ...(options.moreModules ?? []),
    (opened) => {
      platform = opened
      return { name: 'test application' }
    },
  ]).catch(async (error: unknown) => {
    await server.stop(0)
    throw error
  })
  if (platform === undefined) throw new Error('the platform did not open')
  const url = `http://127.0.0.1:${port}`
  let stopped = false
  const stop = async () => {
    if (stopped) return
    stopped = true
    await server.stop(0)
    await app.stop()
  }
  whenOver(stop)
  async function signedIn(email: string): Promise<TestBrowser> {
    const browser = createBrowser(url)
    const answer = await browser.signIn({ email, password: administrator.password })
    if (answer.status !== 200) throw new Error(`could not sign in: ${JSON.stringify(answer.body)}`)
    return browser
  }
  return {
    app,
    platform,
    url,
    database,
    stop,
    browser: () => createBrowser(url),
    signedIn: () => signedIn(administrator.email),
    async person(email, roles = []) {
      const { rows } = await database.pool.query<{ id: string }>(
        `with person as (insert into core.people (name, email) values ($1, $2) returning id),
         password as (
           insert into core.passwords (person_id, hash)
           select person.id, hash from person, core.passwords order by core.passwords.updated_at limit 1
         ),
         roles as (insert into core.people_roles (person_id, role) select id, unnest($3::text[]) from person)
         select id from person`,
        [email.replace(/@.*/, ''), email, roles],
      )
      return { id: rows[0]?.id ?? '', browser: await signedIn(email) }
    },
    paths: () => http.paths(),
  }
}
