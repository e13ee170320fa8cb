import { isAbsolute } from 'node:path'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { type RunContext, secretText, type SecretValue } from '@binnacle/plugin-kit/core'
import { type ClusterAccess, readKubeconfig } from '@binnacle/plugin-kit/kubeconfig'

/** Where Kubernetes mounts the service account of a pod, and the name of its API ("Accessing the API from a Pod"). */
const ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount'
const INSIDE = 'https://kubernetes.default.svc'

const LARGEST_FILE = 1_048_576
/** Kubernetes replaces the token of a pod while the product runs, so files are read again after so many milliseconds. */
const FRESH = 60_000

export type ReadAccess = () => Promise<Result<ClusterAccess, string>>

type World = Pick<RunContext, 'files' | 'signal' | 'now'>

async function readText(path: string, { files, signal }: World): Promise<Result<string, string>> {
  const read = await files.read(path, { maxBytes: LARGEST_FILE, signal })
  return read.ok
    ? succeed(Buffer.from(read.value).toString('utf8'))
    : fail(`${path}: ${read.failure.message}`)
}

async function fromPod(world: World): Promise<Result<ClusterAccess, string>> {
  const token = await readText(`${ACCOUNT}/token`, world)
  const ca = await readText(`${ACCOUNT}/ca.crt`, world)
  if (!token.ok || !ca.ok)
    return fail(
      `give a kubeconfig: the account of the cluster that Binnacle runs in cannot be read (${token.ok ? '' : token.failure})`,
    )
  return succeed({
    server: INSIDE,
    namespace: 'default',
    headers: { authorization: `Bearer ${token.value.trim()}` },
    tls: { ca: ca.value },
  })
}

async function fromFile(path: string, world: World): Promise<Result<ClusterAccess, string>> {
  const text = await readText(path, world)
  return text.ok ? readKubeconfig(text.value) : text
}

/**
 * Reads where the API of a cluster is, and with which account it is used.
 * @param kubeconfig its text, or the absolute path of a file with it; undefined for the cluster that the product runs in
 */
export function accessReader(kubeconfig: SecretValue, world: World): ReadAccess {
  const written = secretText(kubeconfig)?.trim()
  if (written !== undefined && written !== '' && !isAbsolute(written)) {
    const access = readKubeconfig(written)
    return async () => access
  }
  let known: { access: Result<ClusterAccess, string>; until: number } | undefined
  return async () => {
    const now = world.now().getTime()
    if (known !== undefined && now < known.until) return known.access
    const access = await (written === undefined || written === '' ? fromPod(world) : fromFile(written, world))
    known = { access, until: access.ok ? now + FRESH : 0 }
    return access
  }
}
