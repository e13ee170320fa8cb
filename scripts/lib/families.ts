// The families of plugins, and how `npm run new` makes a folder of each.
import {
  actionFamily,
  checkFamily,
  connectionFamily,
  logFamily,
  notifierFamily,
  scraperFamily,
} from '@binnacle/plugin-kit/families'

/** Every family of plugins. */
export const families = [
  checkFamily,
  connectionFamily,
  scraperFamily,
  logFamily,
  notifierFamily,
  actionFamily,
] as const

if (process.argv.includes('--json')) {
  const kinds = families.map(({ folder, generator: { kind, ...generator } }) => [
    kind,
    { folder, ...generator },
  ])
  process.stdout.write(JSON.stringify(Object.fromEntries(kinds)))
}
