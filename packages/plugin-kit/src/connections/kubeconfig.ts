import { trimEndOf } from '@binnacle/contract/text'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { TlsSettings } from '@binnacle/egress'
import { parse } from 'yaml'
import { z } from 'zod'

/** The API of a cluster and the credentials for it. */
export interface ClusterAccess {
  /** Address of the API, without a slash at the end. */
  server: string
  namespace: string
  headers: Record<string, string>
  tls: TlsSettings
}

const context = z.object({
  cluster: z.string(),
  user: z.string().optional(),
  namespace: z.string().optional(),
})
const cluster = z.object({
  server: z.url({ protocol: /^https?$/ }),
  'certificate-authority': z.string().optional(),
  'certificate-authority-data': z.string().optional(),
  'insecure-skip-tls-verify': z.boolean().optional(),
  'tls-server-name': z.string().optional(),
})
const user = z.object({
  token: z.string().optional(),
  tokenFile: z.string().optional(),
  username: z.string().optional(),
  password: z.string().optional(),
  'client-certificate': z.string().optional(),
  'client-certificate-data': z.string().optional(),
  'client-key': z.string().optional(),
  'client-key-data': z.string().optional(),
  exec: z.unknown().optional(),
  'auth-provider': z.unknown().optional(),
})

// The fields of a kubeconfig that the product uses (Kubernetes' "Config (v1)").
const shape = z.object({
  'current-context': z.string(),
  contexts: z.array(z.object({ name: z.string(), context })),
  clusters: z.array(z.object({ name: z.string(), cluster })),
  users: z.array(z.object({ name: z.string(), user })).default([]),
})

const decode = (text: string | undefined) =>
  text === undefined ? undefined : Buffer.from(text, 'base64').toString('utf8')

function parseYaml(text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 10 })
  } catch {
    return undefined
  }
}

type User = z.output<typeof user>
type Cluster = z.output<typeof cluster>

/** Why an account cannot be used; undefined if it can. */
function problemOf(account: User, place: Cluster): string | undefined {
  const { token, username } = account
  const certificate = account['client-certificate-data']
  const signsIn = token !== undefined || username !== undefined || certificate !== undefined
  if (!signsIn && (account.exec !== undefined || account['auth-provider'] !== undefined))
    return 'the kubeconfig starts a program to sign in, which Binnacle does not do; use a token'
  const isPinned =
    place['certificate-authority-data'] !== undefined || place['insecure-skip-tls-verify'] === true
  const file =
    (signsIn ? undefined : (account.tokenFile ?? account['client-certificate'] ?? account['client-key'])) ??
    (isPinned ? undefined : place['certificate-authority'])
  return file === undefined
    ? undefined
    : `the kubeconfig names the file ${file}, which Binnacle does not read; write it with kubectl config view --flatten --raw`
}

/** Reads the current context of a kubeconfig. Does not use programs and files that it names. */
export function readKubeconfig(text: string): Result<ClusterAccess, string> {
  const parsed = shape.safeParse(parseYaml(text))
  if (!parsed.success) return fail('the text is not a kubeconfig with a current context')
  const { contexts, clusters, users } = parsed.data
  const current = contexts.find(({ name }) => name === parsed.data['current-context'])?.context
  const place = clusters.find(({ name }) => name === current?.cluster)?.cluster
  if (current === undefined || place === undefined)
    return fail('the current context of the kubeconfig names no cluster in it')
  const account = users.find(({ name }) => name === current.user)?.user ?? {}
  const problem = problemOf(account, place)
  if (problem !== undefined) return fail(problem)
  const { token, username, password } = account
  const certificate = decode(account['client-certificate-data'])
  const key = decode(account['client-key-data'])
  const ca = decode(place['certificate-authority-data'])
  const serverName = place['tls-server-name']
  const basic = Buffer.from(`${username ?? ''}:${password ?? ''}`).toString('base64')
  return succeed({
    server: trimEndOf(place.server, '/'),
    namespace: current.namespace ?? 'default',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(token === undefined && username !== undefined ? { authorization: `Basic ${basic}` } : {}),
    },
    tls: {
      ...(ca === undefined ? {} : { ca }),
      ...(place['insecure-skip-tls-verify'] === true ? { skipVerify: true } : {}),
      ...(serverName === undefined ? {} : { serverName }),
      ...(certificate === undefined ? {} : { certificate }),
      ...(key === undefined ? {} : { key }),
    },
  })
}
