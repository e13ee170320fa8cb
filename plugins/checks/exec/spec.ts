import { artifacts, commonCheckFields, defineCheck, type SpecOf } from '@binnacle/plugin-kit/checks'
import { field, variables } from '@binnacle/plugin-kit/core'
import { z } from 'zod'
import { connections, scriptConnections } from '@binnacle/clients/programs/accounts'
import { readGitAddress, showGitAddress } from '@binnacle/clients/git/address'
import { checkout, gitConnection } from '@binnacle/clients/git/fields'

// Its own variables are more than values for scripts.
const { env: _, ...common } = commonCheckFields

const schema = z.strictObject({
  ...common,
  script: field(z.string().min(1).max(100_000), {
    title: 'Script',
    description: 'Runs in bash, in a scratch folder. Exit code 0 is healthy.',
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
  artifacts,
})

export const check = defineCheck({
  type: 'exec',
  title: 'Exec',
  description: 'Runs a shell script and checks its exit code.',
  icon: 'terminal',
  category: 'script',
  place: 1,
  schema,
  example: { name: 'free disk space', script: 'test "$(df -P / | awk \'NR == 2 { print $5 + 0 }\')" -lt 95' },
  timeoutMilliseconds: 30_000,
  concurrency: 20,
  connections: [gitConnection(['checkout']), ...scriptConnections],
  endpoint: ({ checkout: repository }) => {
    const address = readGitAddress(repository?.url ?? '')
    return address === undefined ? repository?.connection : showGitAddress(address)
  },
})

export type ExecSpec = SpecOf<typeof check>
