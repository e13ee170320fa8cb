import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Product } from './product.ts'

/**
 * Runs statements in the database that a product brought along: what only other programs would write.
 * @param statements as PostgreSQL reads them, separated by semicolons
 */
export async function write(product: Pick<Product, 'data'>, statements: string): Promise<void> {
  // Line 4 of this file is the port, and line 5 the folder of the socket.
  const lines = (await readFile(join(product.data, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  const client = new pg.Client({
    host: lines[4] ?? '',
    port: Number(lines[3]),
    user: 'binnacle',
    database: 'binnacle',
  })
  await client.connect()
  try {
    await client.query(statements)
  } finally {
    await client.end()
  }
}
