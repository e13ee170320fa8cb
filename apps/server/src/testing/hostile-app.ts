import { allow, roles } from '@binnacle/contract/access'
import { Worker } from 'node:worker_threads'
import type { Access } from '../platform/access/gate.ts'
import { dataGate } from '../platform/data/index.ts'
import { startTestApp, type TestApp, type TestBrowser } from './app.ts'
import type { HostileBody } from './hostile-bodies.ts'

/** An id that nothing has. */
export const NOBODY = '01900000-0000-7000-8000-000000000000'

/** What a request is sent to. */
export interface Target {
  method: string
  path: string
  type?: string
  headers?: Readonly<Record<string, string>>
  /** Whether the route takes more values than others. */
  isWide?: boolean
}

/** An answer of the server. */
export interface ServerAnswer {
  id: number
  /** 0 when there was no answer. */
  status: number
  text: string
}

/** Filters that name the primary key, where it is not `id`. */
const keys: Readonly<Record<string, string>> = {
  config_component_relationships: `config_id=eq.${NOBODY}&component_id=eq.${NOBODY}&selector_id=eq.manual`,
  properties: 'name=eq.x',
  team_members: `team_id=eq.${NOBODY}&person_id=eq.${NOBODY}`,
}

const cookieOf = (browser: TestBrowser) =>
  [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** The status of someone whom the gate stops; undefined for those who may pass. */
export function stopped(who: string, access: Access | undefined): number | undefined {
  if (who === 'stranger') return 401
  if (access === undefined) return 405
  if (access === 'signed-in') return undefined
  const heldRoles = roles.filter((role) => role === who)
  return allow(heldRoles, access.resource, access.action) ? undefined : 403
}

/** An answer in one line. */
export const briefly = ({ status, text }: ServerAnswer) => `${status} ${text.slice(0, 200)}`

/** Runs work for each item, eight at a time. */
export async function forEach<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items]
  const run = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: 8 }, run))
}

/** A product to which bodies are sent by strangers and by someone of each role. */
export interface HostileApp {
  app: TestApp
  /** Sends a body as someone of a role, or as a stranger. */
  send(who: string, target: Target, body?: HostileBody): Promise<ServerAnswer>
  /** Every route that reads a body, and every write of every relation. */
  targets(): (Target & { access: Access | undefined })[]
  /** Those whose body an administrator has read. */
  open(): Target[]
  /** Ends what sends. */
  stop(): Promise<number>
}

/** Starts a product, someone of each role, and a thread that sends requests, so that the server's thread only serves. */
export async function startHostileApp(): Promise<HostileApp> {
  const client = new Worker(
    `const { parentPort } = require('node:worker_threads')
     const bodies = new Map()
     parentPort.on('message', async ({ id, url, method, headers, what, body }) => {
       if (body !== undefined) bodies.set(what, body)
       try {
         const answer = await fetch(url, { method, headers, body: bodies.get(what), redirect: 'manual' })
         parentPort.postMessage({ id, status: answer.status, text: await answer.text() })
       } catch (error) {
         parentPort.postMessage({ id, status: 0, text: String(error.cause ?? error) })
       }
     })`,
    { eval: true },
  )
  const waiting = new Map<number, (answer: ServerAnswer) => void>()
  client.on('message', (answer: ServerAnswer) => {
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })

  const app = await startTestApp()
  const cookies = new Map<string, string>()
  for (const role of roles)
    cookies.set(role, cookieOf((await app.person(`one.${role}@example.com`, [role])).browser))

  /** Bodies that the thread has: a megabyte is not copied for each of thousands of requests. */
  const given = new Set<HostileBody>()
  let sent = 0
  const send: HostileApp['send'] = (who, { method, path, type = 'application/json', headers = {} }, body) => {
    sent += 1
    const id = sent
    const { promise, resolve } = Promise.withResolvers<ServerAnswer>()
    waiting.set(id, resolve)
    client.postMessage({
      id,
      url: app.url + path,
      method,
      headers: {
        'content-type': type,
        accept: 'application/json',
        cookie: cookies.get(who) ?? '',
        ...headers,
      },
      what: body?.what,
      ...(body === undefined || given.has(body) ? {} : { body: body.bytes }),
    })
    if (body !== undefined) given.add(body)
    return promise
  }

  function targets() {
    const { routes, relations } = app.app.gates
    const reading = routes
      .filter(({ schemas }) => schemas.body !== undefined)
      .map(({ method, path, access, bodyBounds }) => ({
        method,
        path: `/api${path.replaceAll(/\{\w+\}/g, NOBODY)}`,
        access,
        isWide: bodyBounds?.nodes !== undefined,
      }))
    const called = Object.entries(relations)
      .filter(([, { callable }]) => callable === true)
      .map(([name, rule]) => ({
        method: 'POST',
        path: `/api/db/rpc/${name}`,
        access: dataGate(rule, 'read')?.access,
      }))
    const tables = Object.entries(relations).filter(([, { callable }]) => callable !== true)
    const writing = tables.flatMap(([name, rule]) =>
      [
        ['POST', ''],
        ['PATCH', `?created_at=is.null`],
        ['PUT', `?${keys[name] ?? `id=eq.${NOBODY}`}`],
      ].map(([method = '', query = '']) => ({
        method,
        path: `/api/db/${name}${query}`,
        access: dataGate(rule, 'write')?.access,
      })),
    )
    return [...reading, ...called, ...writing]
  }

  return {
    app,
    send,
    targets,
    open: () => targets().filter(({ access }) => stopped('admin', access) === undefined),
    stop: () => client.terminate(),
  }
}
