// Starts the bundled database on the folder in its argument and stays, until something ends it. For tests of what
// happens then, and for those that need a PostgreSQL over TCP on loopback: with --tcp, settings after it
// (name=value); it then stops when its input ends.
import { systemClock } from '../platform/clock.ts'
import { openDataFolder } from '../platform/data-folder.ts'
import { launchPostgres } from '../platform/postgres/launcher.ts'

const [path = '', tcp, ...settings] = process.argv.slice(2)
const folder = await openDataFolder(path, `process ${process.pid}`)
const server = await launchPostgres({
  dataDirectory: folder.path,
  password: 'for tests only',
  clock: systemClock,
  tcp: tcp === '--tcp',
  extraSettings: Object.fromEntries(
    settings.map((setting) => {
      const [name = '', ...value] = setting.split('=')
      return [name, value.join('=')]
    }),
  ),
})
process.stdout.write(`ready ${JSON.stringify(server.connection)}\n`)
if (tcp === '--tcp') process.stdin.resume().once('end', () => void server.stop().then(() => process.exit()))
else setInterval(() => {}, 60_000)
