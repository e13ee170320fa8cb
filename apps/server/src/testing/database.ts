import { randomUUID } from 'node:crypto'
import { Client, Pool, type PoolConfig } from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../platform/database/index.ts'
import { createLog } from '../platform/log.ts'
import { whenOver } from './clean-up.ts'
import { TEMPLATE } from './postgres.ts'

/** A migrated database of a test's or a test file's own. */
export interface TestDatabase extends Database {
  connection: PoolConfig
}

/** A pool whose database may be dropped while its last connections are still closing. */
export function openTestPool(connection: PoolConfig): Pool {
  const pool = new Pool(connection)
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

async function administer(statement: string): Promise<void> {
  const client = new Client(inject('postgres'))
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Creates a database without tables; it is dropped when the test that asks for it is over, or the file. */
export async function createEmptyDatabase(): Promise<Pool> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name} template template0`)
  const pool = openTestPool({ ...inject('postgres'), database: name })
  whenOver(async () => {
    await pool.end()
    await administer(`drop database ${name} with (force)`)
  })
  return pool
}

/** Copies the template (about 30 ms); the copy is dropped when the test that asks for it is over, or the file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name} template ${TEMPLATE}`)
  const connection = { ...inject('postgres'), database: name }
  const database = openDatabase({ connection, connections: 8, log: await createLog('silent') })
  whenOver(async () => {
    await database.close()
    await administer(`drop database ${name} with (force)`)
  })
  return { ...database, connection }
}
