import { Client, DatabaseError, type PoolConfig } from 'pg'
import sql from 'sql-template-tag'

const DATABASE = 'binnacle'

/** Creates the database, unless another process does so at this moment. */
async function create(client: Client): Promise<void> {
  try {
    await client.query(`create database ${DATABASE}`)
  } catch (error) {
    // 42P04 duplicate_database; 23505 unique_violation, of two at once.
    if (!(error instanceof DatabaseError) || !['42P04', '23505'].includes(error.code ?? '')) throw error
  }
}

/**
 * Creates the database of the product on a server that it administers.
 * @param administration how to connect to the server's database `postgres`
 * @returns how to connect to the product's database
 */
export async function provisionDatabase(administration: PoolConfig): Promise<PoolConfig> {
  const client = new Client(administration)
  await client.connect()
  try {
    const { rows } = await client.query(sql`select from pg_database where datname = ${DATABASE}`)
    if (rows.length === 0) await create(client)
  } finally {
    await client.end()
  }
  return { ...administration, database: DATABASE }
}
