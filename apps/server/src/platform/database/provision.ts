import { Client, type PoolConfig } from 'pg'

const DATABASE = 'binnacle'

/**
 * Makes the product's own database on a server that it may administer.
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
