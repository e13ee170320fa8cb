// Hands a message to its notification service.
import type { Egress } from '@binnacle/egress'
import { createRedactor } from '@binnacle/egress'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import {
  type CommandRunner,
  connectionSecrets,
  type ConnectionValues,
  type FileAccess,
  readConnectionReference,
} from '@binnacle/plugin-kit/core'
import type { NotificationMessage, NotifierFailure, SentMessage } from '@binnacle/plugin-kit/notifiers'
import type { ScriptEngine } from '@binnacle/scripting'
import type { TaskPool } from '@binnacle/scripting/tasks'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { Clock } from '../../../../platform/clock.ts'
import type { Configuration } from '../../../../platform/configuration.ts'
import type { Log } from '../../../../platform/log.ts'
import type { References } from '../../../../platform/references/index.ts'
import type { Secrets } from '../../../../platform/secrets.ts'
import { type Connections, prepareConnection, type PreparedConnection } from '../../../connections/index.ts'
import type { Recipient } from '../decide/recipients.ts'
import { mayReachInside } from '../decide/rights.ts'
import type { Service, Services } from './services.ts'
import { connectionOfUrl } from './service-url.ts'
import { readSettings, SERVICE_SETTING } from './settings.ts'

export interface DeliverDependencies {
  services: Services
  connections: Connections
  references: References
  secrets: Secrets
  pool: Pool
  egress: Egress
  /** For devices of people who may not make the product connect to its own machine and network. */
  publicEgress: Egress
  commands: CommandRunner
  files: FileAccess
  scripts: ScriptEngine
  tasks: TaskPool
  configuration: Pick<Configuration, 'mail'>
  userAgent: string
  clock: Clock
  log: Log
}

/** A service that is ready to send to a recipient. */
export interface PreparedDelivery {
  service: Service
  connection: ConnectionValues
  /** Settings of the message, validated. */
  spec: unknown
  secrets: readonly string[]
  egress: Egress
}

const connectionValues = z.object({
  name: z.string(),
  namespace: z.string(),
  type: z.string(),
  url: z.string().optional(),
  username: z.string().optional(),
  password: z.string().optional(),
  certificate: z.string().optional(),
  insecureTls: z.boolean(),
  properties: z.record(z.string(), z.string()),
})

const NO_MAIL_SERVER = 'no email can be sent, because SMTP_URL and MAIL_FROM are not set'

/** Whether emails to the product's own mail server are encrypted: always, unless its address says otherwise. */
function encryptionOf({ protocol, searchParams }: URL): string {
  if (protocol === 'smtps:') return 'ImplicitTLS'
  const isOpen = searchParams.get('ignoreTLS') === 'true' || searchParams.get('requireTLS') === 'false'
  return isOpen ? 'None' : 'Auto'
}

/** The product's own mail server as a connection. */
function mailConnection({ mail }: DeliverDependencies['configuration']): Result<ConnectionValues, string> {
  if (mail === undefined) return fail(NO_MAIL_SERVER)
  const url = new URL(mail.smtpUrl)
  const named = /^(.*)<([^<>]+)>\s*$/.exec(mail.from)
  return succeed({
    name: 'SMTP_URL',
    namespace: '',
    type: 'email',
    ...(url.username === '' ? {} : { username: decodeURIComponent(url.username) }),
    ...(url.password === '' ? {} : { password: decodeURIComponent(url.password) }),
    insecureTls: false,
    properties: {
      host: url.hostname,
      port: url.port === '' ? (url.protocol === 'smtps:' ? '465' : '587') : url.port,
      from: (named?.[2] ?? mail.from).trim(),
      fromName: named?.[1]?.trim().replaceAll('"', '') ?? '',
      encryptionMethod: encryptionOf(url),
    },
  })
}

/** The connection that a recipient is reached by. */
export async function storedConnection(
  {
    connections,
    secrets,
    configuration,
  }: Pick<DeliverDependencies, 'connections' | 'secrets' | 'configuration'>,
  { via }: Pick<Recipient, 'via'>,
  namespace: string,
): Promise<Result<ConnectionValues, string>> {
  if (via.kind === 'email') return mailConnection(configuration)
  if (via.kind === 'connection') {
    const reference = readConnectionReference(via.reference)
    if (reference === undefined) return fail(`"${via.reference}" names no connection`)
    return connections.find(reference, namespace)
  }
  const opened = secrets.unseal(via.sealed)
  if (!opened.ok) return opened
  if (via.kind === 'url') return connectionOfUrl(opened.value)
  const { url, username, password, certificate, ...rest } = connectionValues.parse(JSON.parse(opened.value))
  return succeed({
    ...rest,
    ...(url === undefined ? {} : { url }),
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(certificate === undefined ? {} : { certificate }),
  })
}

/**
 * The way out to a recipient. People enter the addresses of their devices themselves, so a device leads to the machine
 * and the network of the product only if its person may write checks, which can connect to them too.
 */
