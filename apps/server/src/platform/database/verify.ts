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
    const { rows } = await client.query<{ version: number; may_create: boolean }>(
      `select current_setting('server_version_num')::integer / 10000 as version,
              has_database_privilege(current_database(), 'create') as may_create`,
    )
    const [{ version, may_create: mayCreate } = { version: 0, may_create: false }] = rows
    if (version < OLDEST || version > NEWEST)
      throw new StartFailure(`${place} is PostgreSQL ${version}: Binnacle needs ${OLDEST} to ${NEWEST}.`)
    if (!mayCreate)
      throw new StartFailure(
        `${place} does not let ${client.user} create schemas: make that user the owner of the database, or correct DATABASE_URL.`,
      )
  } finally {
    await client.end()
  }
}
