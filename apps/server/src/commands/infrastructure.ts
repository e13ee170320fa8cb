import type { PoolConfig } from 'pg'
import { systemClock } from '../platform/clock.ts'
import type { Configuration } from '../platform/configuration.ts'
import { openDataFolder } from '../platform/data-folder.ts'
import { provisionDatabase } from '../platform/database/provision.ts'
import { verifyDatabase } from '../platform/database/verify.ts'
import type { Log } from '../platform/log.ts'
import { supervisePostgres, type SupervisedPostgres } from '../platform/postgres/supervisor.ts'
import { leadingProcess } from '../platform/starter/index.ts'

/** What the product needs to run: a database, and a key. */
export interface Infrastructure {
  connection: PoolConfig
  secretKey: string
  dataFolder: string
  alone: boolean
  /** Never rejects. Resolves when the database ends, with the reason. */
  lost: Promise<string>
  stop(): Promise<void>
}

/** The configured database, or the one that comes along. */
export async function prepareInfrastructure(configuration: Configuration, log: Log): Promise<Infrastructure> {
  const { databaseUrl, secretKey } = configuration
  if (databaseUrl !== undefined && secretKey !== undefined) {
    await verifyDatabase(databaseUrl)
    return {
      connection: { connectionString: databaseUrl },
      secretKey,
      dataFolder: process.cwd(),
      alone: false,
      lost: new Promise(() => {}),
      stop: async () => {},
    }
  }
  const folder = await openDataFolder(
    configuration.dataDirectory,
    `process ${leadingProcess()}, ${configuration.publicUrl}`,
  )
  let postgres: SupervisedPostgres | undefined
  const stop = async () => {
    await postgres?.stop()
    await folder.release()
  }
  try {
    postgres = await supervisePostgres(
      { dataDirectory: folder.path, password: folder.databasePassword, clock: systemClock },
      log,
    )
    log.debug({ pid: postgres.pid }, 'started PostgreSQL')
    return {
      connection: await provisionDatabase(postgres.connection),
      secretKey: secretKey ?? folder.secretKey,
      dataFolder: folder.path,
      alone: true,
      lost: postgres.lost,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
