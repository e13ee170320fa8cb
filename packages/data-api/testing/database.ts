import { randomUUID } from 'node:crypto'
import { Client, Pool, type PoolConfig } from 'pg'
import { afterAll, inject } from 'vitest'

/** A database of a test file's own. */
export interface TestDatabase {
  connection: PoolConfig
  /** For what the test itself does, besides the service. */
  pool: Pool
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

/** Makes a database and runs a script in it; it is dropped after the file's last test. */
export async function createTestDatabase(script: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name}`)
  const connection = { ...inject('postgres'), database: name }
  const pool = new Pool({ ...connection, max: 2 })
  afterAll(async () => {
    await pool.end()
    await administer(`drop database ${name} with (force)`)
  })
  await pool.query(script)
  return { connection, pool }
}
