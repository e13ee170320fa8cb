// Starts the bundled database on the folder in its argument and stays, until something ends it. For tests of what
// happens then.
import { systemClock } from '../platform/clock.ts'
import { openDataFolder } from '../platform/data-folder.ts'
import { launchPostgres } from '../platform/postgres/launcher.ts'

const folder = await openDataFolder(process.argv[2] ?? '', `process ${process.pid}`)
await launchPostgres({ dataDirectory: folder.path, password: 'for tests only', clock: systemClock })
process.stdout.write('ready\n')
setInterval(() => {}, 60_000)
