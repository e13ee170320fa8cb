import { startHttpServer, type TestServer } from '@binnacle/plugin-kit/servers'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Answer, startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'

/** A password of connections, which no answer may contain. */
export const PASSWORD = 'sw0rdfish-secret'

/**
 * Starts the product and an HTTP server that connections lead to, for the tests of a file.
 * @returns functions that create connections
 */
export function useConnections() {
  let app: TestApp
  let admin: TestBrowser
  let target: TestServer
  let made = 0
  beforeAll(async () => {
    target = await startHttpServer()
    app = await startTestApp()
    admin = await app.signedIn()
  })
  afterAll(async () => {
    await target.stop()
  })

  /** Returns the URL of a path of the HTTP server. */
  const at = (path: string) => `http://127.0.0.1:${target.port}${path}`

  /** A connection that is sent, with a name that no other test has. */
  function form(fields: Readonly<Record<string, unknown>> = {}) {
    made += 1
    return { name: `server-${made}`, type: 'http', url: at('/ok'), ...fields }
  }

  async function create(fields?: Readonly<Record<string, unknown>>): Promise<Answer['body']> {
    const answer = await admin.send('POST', '/api/connections', { body: form(fields) })
    expect(answer.status).toBe(201)
    return answer.body
  }

  return {
    get app() {
      return app
    },
    get admin() {
      return admin
    },
    get target() {
      return target
    },
    /** How many connections have got a name so far, which is also the number in the newest name. */
    get made() {
      return made
    },
    at,
    form,
    create,
  }
}
