import { setImmediate } from 'node:timers/promises'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { type Fields, fieldsOf, listAt, textAt } from '@binnacle/health-rules/document'
import type { RunContext } from '@binnacle/plugin-kit/core'
import {
  cleanMessage,
  firstLines,
  type LogLine,
  type LogQuery,
  matchesFilter,
  type OpenLogs,
} from '@binnacle/plugin-kit/logs'
import { accessReader } from '@binnacle/clients/kubernetes/access'
import { type Api, createApi } from '@binnacle/clients/kubernetes/client'
import { listPath } from '@binnacle/clients/kubernetes/path'
import { LINES_OF_A_TURN, readLineOf } from '../fields.ts'
import type { KubernetesLogsSpec } from './spec.ts'

/** Pods and containers that a search reads at most. */
const MOST_PODS = 50
const MOST_CONTAINERS = 100
/** Bytes of the log of one container that a search reads at most. */
const MOST_BYTES = 8_388_608
/** Containers that are read at once. */
const AT_ONCE = 4
/** Milliseconds that the API may be silent. */
const SILENCE = 20_000
/** Lines of a container that are read for each one that is wanted, where words are compared here. */
const READ_FOR_EACH = 20
const MOST_TAIL = 50_000

const pods = { apiVersion: 'v1', plural: 'pods', namespaced: true } as const

interface Container {
  namespace: string
  pod: string
  container: string
}

/** What a target and a filter say of the pods. */
function selectionOf(spec: KubernetesLogsSpec, { target, filter }: Pick<LogQuery, 'target' | 'filter'>) {
  const wanted = new Map(
    filter.labels.flatMap(({ name, value, isExcluded }): [string, string][] =>
      isExcluded ? [] : [[name, value]],
    ),
  )
  const { namespace, pod, container, ...others } = target.labels
  const [idNamespace, idPod] = /^([\w.-]+)\/([\w.-]+)$/u.exec(target.id ?? '')?.slice(1) ?? []
  const isPod = target.type?.toLowerCase().includes('pod') === true && pod === undefined
  const labelSelector = [
    ...(spec.labelSelector === undefined ? [] : [spec.labelSelector]),
    ...Object.entries(others).map(([name, value]) => `${name}=${value}`),
  ].join(',')
  return {
    // A search narrows what spec and log selector name. It must not lead to pods of others.
    namespace: spec.namespace ?? namespace ?? (isPod ? idNamespace : undefined) ?? wanted.get('namespace'),
    pod: pod ?? (isPod ? (idPod ?? target.id) : undefined) ?? wanted.get('pod'),
    container: spec.container ?? container ?? wanted.get('container'),
    labelSelector: labelSelector === '' ? undefined : labelSelector,
  }
}

function containersOf(pod: Fields, only: string | undefined): Container[] {
  const named = (list: 'containers' | 'initContainers') =>
    listAt(pod, 'spec', list).flatMap((one) => textAt(one, 'name') ?? [])
  return [...named('initContainers'), ...named('containers')]
    .filter((name) => only === undefined || name === only)
    .map((container) => ({
      namespace: textAt(pod, 'metadata', 'namespace') ?? '',
      pod: textAt(pod, 'metadata', 'name') ?? '',
      container,
    }))
}

async function findContainers(
  api: Api,
  spec: KubernetesLogsSpec,
  query: LogQuery,
): Promise<Result<{ containers: Container[]; notes: string[] }, string>> {
  const { namespace, pod, container, labelSelector } = selectionOf(spec, query)
  const fieldSelector = pod === undefined ? undefined : `metadata.name=${pod}`
  const listed = await api.get(
    listPath(pods, { namespace, labelSelector, fieldSelector }, { limit: String(MOST_PODS) }),
  )
  if (!listed.ok) return fail(listed.failure.message)
  const answer = fieldsOf(listed.value)
  const all = listAt(answer, 'items').flatMap((one) => containersOf(fieldsOf(one), container))
  const isCut = textAt(answer, 'metadata', 'continue') !== undefined || all.length > MOST_CONTAINERS
  return succeed({
    containers: all.slice(0, MOST_CONTAINERS),
    notes: isCut ? [`only ${MOST_PODS} pods are read; choose fewer by their labels`] : [],
  })
}

