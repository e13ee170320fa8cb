import { commonCheckFields, defineCheck, type SpecOf } from '@binnacle/plugin-kit/checks'
import { demandAddress, field } from '@binnacle/plugin-kit/core'
import { z } from 'zod'
import { readGitAddress, showGitAddress } from '@binnacle/clients/git/address'
import { gitConnection, gitFields, gitUrl } from '@binnacle/clients/git/fields'

const schema = z
  .strictObject({
    ...commonCheckFields,
    ...gitFields,
    url: field(gitUrl.optional(), {
      title: 'Repository',
      description:
        'https://host/path, ssh://user@host/path, user@host:path or host/path. Each run adds a commit, so use a repository for this check only.',
      aliases: ['repository'],
    }),
    filename: field(
      z
        .string()
        .trim()
        .max(250, { abort: true })
        .regex(/^(?!\.git\b)[A-Za-z0-9_][\w.-]*$/, 'is not a file name')
        .optional(),
      { title: 'File', description: 'The file that is written. Default: test.txt.', destination: false },
    ),
  })
  .check(demandAddress)

export const check = defineCheck({
  type: 'gitProtocol',
  title: 'Git',
  description: 'Pushes a file to a git server and reads it back.',
  icon: 'git-branch',
  category: 'network',
  schema,
  example: {
    name: 'git server',
    url: 'http://127.0.0.1:3000/monitoring/test.git',
    username: 'monitor',
    password: { value: 'the token' },
  },
  timeoutMilliseconds: 30_000,
  concurrency: 10,
  connections: [gitConnection([])],
  endpoint: (spec) => {
    const address = readGitAddress(spec.url ?? '')
    return address === undefined ? spec.connection : showGitAddress(address)
  },
  target: (spec) => {
    const address = readGitAddress(spec.url ?? '')
    if (address === undefined) return spec.connection
    return address.kind === 'web' ? address.url.host : `${address.host}:${address.port}`
  },
})

export type GitProtocolSpec = SpecOf<typeof check>
