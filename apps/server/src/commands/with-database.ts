import { resolve } from 'node:path'
import type { PoolConfig } from 'pg'
import { MISUSE } from '../misuse.ts'
import type { Configuration } from '../platform/configuration.ts'
import { databasePasswordOf, secretKeyOf } from '../platform/data-folder.ts'
import { isDatabaseAway } from '../platform/database/availability.ts'
import { type Database, openDatabase } from '../platform/database/index.ts'
import { migrate } from '../platform/database/migrate.ts'
import { provisionDatabase } from '../platform/database/provision.ts'
import { createLog } from '../platform/log.ts'
import { findRunningPostgres } from '../platform/postgres/launcher.ts'
import { StartFailure } from '../platform/start-failure.ts'
import { prepareInfrastructure } from './infrastructure.ts'
import { readSettings } from './settings.ts'

/**
 * The database of a copy of the product that runs on the data folder; undefined if none runs.
 * @throws StartFailure if it answers, and refuses
 */
async function runningDatabase(configuration: Configuration): Promise<PoolConfig | undefined> {
  if (configuration.databaseUrl !== undefined) return { connectionString: configuration.databaseUrl }
  const folder = resolve(configuration.dataDirectory)
  const password = (await databasePasswordOf(folder))?.trim()
  const server = password === undefined ? undefined : await findRunningPostgres(folder, password)
  if (server === undefined) return undefined
  try {
    return await provisionDatabase(server)
  } catch (error) {
    // What a killed server left behind does not answer.
    if (isDatabaseAway(error)) return undefined
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartFailure(`The database of the copy that runs on ${folder} refuses this command: ${reason}.`)
  }
}

/**
 * Does some work on the product's database: the one at DATABASE_URL, the one of the copy which runs on the data folder, or
 * the bundled one, which is started for it and stopped again.
 * @returns the exit code
 */
export async function withDatabase(
  work: (database: Database, configuration: Configuration, secretKey: string) => Promise<number>,
): Promise<number> {
  const configuration = readSettings()
  if (configuration === undefined) return MISUSE
  const log = await createLog(configuration.logLevel)
  const running = await runningDatabase(configuration)
  const infrastructure = running === undefined ? await prepareInfrastructure(configuration, log) : undefined
  const connection = running ?? infrastructure?.connection ?? {}
  const database = openDatabase({ connection, connections: 2, log })
  try {
    if (infrastructure !== undefined) await migrate(database.pool)
    const { rows } = await database.pool.query<{ there: boolean }>(
      `select to_regclass('core.audit_seals') is not null as there`,
    )
    if (rows[0]?.there !== true)
      throw new StartFailure(
        'The database is not up to date: start Binnacle on it, or run the command migrate.',
      )
    const folder = resolve(configuration.dataDirectory)
    const secretKey = configuration.secretKey ?? infrastructure?.secretKey ?? (await secretKeyOf(folder))
    if (secretKey === undefined)
      throw new StartFailure(`There is no secret key in ${folder}: set SECRET_KEY.`)
    return await work(database, configuration, secretKey)
  } finally {
    await database.close()
    await infrastructure?.stop()
  }
}