/** Reads the log of a container ("Read log of the specified Pod" of the API). */
async function readContainer(
  api: Api,
  { namespace, pod, container }: Container,
  { filter, from, to, limit, direction }: LogQuery,
  context: RunContext,
): Promise<Result<LogLine[], string>> {
  const isFiltered = filter.contains.length + filter.excludes.length + filter.labels.length > 0
  const query = new URLSearchParams({
    container,
    timestamps: 'true',
    sinceTime: new Date(Math.floor(from.getTime() / 1_000) * 1_000).toISOString().replace('.000Z', 'Z'),
    // Lines after the range are read too, where it ends before now.
    ...(direction === 'backward' && context.now().getTime() - to.getTime() < 60_000
      ? { tailLines: String(Math.min(MOST_TAIL, isFiltered ? limit * READ_FOR_EACH : limit)) }
      : {}),
    limitBytes: String(MOST_BYTES),
  })
  const place = `${namespace}/${pod}/${container}`
  const opened = await api.open(
    `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}/log?${query.toString()}`,
    SILENCE,
  )
  // A container that has not started has no log.
  if (!opened.ok)
    return /waiting to start|ContainerCreating|PodInitializing/u.test(opened.failure.message)
      ? succeed([])
      : fail(`${place}: ${opened.failure.message}`)
  const chunks: Buffer[] = []
  try {
    for await (const chunk of opened.value) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  } catch {
    return fail(`${place}: the log broke off while it was read`)
  }
  const seen = new Map<string, number>()
  const lines: LogLine[] = []
  for (const [index, written] of Buffer.concat(chunks).toString('utf8').split('\n').entries()) {
    // Lines are parsed in this thread, so others get a turn between them.
    if (index % LINES_OF_A_TURN === LINES_OF_A_TURN - 1) await setImmediate()
    const [stamp = ''] = written.split(' ', 1)
    const time = Date.parse(stamp)
    if (Number.isNaN(time) || time < from.getTime() || time > to.getTime()) continue
    // Several lines may have one time.
    const count = (seen.get(stamp) ?? 0) + 1
    seen.set(stamp, count)
    const { message, labels } = await readLineOf(written.slice(stamp.length + 1), time, context)
    const line = {
      id: `${pod}/${container}/${stamp}/${count}`,
      time,
      message: cleanMessage(message),
      labels: { ...labels, namespace, pod, container },
    }
    if (matchesFilter(filter, line)) lines.push(line)
  }
  return succeed(direction === 'backward' ? lines.toReversed().slice(0, limit) : lines.slice(0, limit))
}

export const open: OpenLogs<KubernetesLogsSpec> = (spec, context) => ({
  async search(query) {
    const access = accessReader(spec.kubeconfig, context)
    const chosen = await access()
    if (!chosen.ok) return chosen
    const api = createApi(access, AT_ONCE, context)
    try {
      const found = await findContainers(api, spec, query)
      if (!found.ok) return found
      const { containers, notes } = found.value
      const { direction, limit } = query
      const sign = direction === 'backward' ? -1 : 1
      let lines: LogLine[] = []
      const problems: string[] = []
      for (let start = 0; start < containers.length && !context.signal.aborted; start += AT_ONCE) {
        const read = await Promise.all(
          containers.slice(start, start + AT_ONCE).map((one) => readContainer(api, one, query, context)),
        )
        const known = [lines, ...read.flatMap((one) => (one.ok ? [one.value] : []))].flat()
        // Those of all containers together would fill the memory.
        lines = firstLines(
          known.toSorted((one, other) => sign * (one.time - other.time)),
          limit,
        )
        problems.push(...read.flatMap((one) => (one.ok ? [] : [context.redact(one.failure)])))
      }
      const [first] = problems
      if (first !== undefined && problems.length === containers.length) return fail(first)
      return succeed({
        lines,
        isWhole: problems.length + notes.length === 0,
        notes: [...notes, ...problems],
      })
    } finally {
      api.close()
    }
  },
})
