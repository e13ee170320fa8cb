import { Resolver } from 'node:dns'
import { promisify } from 'node:util'
import type { RunCheck } from '@binnacle/plugin-kit/checks'
import { healthy, isTooSlow, unhealthy, unknown } from '@binnacle/plugin-kit/core'
import type { DnsSpec } from './spec.ts'

/** Properties of a CAA record (RFC 8659) as Node names them. */
const caaTags = ['issue', 'issuewild', 'iodef', 'contactemail', 'contactphone'] as const

type Ask = (resolver: Resolver, name: string) => Promise<string[]>

/**
 * Normalizes a record for comparison, in lower case without the dot after its name: `mx.example. 10` becomes
 * `mx.example 10`.
 */
function plain(record: string): string {
  return record.replace(/\.(?= |$)/, '').toLowerCase()
}

/** For each record type, how to query it and how to print a record. */
const questions: Readonly<Record<NonNullable<DnsSpec['querytype']>, Ask>> = {
  A: (resolver, name) => promisify(resolver.resolve4.bind(resolver))(name),
  AAAA: (resolver, name) => promisify(resolver.resolve6.bind(resolver))(name),
  CNAME: (resolver, name) => promisify(resolver.resolveCname.bind(resolver))(name),
  NS: (resolver, name) => promisify(resolver.resolveNs.bind(resolver))(name),
  PTR: (resolver, name) => promisify(resolver.reverse.bind(resolver))(name),
  MX: async (resolver, name) =>
    (await promisify(resolver.resolveMx.bind(resolver))(name)).map(
      ({ exchange, priority }) => `${exchange} ${priority}`,
    ),
  SRV: async (resolver, name) =>
    (await promisify(resolver.resolveSrv.bind(resolver))(name)).map(
      (record) => `${record.name}:${record.port} ${record.priority} ${record.weight}`,
    ),
  TXT: async (resolver, name) =>
    (await promisify(resolver.resolveTxt.bind(resolver))(name)).map((parts) => parts.join('')),
  SOA: async (resolver, name) => {
    const record = await promisify(resolver.resolveSoa.bind(resolver))(name)
    return [`${record.nsname} ${record.hostmaster} ${record.serial}`]
  },
  CAA: async (resolver, name) =>
    (await promisify(resolver.resolveCaa.bind(resolver))(name)).flatMap(({ critical, ...tags }) =>
      caaTags.flatMap((tag) => (tags[tag] === undefined ? [] : [`${critical} ${tag} ${tags[tag]}`])),
    ),
}

const words: ReadonlyMap<string, string> = new Map([
  ['ENOTFOUND', 'the name does not exist'],
  ['ENODATA', 'the name has no such record'],
  ['ESERVFAIL', 'the name server failed'],
  ['EREFUSED', 'the name server refused to answer'],
  ['ECONNREFUSED', 'no name server listens there'],
  ['ETIMEOUT', 'no answer from the name server'],
  ['EBADNAME', 'this is not a name'],
])

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : String(error)
}

function list(records: readonly string[]): string {
  return records.length === 0 ? 'nothing' : records.toSorted().join(', ')
}

async function resolverFor(spec: DnsSpec, context: Parameters<RunCheck<DnsSpec>>[1]) {
  // Not through egress, because users choose no address here. The machine's own name servers also resolve the names
  // of other checks, so a policy against them would block every name. The answer is shown, but never connected to.
  if (spec.server === undefined)
    return { ok: true as const, value: new Resolver({ timeout: 2_000, tries: 2 }) }
  return context.egress.nameServer({ host: spec.server, port: spec.port ?? 53 }, context.signal)
}

export const run: RunCheck<DnsSpec> = async (spec, context) => {
  const type = spec.querytype ?? 'A'
  const started = performance.now()
  const resolver = await resolverFor(spec, context)
  if (!resolver.ok) {
    const denied = resolver.failure.code === 'denied'
    return (denied ? unknown : unhealthy)(resolver.failure.message)
  }
  const cancel = () => resolver.value.cancel()
  context.signal.addEventListener('abort', cancel, { once: true })
  try {
    const records = await questions[type](resolver.value, spec.query)
    const durationMilliseconds = performance.now() - started
    const evidence = { durationMilliseconds, details: { records } }
    const fewest = spec.minrecords ?? 1
    if (records.length < fewest)
      return unhealthy(
        `${records.length} ${type} records (${list(records)}), expected at least ${fewest}`,
        evidence,
      )
    const expected = spec.exactreply?.map(plain)
    if (expected !== undefined && list(records.map(plain)) !== list(expected))
      return unhealthy(
        `${type} records are ${list(records)}, expected ${list(spec.exactreply ?? [])}`,
        evidence,
      )
    if (isTooSlow(durationMilliseconds, spec.thresholdMillis))
      return unhealthy(
        `took ${Math.round(durationMilliseconds)}ms, expected at most ${spec.thresholdMillis}ms`,
        evidence,
      )
    return healthy({ ...evidence, message: list(records) })
  } catch (error) {
    const durationMilliseconds = performance.now() - started
    if (context.signal.aborted)
      return unhealthy(`${spec.query}: no answer from the name server in time`, { durationMilliseconds })
    const code = codeOf(error)
    if (code === 'ENODATA' && spec.minrecords === 0 && spec.exactreply === undefined)
      return healthy({ durationMilliseconds, message: 'no records', details: { records: [] } })
    return unhealthy(`${spec.query} ${type}: ${words.get(code) ?? code}`, {
      durationMilliseconds,
      details: { reason: code },
    })
  } finally {
    context.signal.removeEventListener('abort', cancel)
  }
}
