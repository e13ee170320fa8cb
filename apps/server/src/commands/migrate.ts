import { openDatabase } from '../platform/database/index.ts'
import { migrate as migrateDatabase } from '../platform/database/migrate.ts'
import { verifyDatabase } from '../platform/database/verify.ts'
import { createLog } from '../platform/log.ts'
import { MISUSE } from '../misuse.ts'
import { readSettings } from './settings.ts'

/**
 * Brings the database at DATABASE_URL up to date and ends. The bundled database is brought up to date at every start.
 * @returns the exit code
 */
export async function migrate(): Promise<number> {
  const settings = readSettings()
  if (settings === undefined) return MISUSE
  const { databaseUrl, logLevel } = settings
  if (databaseUrl === undefined) {
    console.error(
      'Set DATABASE_URL to the database to migrate; the bundled one is migrated when Binnacle starts.',
    )
    return MISUSE
  }
  await verifyDatabase(databaseUrl)
  const log = await createLog(logLevel)
  const database = openDatabase({ connection: { connectionString: databaseUrl }, connections: 2, log })
  try {
    const { tables, derived, unknown } = await migrateDatabase(database.pool)
    console.log(
      tables.length === 0 && !derived
        ? 'The database is up to date.'
        : `Applied ${tables.length} migrations${derived ? ' and renewed the views' : ''}.`,
    )
    if (unknown.length > 0)
      console.log(`A newer release of Binnacle has migrated it too: ${unknown.join(', ')}.`)
    return 0
  } finally {
    await database.close()
  }
}
