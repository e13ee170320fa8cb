import {
  account,
  connectionField,
  type ConnectionUse,
  credentialsOf,
  demandAddress,
  field,
  lendServer,
  lendsTo,
  secretText,
  tlsConfig,
  tlsSettings,
  writtenText,
} from '@binnacle/plugin-kit/core'
import { REQUIRED, succeed } from '@binnacle/contract/core'
import { z } from 'zod'
import type { GitTarget } from './transport.ts'
import { gitServers, readGitAddress } from './address.ts'

const ADDRESS_FORMS = 'https://host/path, ssh://user@host/path, user@host:path or host/path'

/** The address of a repository. User and password have their own fields, because addresses are shown everywhere. */
export const gitUrl = z
  .string()
  .max(8_192, { abort: true })
  .trim()
  .check((context) => {
    const address = readGitAddress(context.value)
    const message =
      address === undefined
        ? context.value === ''
          ? REQUIRED
          : `"${context.value}" is not the address of a repository; write ${ADDRESS_FORMS}`
        : address.kind === 'web' && (address.url.username !== '' || address.url.password !== '')
          ? 'put the username and password into "username" and "password" instead of the address'
          : undefined
    if (message !== undefined) context.issues.push({ code: 'custom', message, input: context.value })
  })

/** Fields for the address of a repository and the account. */
export const gitFields = {
  connection: connectionField,
  url: field(gitUrl.optional(), {
    title: 'Repository',
    description: `${ADDRESS_FORMS}. Leave empty to use the connection's URL.`,
  }),
  username: account('Username'),
  password: account('Password or token'),
  certificate: field(account('Private key'), {
    title: 'Private key',
    description: 'For SSH, in OpenSSH’s form. A password decrypts it.',
    destination: false,
  }),
  hostKey: field(
    z
      .string()
      .trim()
      .regex(/^SHA256:[A-Za-z0-9+/]{43}$/, 'is not a fingerprint such as SHA256:…')
      .optional(),
    {
      title: 'Key of the server',
      description: 'For SSH: the fingerprint that the server must show. Default: any.',
    },
  ),
  branch: field(
    z
      .string()
      .trim()
      .min(1)
      .max(250, { abort: true })
      .regex(/^[^-\s][^\s]*$/, 'is not a branch name')
      .optional(),
    {
      title: 'Branch or tag',
      description: 'Default: the one that the server names.',
      destination: false,
    },
  ),
  tlsConfig,
} as const

/** A repository that is checked out before a script runs. */
export const checkout = z
  .strictObject({
    ...gitFields,
    depth: field(z.number().int().min(1).max(10_000).optional(), {
      title: 'Commits',
      description: 'How many commits are fetched. Default: 1.',
      destination: false,
    }),
    destination: field(
      z.string().trim().min(1).max(1_000).regex(/^[^-]/, 'must not begin with -').optional(),
      {
        title: 'Folder',
        description:
          'Where the files are, seen from the scratch folder. The script runs in it. Default: checkout.',
        destination: false,
      },
    ),
    type: field(z.string().max(100).optional(), {
      title: 'Kind of server',
      description: 'Such as github. Changes nothing.',
      destination: false,
    }),
  })
  .check(demandAddress)

export type Checkout = z.output<typeof checkout>

const PRIVATE_KEY = 'PRIVATE KEY-----'

/** Creates the use of a connection with an account on the server of a repository. */
export function gitConnection(at: readonly string[]): ConnectionUse {
  return {
    at,
    types: ['git', 'github', 'gitlab', 'http'],
    fill(written, connection) {
      const lent = lendServer(written, connection, { splits: true, read: gitServers })
      if (!lent.ok) return lent
      const lends = lendsTo(connection, writtenText(written, 'url'), gitServers)
      if (!lends.ok) return lends
      if (!lends.value) return succeed(lent.value.written)
      const { certificate, properties } = connection
      const { hostKey } = properties
      return succeed({
        ...lent.value.written,
        ...(certificate?.includes(PRIVATE_KEY) === true ? { certificate } : {}),
        // A check that sets the key itself would accept a different server.
        ...(hostKey === undefined || hostKey === '' ? {} : { hostKey }),
      })
    },
  }
}

type GitSpec = Pick<Checkout, 'url' | 'username' | 'password' | 'certificate' | 'hostKey' | 'tlsConfig'>

/** The target of a transport, from a spec. @returns undefined if the spec has no address */
export function gitTarget(spec: GitSpec): Omit<GitTarget, 'services'> | undefined {
  const address = readGitAddress(spec.url ?? '')
  if (address === undefined) return undefined
  return {
    address,
    credentials: credentialsOf(spec),
    tls: tlsSettings(spec.tlsConfig),
    privateKey: secretText(spec.certificate),
    hostKey: spec.hostKey,
  }
}
