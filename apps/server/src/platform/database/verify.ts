import { Client } from 'pg'
import { StartFailure } from '../start-failure.ts'

/** Oldest and newest major version of PostgreSQL that is supported. */
const OLDEST = 15
const NEWEST = 18
const CONNECT_MILLISECONDS = 10_000

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOENT: 'nothing listens there',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the name of the host cannot be looked up',
  ETIMEDOUT: 'it does not answer',
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const known = 'code' in error ? reasons[String(error.code)] : undefined
  return known ?? error.message
}

interface Rights {
  version: number
  mayCreate: boolean
  mayEmit: boolean
}

// PostgreSQL lets everybody emit messages, but some administrators take that right away. Its versions differ in the
// arguments of the function.
const rights = `
  select current_setting('server_version_num')::integer / 10000 as version,
    has_database_privilege(current_database(), 'create') as "mayCreate",
    (
      select coalesce(bool_and(has_function_privilege(oid, 'execute')), false) from pg_proc
      where pronamespace = 'pg_catalog'::regnamespace and proname = 'pg_logical_emit_message'
        and proargtypes[2] = 'text'::regtype
    ) as "mayEmit"`

/**
 * Verifies that the product can use the configured database.
 * @param connectionString as configured
 * @throws StartFailure with the problem, without the password
 */
export async function verifyDatabase(connectionString: string): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: CONNECT_MILLISECONDS })
  client.on('error', () => {})
  const place = `The database ${client.database} at ${client.host}:${client.port}`
  const unusable = (error: unknown) =>
    new StartFailure(
      `${place} cannot be used: ${reasonOf(error)}. See to that server, or correct DATABASE_URL.`,
    )
  await client.connect().catch((error: unknown) => {
    throw unusable(error)
  })
  try {
    const { rows } = await client.query<Rights>(rights)
    const [{ version, mayCreate, mayEmit } = { version: 0, mayCreate: false, mayEmit: false }] = rows
    if (version < OLDEST || version > NEWEST)
      throw new StartFailure(`${place} is PostgreSQL ${version}: Binnacle needs ${OLDEST} to ${NEWEST}.`)
    if (!mayCreate)
      throw new StartFailure(
        `${place} does not let ${client.user} create schemas: make that user the owner of the database, or correct DATABASE_URL.`,
      )
    if (!mayEmit)
      throw new StartFailure(
        `${place} does not let ${client.user} execute pg_logical_emit_message, with which Binnacle waits for the disk: as its administrator, grant execute on that function to that user, or correct DATABASE_URL.`,
      )
  } finally {
    await client.end()
  }
}
