import { Client, type PoolConfig } from 'pg'

const DATABASE = 'binnacle'

/**
 * Creates the database of the product on a server that it administers.
 * @param administration how to connect to the server's database `postgres`
 * @returns how to connect to the product's database
 */
export async function provisionDatabase(administration: PoolConfig): Promise<PoolConfig> {
  const client = new Client(administration)
  await client.connect()
  try {
    const { rows } = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (rows.length === 0) await client.query(`create database ${DATABASE}`)
  } finally {
    await client.end()
  }
  return { ...administration, database: DATABASE }
}
