import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, Pool, type PoolConfig } from 'pg'
import type { TestProject } from 'vitest/node'
import { systemClock } from '../platform/clock.ts'
import { migrate } from '../platform/database/migrate.ts'
import { launchPostgres } from '../platform/postgres/launcher.ts'
import { findUntrueRowTypes, readAnswers } from './row-types/check.ts'

/** Database that the databases of tests are copied from: migrated, empty. */
export const TEMPLATE = 'binnacle_template'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: PoolConfig
    /** Folder for what PostgreSQL answers. */
    statementAnswers: string
  }
}

/** Starts one PostgreSQL for all integration tests, in its own folder; nothing of it has to survive. @public Vitest loads it by its name. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-test-'))
  const server = await launchPostgres({
    dataDirectory: folder,
    password: 'for tests only',
    clock: systemClock,
    extraSettings: {
      fsync: 'off',
      full_page_writes: 'off',
      synchronous_commit: 'off',
      max_connections: '400',
    },
  })
  // Started by root, the program connects to it as another user.
  for (const path of [folder, server.connection.host ?? folder]) await chmod(path, 0o711)
  const client = new Client(server.connection)
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const pool = new Pool({ ...server.connection, database: TEMPLATE })
  await migrate(pool)
  await pool.end()
  project.provide('postgres', server.connection)
  const answers = await mkdtemp(join(tmpdir(), 'binnacle-answers-'))
  project.provide('statementAnswers', answers)
  return async () => {
    await server.stop()
    const untrue = findUntrueRowTypes(await readAnswers(answers))
    for (const path of [folder, answers]) await rm(path, { recursive: true, force: true })
    if (untrue.length > 0)
      throw new Error(`Row types differ from what PostgreSQL answered:\n${untrue.join('\n')}`)
  }
}
