import { resolve } from 'node:path'
import type { PoolConfig } from 'pg'
import { type Configuration, readConfiguration } from '../platform/configuration.ts'
import { generatedKey } from '../platform/data-folder.ts'
import { type Database, openDatabase } from '../platform/database/index.ts'
import { migrate } from '../platform/database/migrate.ts'
import { provisionDatabase } from '../platform/database/provision.ts'
import { createLog } from '../platform/log.ts'
import { StartFailure } from '../platform/postgres/failure.ts'
import { findRunningPostgres } from '../platform/postgres/launcher.ts'
import { createSecrets } from '../platform/secrets.ts'
import { prepareGround } from './ground.ts'

/** The database of a copy of the product that runs on the data folder. */
async function runningDatabase(configuration: Configuration): Promise<PoolConfig | undefined> {
  if (configuration.databaseUrl !== undefined) return { connectionString: configuration.databaseUrl }
  const folder = resolve(configuration.dataDirectory)
  const key = configuration.secretKey ?? (await generatedKey(folder).catch(() => undefined))
  if (key === undefined) return undefined
  const password = createSecrets(key).keyFor('bundled database').toString('base64url')
  const server = await findRunningPostgres(folder, password)
  return server === undefined ? undefined : provisionDatabase(server).catch(() => undefined)
}

/**
 * Does some work on the product's database: the one at DATABASE_URL, that of the copy which runs on the data folder, or
 * the bundled one, which is started for it and stopped again.
 * @returns the exit code
 */
export async function withDatabase(
  work: (database: Database, configuration: Configuration) => Promise<number>,
): Promise<number> {
  const read = readConfiguration(process.env)
  if (!read.ok) {
    for (const problem of read.failure) console.error(`${problem.path} ${problem.message}`)
    return 2
  }
  const configuration = read.value
  const log = await createLog(configuration.logLevel)
  const running = await runningDatabase(configuration)
  const ground = running === undefined ? await prepareGround(configuration, log) : undefined
  const connection = running ?? ground?.connection ?? {}
  const database = openDatabase({ connection, connections: 2, log })
  try {
    if (ground !== undefined) await migrate(database.pool)
    const { rows } = await database.pool.query<{ there: boolean }>(
      `select to_regclass('core.access_tokens') is not null as there`,
    )
    if (rows[0]?.there !== true)
      throw new StartFailure(
        'The database is not up to date: start Binnacle on it, or run the command migrate.',
      )
    return await work(database, configuration)
  } finally {
    await database.close()
    await ground?.stop()
  }
}
