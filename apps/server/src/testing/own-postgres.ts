import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../platform/clock.ts'
import { launchPostgres, type RunningPostgres } from '../platform/postgres/launcher.ts'
import { whenOver } from './clean-up.ts'

/** Starts a PostgreSQL of the test's own, which it may kill. */
export async function startOwnPostgres(): Promise<{ server: () => RunningPostgres; kill(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-own-'))
  const launch = () =>
    launchPostgres({
      dataDirectory: folder,
      password: 'for tests only',
      clock: systemClock,
      extraSettings: { fsync: 'off', full_page_writes: 'off' },
    })
  let server = await launch()
  for (const path of [folder, server.connection.host ?? folder]) await chmod(path, 0o711)
  whenOver(async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    server: () => server,
    async kill() {
      process.kill(server.pid, 'SIGKILL')
      await server.ended
      server = await launch()
    },
  }
}
