import { fail, type Result, succeed } from '@binnacle/contract/core'
import { isRecord, type KeyMapKind } from '@binnacle/contract/schema'
import { createEgress, type Egress } from '@binnacle/egress'
import { parseBoundedJson } from '@binnacle/plugin-kit/core'
import type { Task, TaskPool } from '@binnacle/scripting/tasks'
import { z } from 'zod'
import type { Clock } from '../../clock.ts'
import type { ReferenceSettings } from '../../configuration.ts'
import type { FileText, KeyMaps } from '../folder.ts'
import { textOf } from '../text.ts'
import { type PodVariables, readAccess } from './access.ts'
import type { HelmInput, readHelmValue } from './helm-values.ts'

/** Reads values from a cluster. */
export interface Cluster {
  kept(kind: KeyMapKind): KeyMaps
  /** @returns undefined if there is no such release */
  helmValue(place: { name: string; key: string }, namespace: string, signal: AbortSignal): Promise<FileText>
  /** Requests a token of a service account. @returns undefined if there is no such account */
  token(name: string, namespace: string, signal: AbortSignal): Promise<FileText>
}

export interface ClusterDependencies {
  /** `in-cluster`, or the path of a kubeconfig. */
  cluster: string
  pod: PodVariables
  clock: Clock
  tasks: TaskPool
  /** The operator names the cluster, so it may be in ranges that are closed to checks. */
  egress?: Egress
}

/** Bytes. Secrets and Config Maps hold at most a mebibyte, which Base64 and JSON make longer. */
const LARGEST_OBJECT = 4_194_304
/** Most deployed revisions of one release. There is more than one only while it changes. */
const MOST_REVISIONS = 5
/** A new token is requested after this share of the old token's lifetime. */
const SHARE_OF_LIFE = 0.8
/** Requested lifetime of tokens in seconds. Kubernetes gives at least 600. */
const TOKEN_SECONDS = 3_600
const MOST_TOKENS = 1_000
/** Milliseconds for which a value is cached, so that many checks that read it do not load the cluster. */
const FRESH = 10_000
const MOST_VALUES = 1_000

const helmTask: Task<HelmInput, Awaited<ReturnType<typeof readHelmValue>>> = {
  module: new URL('helm-values.ts', import.meta.url),
  name: 'readHelmValue',
  milliseconds: 5_000,
}

const texts = z.record(z.string(), z.string()).optional()
const objectShape = z.object({ data: texts, binaryData: texts })
const tokenShape = z.object({
  status: z.object({ token: z.string().min(1), expirationTimestamp: z.iso.datetime() }),
})

/** Whether a text is a valid name of an object in Kubernetes (RFC 1123 subdomain). */
function isObjectName(text: string): boolean {
  return text.length <= 253 && /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(text)
}

interface ClusterRequest {
  path: string
  /** If given, the request is a POST. */
  body?: object
}

