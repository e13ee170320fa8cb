import { Resolver } from 'node:dns/promises'
import type { TlsSettings } from '@binnacle/egress'
import { addressOf, type CheckContext, type RunCheck, sqlUrl } from '@binnacle/plugin-kit/checks'
import {
  type CheckOutcome,
  healthy,
  type HostAndPort,
  isRecord,
  type Json,
  readHostAndPort,
  tlsSettings,
  unhealthy,
  unknown,
  UNRESOLVED,
  writeHostAndPort,
} from '@binnacle/plugin-kit/core'
import { openForwarder } from '@binnacle/plugin-kit/forwarder'
import { mongoMessages } from './messages.ts'
import {
  certificateDetails,
  errorText,
  orAbort,
  roundTimings,
  stopped,
  withoutSecrets,
} from '@binnacle/plugin-kit/talk'
import { type MongoAddress, readMongoUrl } from './address.ts'
import type { MongodbSpec } from './spec.ts'

/** The answer of one member of a deployment, or why it gave no answer. */
interface Member {
  name: string
  role: 'primary' | 'secondary' | 'other' | 'failed'
  /** The primary's address according to this member. */
  primary?: string
  reason?: string
  /** Whether the address policy forbids to connect to it. */
  isDenied?: boolean
  details: Record<string, Json>
}

/** Finds the hosts of a service and the options in its records (MongoDB's "SRV Connection Format"). */
async function findService(address: MongoAddress): Promise<MongoAddress> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const name = address.hosts[0]?.host ?? ''
  const [records, texts] = await Promise.all([
    resolver.resolveSrv(`_mongodb._tcp.${name}`),
    resolver.resolveTxt(name).catch(() => []),
  ])
  const options = new URLSearchParams(texts[0]?.join('') ?? '')
  const [authSource, replicaSet] = [options.get('authSource'), options.get('replicaSet')]
  // Only hosts of the same parent domain are allowed, so that a record cannot lead elsewhere. The parent of a name
  // with two parts would be a domain that many share ("Initial DNS Seedlist Discovery", section "Querying DNS").
  const labels = name.split('.')
  const parent = labels.length < 3 ? name : labels.slice(1).join('.')
  return {
    ...address,
    hosts: records
      .filter((record) => record.name.toLowerCase().endsWith(`.${parent.toLowerCase()}`))
      .map((record) => ({ host: record.name, port: record.port })),
    ...(authSource === null || address.authSource !== undefined ? {} : { authSource }),
    ...(replicaSet === null || address.replicaSet !== undefined ? {} : { replicaSet }),
  }
}

/** Asks one member for its role, and pings it if it is the primary. */
async function askMember(
  place: HostAndPort,
  address: MongoAddress,
  tls: TlsSettings | undefined,
  context: CheckContext,
): Promise<Member> {
  const name = writeHostAndPort(place)
  const { MongoClient } = await import('mongodb')
  const door = await openForwarder({ ...place, ...(tls === undefined ? {} : { tls }) }, context, {
    messages: mongoMessages,
  })
  const { username, password, authSource, authMechanism, replicaSet } = address
  const options = {
    directConnection: 'true',
    ...(authSource === undefined ? {} : { authSource }),
    ...(authMechanism === undefined ? {} : { authMechanism }),
    ...(replicaSet === undefined ? {} : { replicaSet }),
  }
  const openClient = () =>
    new MongoClient(
      `mongodb://${encodeURIComponent(door.address).replace('%3A', ':')}/?${new URLSearchParams(options).toString()}`,
      {
        serverSelectionTimeoutMS: context.timeoutMilliseconds,
        connectTimeoutMS: context.timeoutMilliseconds,
        maxPoolSize: 1,
        retryReads: false,
        monitorCommands: false,
        ...(username === undefined ? {} : { auth: { username, password: password ?? '' } }),
      },
    )
  let client: InstanceType<typeof MongoClient>
  try {
    client = openClient()
  } catch (error) {
    // Contradictory options, such as a sign-in method without a user.
    await door.close()
    return { name, role: 'failed', reason: errorText(error), details: {} }
  }
  // The first failed connection decides. The driver would retry until the timeout.
  const failed = Promise.withResolvers<never>()
  client.on('serverHeartbeatFailed', ({ failure }) => failed.reject(failure))
  const steps: Record<string, number> = {}
  const timed = async <Value>(step: string, work: Promise<Value>): Promise<Value> => {
    const started = performance.now()
    try {
      return await orAbort(Promise.race([work, failed.promise]), context.signal)
    } finally {
      steps[step] = performance.now() - started
    }
  }
  const details = (): Record<string, Json> => {
    const connection = door.connection()
    return {
      ...(connection === undefined
        ? {}
        : { address: connection.address, ...certificateDetails(connection.certificate) }),
      timings: roundTimings({ ...connection?.timings, ...steps }),
    }
  }
  try {
    const database = client.db('admin')
    const hello: unknown = await timed('hello', database.command({ hello: 1 }))
    const facts = isRecord(hello) ? hello : {}
    const isPrimary = facts['isWritablePrimary'] === true || facts['ismaster'] === true
    if (isPrimary) await timed('ping', database.command({ ping: 1 }))
    const primary = facts['primary']
    return {
      name,
      role: isPrimary ? 'primary' : facts['secondary'] === true ? 'secondary' : 'other',
      ...(typeof primary === 'string' ? { primary } : {}),
      details: details(),
    }
  } catch (error) {
    const refused = door.failure()
    const reason = context.signal.aborted
      ? `${stopped(context.signal)} while waiting for the answer`
      : (refused?.message ?? errorText(error))
    return {
      name,
      role: 'failed',
      reason,
      isDenied: refused?.code === 'denied',
      details: {
        ...details(),
        ...(door.firstBytes() === undefined ? {} : { firstBytes: door.firstBytes() ?? '' }),
        ...(refused === undefined
          ? {}
          : { reason: refused.code, ...certificateDetails(refused.certificate) }),
      },
    }
  } finally {
    failed.promise.catch(() => {})
    // Closing the door closes every connection, so the client need not be closed.
    await door.close()
    client.close(true).catch(() => {})
  }
}

