// Serves the benchmark's database: `ours` by the data service, `bare` by node:http and pg with the statements that the
// data service sends, and nothing else. Run by bench/data-api.ts; options come as JSON in the environment.
import { createServer } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { Pool, type PoolConfig } from 'pg'
import { connectionSettings } from '../../packages/data-api/src/database.ts'
import { createDataService } from '../../packages/data-api/src/index.ts'

export const CONNECTIONS = 8
export const SCHEMAS = ['api']
export const STATEMENT_MILLISECONDS = 10_000

/** A statement of a request; values that are numbers are places of the path's parts. */
export interface BareStatement {
  text: string
  values: readonly (number | string)[]
}

export interface ServerOptions {
  kind: 'ours' | 'bare'
  port: number
  connection: PoolConfig
  /** Statements of each request, by the first part of its path. */
  plans: Readonly<Record<string, readonly BareStatement[]>>
}

interface Actor {
  roles: readonly string[]
}

/** As in the product: a rule for each relation, a role for each action. */
const rules: Readonly<Record<string, { read: readonly string[]; hidden: readonly string[] }>> = {
  checks: { read: ['viewer', 'editor'], hidden: ['secret'] },
  canaries: { read: ['viewer', 'editor'], hidden: ['spec'] },
  check_labels: { read: ['viewer', 'editor'], hidden: [] },
}

/** The data service with the checks that a product would have. */
export function openOurs(connection: PoolConfig) {
  return createDataService<Actor>({
    connection,
    connections: CONNECTIONS,
    schemas: SCHEMAS,
    tolerances: true,
    aggregates: true,
    limits: { maximumRows: 10_000, statementMilliseconds: STATEMENT_MILLISECONDS },
    authorize({ actor, name, action, columns }) {
      const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
      const may =
        rule !== undefined &&
        action === 'select' &&
        rule.read.some((role) => actor.roles.includes(role)) &&
        !columns.some((column) => rule.hidden.includes(column))
      return may ? undefined : { message: `You do not have permission to ${action} "${name}"` }
    },
  })
}

async function serveOurs({ port, connection }: ServerOptions): Promise<void> {
  const service = openOurs(connection)
  await service.reload()
  const actor = { roles: ['viewer'] }
  createAdaptorServer({ fetch: (request) => service.handle(request, { actor }) }).listen(port, '127.0.0.1')
}

interface Row {
  body?: string
  rows?: string
  count?: string
}

function serveBare({ port, connection, plans }: ServerOptions): void {
  const pool = new Pool({
    ...connection,
    max: CONNECTIONS,
    options: connectionSettings(SCHEMAS, STATEMENT_MILLISECONDS),
  })
  const answer = async (path: string) => {
    const parts = path.slice(1).split('/').map(decodeURIComponent)
    const [name = ''] = parts
    let body = ''
    let rows = ''
    let total = '*'
    for (const [position, { text, values }] of (plans[name] ?? []).entries()) {
      const given = values.map((value) => (typeof value === 'number' ? parts[value] : value))
      const result = await pool.query<Row>({ name: `${name}_${position}`, text, values: given })
      const [row] = result.rows
      body = row?.body ?? body
      rows = row?.rows ?? rows
      total = row?.count ?? total
    }
    return { body, range: `0-${Number(rows) - 1}/${total}` }
  }
  createServer((request, response) => {
    answer(request.url ?? '/').then(
      ({ body, range }) => {
        response.writeHead(200, {
          'content-type': 'application/json; charset=utf-8',
          'content-range': range,
          'content-length': Buffer.byteLength(body),
        })
        response.end(body)
      },
      (error: unknown) => {
        response.writeHead(500, { 'content-length': '0' })
        response.end()
        process.stderr.write(`${String(error)}\n`)
      },
    )
  }).listen(port, '127.0.0.1')
}

const given = process.env['DATA_SERVER']
if (given !== undefined) {
  const options: ServerOptions = JSON.parse(given)
  if (options.kind === 'ours') await serveOurs(options)
  else serveBare(options)
}