/** Creates the reader of Secrets, Config Maps, Helm releases and tokens through the API of a cluster. */
export function createCluster({
  cluster,
  pod,
  clock,
  tasks,
  egress = createEgress({ deny: new Set() }),
}: ClusterDependencies): Cluster {
  const tokens = new Map<string, { token: string; until: number }>()

  const values = new Map<string, { text: FileText; until: number }>()

  /** Returns the cached value, or calls `read`. Failures are not cached. */
  async function fresh(place: readonly string[], read: () => Promise<FileText>): Promise<FileText> {
    const key = place.join('/')
    const known = values.get(key)
    const now = clock.now().getTime()
    if (known !== undefined && now < known.until) return known.text
    const text = await read()
    if (text?.ok !== true) return text
    if (values.size >= MOST_VALUES) values.clear()
    values.set(key, { text, until: now + FRESH })
    return text
  }

  /** @returns the answer, undefined for 404, or why there is no answer */
  async function ask({ path, body }: ClusterRequest, signal: AbortSignal): Promise<FileText> {
    const access = await readAccess(cluster, pod)
    if (!access.ok) return access
    const { server, headers, tls } = access.value
    const text = body === undefined ? undefined : JSON.stringify(body)
    const answered = await egress.request({
      url: `${server}${path}`,
      method: text === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        ...(text === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
        ...headers,
      },
      ...(text === undefined ? {} : { body: text }),
      signal,
      maxRedirects: 0,
      maxBodyBytes: LARGEST_OBJECT,
      tls,
    })
    if (!answered.ok) return fail(`the cluster cannot be asked: ${answered.failure.message}`)
    const { status, truncated, body: bytes } = answered.value
    if (status === 404) return undefined
    if (status === 401 || status === 403)
      return fail(`the cluster does not let the product read it (status ${status})`)
    if (status < 200 || status > 299) return fail(`the cluster answered with status ${status}`)
    return truncated
      ? fail(`the answer of the cluster is larger than ${LARGEST_OBJECT} bytes`)
      : succeed(bytes.toString('utf8'))
  }

  function parsed<Value>(text: string, shape: z.ZodType<Value>): Result<Value, string> {
    const json = parseBoundedJson(text)
    const read = json.ok && isRecord(json.value) ? shape.safeParse(json.value) : undefined
    return read?.success === true ? succeed(read.data) : fail('the cluster answered with something else')
  }

  async function readObject(
    kind: KeyMapKind,
    { name, key }: { name: string; key: string },
    namespace: string,
    signal: AbortSignal,
  ): Promise<FileText> {
    const plural = kind === 'secret' ? 'secrets' : 'configmaps'
    const answer = await ask({ path: `/api/v1/namespaces/${namespace}/${plural}/${name}` }, signal)
    if (answer?.ok !== true) return answer
    const object = parsed(answer.value, objectShape)
    if (!object.ok) return object
    const { data = {}, binaryData = {} } = object.value
    const plain = new Map(Object.entries(data)).get(key)
    // A Config Map stores texts as they are, and bytes in a separate field.
    if (plain !== undefined) return textOf(Buffer.from(plain, kind === 'secret' ? 'base64' : 'utf8'))
    const bytes = new Map(Object.entries(binaryData)).get(key)
    return bytes === undefined ? undefined : textOf(Buffer.from(bytes, 'base64'))
  }

  async function readRelease(
    { name, key }: { name: string; key: string },
    namespace: string,
    signal: AbortSignal,
  ): Promise<FileText> {
    const query = new URLSearchParams({
      fieldSelector: 'type=helm.sh/release.v1',
      labelSelector: `owner=helm,status=deployed,name=${name}`,
      limit: String(MOST_REVISIONS),
    })
    const answer = await ask({ path: `/api/v1/namespaces/${namespace}/secrets?${query.toString()}` }, signal)
    if (answer?.ok !== true) return answer
    const found = await tasks.run(helmTask, { list: answer.value, key })
    if (!found.ok) return fail('the stored release cannot be read')
    if (!found.value.ok) return found.value
    const text = found.value.value
    return text === undefined ? undefined : textOf(Buffer.from(text))
  }

  return {
    kept: (kind) => ({
      async read(place, namespace, signal) {
        if (!isObjectName(place.name) || !isObjectName(namespace)) return undefined
        return fresh([kind, namespace, place.name, place.key], () =>
          readObject(kind, place, namespace, signal),
        )
      },
    }),

    async helmValue(place, namespace, signal) {
      if (!isObjectName(place.name) || !isObjectName(namespace)) return undefined
      return fresh(['helm', namespace, place.name, place.key], () => readRelease(place, namespace, signal))
    },

    async token(name, namespace, signal) {
      if (!isObjectName(name) || !isObjectName(namespace)) return undefined
      const place = `${namespace}/${name}`
      const now = clock.now().getTime()
      const known = tokens.get(place)
      if (known !== undefined && now < known.until) return succeed(known.token)
      const answer = await ask(
        {
          path: `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`,
          body: {
            apiVersion: 'authentication.k8s.io/v1',
            kind: 'TokenRequest',
            spec: { expirationSeconds: TOKEN_SECONDS },
          },
        },
        signal,
      )
      if (answer?.ok !== true) return answer
      const made = parsed(answer.value, tokenShape)
      if (!made.ok) return made
      const { token, expirationTimestamp } = made.value.status
      if (tokens.size >= MOST_TOKENS) tokens.clear()
      const left = new Date(expirationTimestamp).getTime() - now
      tokens.set(place, { token, until: now + left * SHARE_OF_LIFE })
      return succeed(token)
    },
  }
}

/** Creates the reader of the configured cluster. @returns undefined if none is configured */
export function clusterOf(
  { cluster, pod = { host: undefined, port: undefined } }: ReferenceSettings,
  clock: Clock,
  tasks: TaskPool,
): Cluster | undefined {
  return cluster === undefined ? undefined : createCluster({ cluster, pod, clock, tasks })
}
