// What is stored of the files with canaries.
import type { ClientBase, Pool } from 'pg'
import sql from 'sql-template-tag'
import { tablesOn } from '../../../platform/database/tables-on.ts'

/** Whether a process was started with a file, or with a folder that has it. */
export async function isFileRead(client: ClientBase | Pool, path: string): Promise<boolean> {
  const { rows } = await client.query(sql`
    select from core.processes, unnest(canary_paths) as root
    where root = ${path} or starts_with(${path}, rtrim(root, '/') || '/')`)
  return rows.length > 0
}

/** Forgets what was stored of a file. */
export async function forgetFile(client: ClientBase, path: string): Promise<void> {
  await tablesOn(client).deleteFrom('core.canary_files').where('path', '=', path).execute()
}