async function egressTo(
  { pool, egress, publicEgress }: Pick<DeliverDependencies, 'pool' | 'egress' | 'publicEgress'>,
  recipient: Recipient,
): Promise<Egress> {
  if (recipient.via.kind !== 'values') return egress
  return (await mayReachInside(pool, recipient)) ? egress : publicEgress
}

/**
 * Finds the service that sends with a connection and validates the settings of the message.
 * @param properties of the rule
 * @param own properties of the recipient; they count more
 * @returns why it cannot send
 */
export function serviceOf(
  { services }: Pick<DeliverDependencies, 'services'>,
  { connection, secrets }: PreparedConnection,
  properties: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string>>,
): Result<Omit<PreparedDelivery, 'egress'>, string> {
  const inherited = { ...connection.properties, ...properties }
  const service = services.forConnection(connection.type, { ...inherited, ...own }[SERVICE_SETTING])
  if (service === undefined) return fail(`connections of the type ${connection.type} cannot send messages`)
  const spec = readSettings(service.definition, inherited, own)
  if (spec.ok) return succeed({ service, connection, spec: spec.value, secrets })
  const [{ path, message }] = spec.failure
  return fail(`${path === '' ? 'properties' : path}: ${message}`)
}

/**
 * Makes a connection ready. Only stored ones are rendered and resolved: the addresses of devices and of rules are texts of
 * people who may not read what a placeholder or a reference stands for.
 */
async function preparedFor(
  { references }: Pick<DeliverDependencies, 'references'>,
  { via }: Recipient,
  connection: ConnectionValues,
): Promise<Result<PreparedConnection, string>> {
  if (via.kind === 'connection') return prepareConnection(connection, references)
  return succeed({ connection, secrets: connectionSecrets(connection) })
}

/**
 * Finds the service of a recipient and validates the settings of the message.
 * @param properties of the rule; those of the recipient count more
 * @returns why the recipient cannot be told
 */
export async function prepareService(
  dependencies: DeliverDependencies,
  recipient: Recipient,
  properties: Readonly<Record<string, string>>,
  namespace: string,
): Promise<Result<PreparedDelivery, string>> {
  const stored = await storedConnection(dependencies, recipient, namespace)
  if (!stored.ok) return stored
  const prepared = await preparedFor(dependencies, recipient, stored.value)
  if (!prepared.ok) return prepared
  const address = recipient.via.kind === 'email' ? { to: recipient.via.address } : {}
  const own = { ...recipient.properties, ...address }
  const found = serviceOf(dependencies, prepared.value, properties, own)
  return found.ok ? succeed({ ...found.value, egress: await egressTo(dependencies, recipient) }) : found
}

/** The name under which sends to one place share their limit. */
export function placeOf({ service, connection }: PreparedDelivery): string {
  const { type, namespace, name } = connection
  return [service.definition.type, type, namespace, name].join('/')
}

const DEFECT = 'the notification service failed because of an error in Binnacle; see the log of the server'

/** Sends a message. Never rejects, and its errors show no secret. */
export async function sendThrough(
  dependencies: DeliverDependencies,
  { service, connection, spec, secrets, egress }: PreparedDelivery,
  message: NotificationMessage,
  key: string,
  stopping: AbortSignal,
): Promise<Result<SentMessage, NotifierFailure>> {
  const { timeoutMilliseconds, type } = service.definition
  const redact = createRedactor(secrets)
  const done = new AbortController()
  const timeout = new AbortController()
  const late = dependencies.clock.wait(timeoutMilliseconds, done.signal).then(() => {
    if (!done.signal.aborted)
      timeout.abort(Object.assign(new Error('the time is over'), { name: 'TimeoutError' }))
  })
  const signal = AbortSignal.any([stopping, timeout.signal])
  try {
    const sent = await service.run(spec, message, {
      connection,
      key,
      signal,
      timeoutMilliseconds,
      now: () => dependencies.clock.now(),
      wait: (milliseconds) => dependencies.clock.wait(milliseconds, signal),
      egress,
      commands: dependencies.commands,
      files: dependencies.files,
      template: async (source, variables) => {
        const output = await dependencies.scripts.evaluate(
          { language: 'template', source },
          { variables, secrets, keepSecrets: true },
        )
        return output.ok ? succeed(output.value.text) : fail(output.failure.message)
      },
      work: async (task, input) => {
        const worked = await dependencies.tasks.run(task, input, secrets)
        return worked.ok ? worked : fail(worked.failure.message)
      },
      redact,
      userAgent: dependencies.userAgent,
    })
    return sent.ok ? sent : fail({ ...sent.failure, message: redact(sent.failure.message) })
  } catch (error) {
    if (signal.aborted)
      return fail({
        message: `did not answer within ${timeoutMilliseconds / 1_000} s`,
        isTemporary: true,
        mayHaveArrived: true,
      })
    dependencies.log.error({ err: error, type }, 'a notification service has a defect')
    return fail({ message: DEFECT, isTemporary: false })
  } finally {
    done.abort('the message is sent')
    await late
  }
}
