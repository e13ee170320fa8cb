import { connections, scriptConnections } from '@binnacle/clients/programs/accounts'
import { checkout, gitConnection } from '@binnacle/clients/git/fields'
import { field, variables } from '@binnacle/plugin-kit/core'
import { defineScraper, type ScraperSpecOf } from '@binnacle/plugin-kit/scrapers'
import { z } from 'zod'

const schema = z.strictObject({
  script: field(z.string().min(1).max(100_000), {
    title: 'Script',
    description:
      'Runs in bash, in a scratch folder, and prints JSON or YAML: each value of a list is an item, anything else is one. Print [] where there is nothing.',
    widget: 'code',
    language: 'shell',
  }),
  env: field(variables.optional(), {
    title: 'Environment',
    aliases: ['envVar', 'envVars'],
    description: 'Variables for the script. From the product it gets only PATH, LANG, LC_ALL and TZ.',
  }),
  connections: field(connections.optional(), {
    title: 'Connections',
    description: 'Accounts of clouds and clusters for the programs of the script.',
    group: 'advanced',
  }),
  checkout: field(checkout.optional(), {
    title: 'Checkout',
    description:
      'A git repository that is checked out first. The script runs in its folder and never sees the password.',
    group: 'advanced',
  }),
})

export const scraper = defineScraper({
  type: 'exec',
  title: 'Exec',
  description: 'Reads what a shell script prints.',
  icon: 'terminal',
  schema,
  example: {
    script: `printf '[{"id": "%s", "kernel": "%s"}]' "$(uname -n)" "$(uname -r)"`,
  },
  timeoutMilliseconds: 600_000,
  concurrency: 10,
  connections: [gitConnection(['checkout']), ...scriptConnections],
})

export type ExecSpec = ScraperSpecOf<typeof scraper>
