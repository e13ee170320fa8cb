import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { z } from 'zod'
import type { Product } from './product.ts'

const ATTEMPTS = 5

type WithDatabase = Pick<Product, 'data'>

/** Runs something on a connection to the database that a product brought along. */
async function connected<Result>(
  { data }: WithDatabase,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  // Line 4 of this file is the port, and line 5 the folder of the socket.
  const lines = (await readFile(join(data, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  const client = new pg.Client({
    host: lines[4] ?? '',
    port: Number(lines[3]),
    user: 'binnacle',
    database: 'binnacle',
  })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** Reads rows from the database that a product brought along. */
export async function read<Row>(
  product: WithDatabase,
  statement: string,
  row: z.ZodType<Row>,
): Promise<readonly Row[]> {
  const { rows } = await connected(product, (client) => client.query(statement))
  return row.array().parse(rows)
}

/**
 * Runs statements in the database that a product brought along: what only other programs would write.
 * @param statements as PostgreSQL reads them, separated by semicolons
 */
export async function write(product: WithDatabase, statements: string): Promise<void> {
  await connected(product, async (client) => {
    // The product may write the same rows in another order; PostgreSQL then takes back all statements of one of the two.
    for (let attempt = 1; ; attempt += 1)
      try {
        return void (await client.query(statements))
      } catch (error) {
        const isDeadlock = error instanceof pg.DatabaseError && error.code === '40P01'
        if (!isDeadlock || attempt === ATTEMPTS) throw error
      }
  })
}
