// Serves a database: node packages/data-api/src/serve.ts --database-url URL --schemas api,other [--port 3000] ...
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { createAdaptorServer } from '@hono/node-server'
import { Client } from 'pg'
import { createDataService } from './service.ts'
import { watchSchema } from './watch.ts'

const usage = `Usage: node serve.ts --database-url URL --schemas api,other [options]
  --database-url URL  postgresql://user:password@host:port/database; or DATABASE_URL in the environment
  --schemas LIST      schemas to serve, separated by commas; the first is the default
  --port NUMBER       3000 unless given; 0 for any free one
  --host ADDRESS      127.0.0.1 unless given
  --max-rows NUMBER   rows that one answer has at most
  --aggregates        allow count(), sum() and the like
  --tolerances        forgiving readings for clients of operations platforms
  --tx                allow Prefer: tx=rollback
Anyone who reaches the address may do all that the database's user may: nobody is asked who they are.`

/** An error with a message for the person who starts the service. */
class Refused extends Error {}

function numberOf(name: string, text: string, least: number, most: number): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < least || number > most)
    throw new Refused(`--${name} must be a whole number from ${least} to ${most}, not ${text}`)
  return number
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function readOptions() {
  const options = {
    'database-url': { type: 'string' },
    schemas: { type: 'string' },
    port: { type: 'string', default: '3000' },
    host: { type: 'string', default: '127.0.0.1' },
    'max-rows': { type: 'string' },
    aggregates: { type: 'boolean', default: false },
    tolerances: { type: 'boolean', default: false },
    tx: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  } as const
  try {
    return parseArgs({ options }).values
  } catch (error) {
    throw new Refused(`${messageOf(error).split('\n', 1)[0]} (--help lists the options)`)
  }
}

/** Reports an invalid address or schema immediately. */
async function probe(connectionString: string, schemas: readonly string[]): Promise<void> {
  let missing: readonly string[]
  try {
    const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 })
    // The thrown failure counts.
    client.on('error', () => undefined)
    await client.connect()
    const { rows } = await client.query<{ name: string }>(
      'select name from unnest($1::text[]) as name where not exists (select 1 from pg_namespace where nspname = name)',
      [schemas],
    )
    await client.end()
    missing = rows.map(({ name }) => name)
  } catch (error) {
    const reason = error instanceof AggregateError ? error.errors.map(messageOf).join(', ') : messageOf(error)
    throw new Refused(`The database cannot be reached: ${reason}`)
  }
  if (missing.length > 0) throw new Refused(`The database has no schema named ${missing.join(' or ')}`)
}

async function main(): Promise<void> {
  const values = readOptions()
  if (values.help) {
    process.stdout.write(`${usage}\n`)
    return
  }
  const connectionString = values['database-url'] ?? process.env['DATABASE_URL']
  if (connectionString === undefined)
    throw new Refused('--database-url is missing (--help lists the options)')
  const schemas = (values.schemas ?? '').split(',').filter((name) => name !== '')
  if (schemas.length === 0) throw new Refused('--schemas is missing (--help lists the options)')
  const port = numberOf('port', values.port, 0, 65_535)
  const maximumRows = values['max-rows']
  const limits =
    maximumRows === undefined ? {} : { maximumRows: numberOf('max-rows', maximumRows, 1, 2 ** 31 - 1) }
  await probe(connectionString, schemas)

  const onError = (error: unknown) => void process.stderr.write(`${messageOf(error)}\n`)
  const service = createDataService<undefined>({
    connection: { connectionString },
    schemas,
    limits,
    aggregates: values.aggregates,
    tolerances: values.tolerances,
    transactionEnd: values.tx,
    onError,
  })
  // Listen first, so that changes after the first reload are noticed.
  const watch = watchSchema({ connectionString }, () => service.reload(), onError)
  await watch.listening
  await service.reload()
  const server = createAdaptorServer({ fetch: (request) => service.handle(request, { actor: undefined }) })
  const close = async () => {
    await watch.close()
    await service.close()
  }
  server.listen(port, values.host)
  try {
    await once(server, 'listening')
  } catch (error) {
    await close()
    throw new Refused(`${values.host}:${port} cannot be listened on: ${messageOf(error)}`)
  }
  const address = server.address()
  const own = typeof address === 'object' && address !== null ? address.port : port
  const host = values.host.includes(':') ? `[${values.host}]` : values.host
  process.stdout.write(`Serving ${schemas.join(', ')} at http://${host}:${own}\n`)

  const stop = () => {
    // Idle connections end now, the others after their answers.
    server.close(() => void close())
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Refused ? error.message : String(error)}\n`)
  process.exitCode = 1
}