function outcomeOf(members: readonly Member[]): CheckOutcome {
  const primary = members.find((member) => member.role === 'primary')
  const roles = Object.fromEntries(members.map(({ name, role }) => [name, role]))
  const evidence = { details: { ...(primary ?? members[0])?.details, members: roles } }
  if (primary !== undefined)
    return healthy({ ...evidence, message: `the primary ${primary.name} answered the ping` })
  const [only] = members
  if (only !== undefined && members.length === 1 && only.reason !== undefined) {
    const text = only.reason.startsWith(only.name) ? only.reason : `${only.name}: ${only.reason}`
    return (only.isDenied === true ? unknown : unhealthy)(text, evidence)
  }
  const states = members.map(
    ({ name, role, reason }) => reason ?? `${name} is ${role === 'other' ? 'neither' : role}`,
  )
  return (members.every((member) => member.isDenied === true) ? unknown : unhealthy)(
    `no primary: ${states.join('; ')}`,
    evidence,
  )
}

export const run: RunCheck<MongodbSpec> = async (spec, context) => {
  const written = addressOf(spec, readMongoUrl)
  if (sqlUrl(spec) === undefined) return unknown(UNRESOLVED)
  if (written === undefined) return unknown('the address of the deployment cannot be read')
  const started = performance.now()
  const finish = (outcome: CheckOutcome) =>
    withoutSecrets(
      { durationMilliseconds: performance.now() - started, ...outcome },
      written.password === undefined ? [] : [written.password],
    )
  let address = written
  try {
    if (written.isService) address = await orAbort(findService(written), context.signal)
  } catch (error) {
    return finish(
      unhealthy(`the hosts of ${written.hosts[0]?.host ?? ''} cannot be found: ${errorText(error)}`),
    )
  }
  const tls = address.tls
    ? { ...(address.skipVerify ? { skipVerify: true } : {}), ...tlsSettings(spec.tlsConfig) }
    : undefined
  const ask = (place: HostAndPort, as: MongoAddress) => askMember(place, as, tls, context)
  const members = await Promise.all(address.hosts.map((place) => ask(place, address)))
  const { username: _username, password: _password, authMechanism: _mechanism, ...anonymous } = address
  // A member that is not the primary names the primary. That host is not in the check's address, so it gets no
  // password, and the question to it needs none.
  const elsewhere = members.find((member) => member.primary !== undefined)?.primary
  const next = elsewhere === undefined ? undefined : readHostAndPort(elsewhere, 27_017)
  const isKnown = next === undefined || members.some((member) => member.name === writeHostAndPort(next))
  if (!isKnown && !members.some((member) => member.role === 'primary'))
    members.push(await ask(next, anonymous))
  return finish(outcomeOf(members))
}
