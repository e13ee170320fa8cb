import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { TlsSettings } from '@binnacle/egress'
import { parse } from 'yaml'
import { z } from 'zod'

/** The API of a cluster and the credentials for it. */
export interface ClusterAccess {
  /** Address of the API, without a slash at the end. */
  server: string
  headers: Readonly<Record<string, string>>
  tls: TlsSettings
}

/** Value of KUBERNETES_CLUSTER that means the cluster in which the product runs. */
export const IN_CLUSTER = 'in-cluster'

/** Where Kubernetes mounts the service account of a pod ("Accessing the Kubernetes API from a Pod"). */
const MOUNTED = '/var/run/secrets/kubernetes.io/serviceaccount'

/** Files with the credentials of the cluster. Scripts must not see them. */
export function clusterFiles(cluster: string | undefined): readonly string[] {
  if (cluster === undefined) return []
  return cluster === IN_CLUSTER ? [MOUNTED] : [cluster]
}

/** The environment variables of a pod that the product uses. */
export interface PodVariables {
  host: string | undefined
  port: string | undefined
  /** Folder with `token` and `ca.crt`. */
  folder?: string | undefined
}

// The fields of a kubeconfig (v1 Config) that the product uses.
const clusterShape = z.object({
  server: z.url({ protocol: /^https?$/ }),
  'certificate-authority': z.string().optional(),
  'certificate-authority-data': z.string().optional(),
  'insecure-skip-tls-verify': z.boolean().optional(),
  'tls-server-name': z.string().optional(),
})
const userShape = z.object({
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
const configShape = z.object({
  'current-context': z.string(),
  contexts: z.array(
    z.object({ name: z.string(), context: z.object({ cluster: z.string(), user: z.string() }) }),
  ),
  clusters: z.array(z.object({ name: z.string(), cluster: clusterShape })),
  users: z.array(z.object({ name: z.string(), user: userShape })),
})

/** The text of a file, or of the Base64 given in place of a file. @returns undefined if neither is given */
async function material(
  folder: string,
  path: string | undefined,
  data: string | undefined,
): Promise<string | undefined> {
  if (data !== undefined) return Buffer.from(data, 'base64').toString('utf8')
  return path === undefined ? undefined : readFile(resolve(folder, path), 'utf8')
}

/** Removes fields that are undefined. */
function present<Value>(fields: Readonly<Record<string, Value | undefined>>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )
}

async function fromKubeconfig(path: string): Promise<Result<ClusterAccess, string>> {
  const parsed = configShape.safeParse(parse(await readFile(path, 'utf8'), { maxAliasCount: 100 }))
  if (!parsed.success)
    return fail(
      `${path} is not a kubeconfig: ${parsed.error.issues[0]?.path.join('.') ?? ''} ${parsed.error.issues[0]?.message ?? ''}`,
    )
  const config = parsed.data
  const context = config.contexts.find(({ name }) => name === config['current-context'])?.context
  const cluster = config.clusters.find(({ name }) => name === context?.cluster)?.cluster
  const user = config.users.find(({ name }) => name === context?.user)?.user
  if (cluster === undefined || user === undefined)
    return fail(`${path}: the current context "${config['current-context']}" names no cluster or no user`)
  if (user.exec !== undefined || user['auth-provider'] !== undefined)
    return fail(
      `${path}: a user who signs in with another program is not supported; use a token or a certificate`,
    )
  const folder = dirname(resolve(path))
  const token = user.token ?? (await material(folder, user.tokenFile, undefined))?.trim()
  const basic =
    user.username === undefined
      ? undefined
      : `Basic ${Buffer.from(`${user.username}:${user.password ?? ''}`).toString('base64')}`
  const authorization = token === undefined ? basic : `Bearer ${token}`
  return succeed({
    server: cluster.server.replace(/\/$/, ''),
    headers: present({ authorization }),
    tls: {
      ...present({
        ca: await material(folder, cluster['certificate-authority'], cluster['certificate-authority-data']),
        certificate: await material(folder, user['client-certificate'], user['client-certificate-data']),
        key: await material(folder, user['client-key'], user['client-key-data']),
        serverName: cluster['tls-server-name'],
      }),
      ...(cluster['insecure-skip-tls-verify'] === true ? { skipVerify: true } : {}),
    },
  })
}

async function fromPod({
  host,
  port,
  folder = MOUNTED,
}: PodVariables): Promise<Result<ClusterAccess, string>> {
  if (host === undefined || port === undefined)
    return fail('the product does not run in a cluster: KUBERNETES_SERVICE_HOST is not set')
  const token = (await readFile(join(folder, 'token'), 'utf8')).trim()
  return succeed({
    server: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
    headers: { authorization: `Bearer ${token}` },
    tls: { ca: await readFile(join(folder, 'ca.crt'), 'utf8') },
  })
}

/**
 * Reads the address and credentials of the cluster. Kubernetes replaces tokens while the product runs, so this runs
 * for every request.
 * @param cluster `in-cluster`, or the path of a kubeconfig
 */
export async function readAccess(cluster: string, pod: PodVariables): Promise<Result<ClusterAccess, string>> {
  try {
    return await (cluster === IN_CLUSTER ? fromPod(pod) : fromKubeconfig(cluster))
  } catch (error) {
    return fail(
      `the settings of the cluster cannot be read: ${error instanceof Error ? error.message : 'unknown'}`,
    )
  }
}
