import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { makeFolder } from '@binnacle/plugin-kit/servers'
import { z } from 'zod'

const place = z.object({
  host: z.string(),
  port: z.number(),
  user: z.string(),
  password: z.string(),
  database: z.string(),
})

export interface PostgresServer extends z.infer<typeof place> {
  url: string
  stop: () => Promise<void>
}

/** Starts the bundled PostgreSQL on loopback in a separate process. @param settings name=value */
export async function startPostgres(settings: readonly string[] = []): Promise<PostgresServer> {
  const folder = await makeFolder()
  const program = fileURLToPath(new URL('../../../../../apps/server/src/testing/launch.ts', import.meta.url))
  const child = spawn(process.execPath, [program, folder.path, '--tcp', 'fsync=off', ...settings], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ready = await Promise.race([
    new Promise<string>((resolve) => child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()))),
    ended.then(() => ''),
  ])
  if (!ready.startsWith('ready ')) throw new Error(`PostgreSQL did not start: ${output}`)
  const connection = place.parse(JSON.parse(ready.slice('ready '.length)))
  const { host, port, user, database } = connection
  return {
    ...connection,
    url: `postgres://${user}@${host}:${port}/${database}`,
    stop: async () => {
      child.stdin.end()
      await ended
      await folder.remove()
    },
  }
}
