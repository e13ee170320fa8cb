import { z } from 'zod'
import { durationText, field, milliseconds, secretText, type SecretValue, secretValue } from './fields.ts'

const text = (title: string, description: string, destination?: false) =>
  field(secretValue({ title, widget: 'multiline' }).optional(), {
    title,
    description,
    ...(destination === undefined ? {} : { destination }),
  })

const tlsParts = {
  insecureSkipVerify: field(z.boolean().optional(), { title: 'Accept any certificate' }),
  serverName: field(z.string().trim().min(1).max(253).optional(), {
    title: 'Server name',
    description: 'Name that the certificate must be for; the host without it.',
  }),
  ca: text('Certificate authority', 'PEM; in place of the usual authorities.'),
  cert: text('Client certificate', 'PEM.', false),
  key: text('Client key', 'PEM.', false),
}

const handshakeTimeout = field(durationText({ minimum: '100ms', maximum: '10m' }).optional(), {
  title: 'Longest handshake',
  description: 'How long the TLS handshake may take, for example 10s; as long as the run without it.',
  destination: false,
})

/** TLS settings of a server whose address says whether TLS is spoken. */
export const tlsConfig = field(z.strictObject(tlsParts).optional(), {
  title: 'TLS',
  group: 'advanced',
  aliases: ['tls'],
})

/** The same where nothing but egress speaks TLS, so that its handshake has a time of its own. */
export const timedTlsConfig = field(z.strictObject({ ...tlsParts, handshakeTimeout }).optional(), {
  title: 'TLS',
  group: 'advanced',
  aliases: ['tls'],
})

/** TLS settings of a server whose address does not say whether TLS is spoken. */
export const switchedTlsConfig = field(
  z
    .strictObject({
      enable: field(z.boolean().optional(), {
        title: 'Speak TLS',
        description: 'Default: on when another TLS setting is given, else off.',
      }),
      ...tlsParts,
    })
    .optional(),
  { title: 'TLS', group: 'advanced', aliases: ['tls'] },
)

/** A secret that proves who asks; it goes where others of its check go, and decides nothing for them. */
export const account = (title: string) =>
  field(secretValue({ title }).optional(), { title, destination: false })

/** A user and a password: at the top, as files have them, or in `authentication`, as forms write them. */
export const credentialFields = {
  username: account('User name'),
  password: account('Password'),
  authentication: field(
    z
      .strictObject({
        username: account('User name'),
        password: account('Password'),
      })
      .optional(),
    {
      title: 'Authentication',
      description: 'Another way to write user name and password.',
      group: 'advanced',
      aliases: ['auth'],
    },
  ),
} as const

export interface Credentials {
  username?: string
  password?: string
}

interface WithCredentials {
  username?: SecretValue
  password?: SecretValue
  authentication?: { username?: SecretValue; password?: SecretValue } | undefined
}

/** User and password of a spec, from wherever they are written; fields at the top win. An empty user is none. */
export function credentialsOf(spec: WithCredentials): Credentials {
  const username = secretText(spec.username) ?? secretText(spec.authentication?.username)
  const password = secretText(spec.password) ?? secretText(spec.authentication?.password)
  return {
    ...(username === undefined || username === '' ? {} : { username }),
    ...(password === undefined || password === '' ? {} : { password }),
  }
}

interface WrittenTls {
  insecureSkipVerify?: boolean | undefined
  serverName?: string | undefined
  ca?: SecretValue
  cert?: SecretValue
  key?: SecretValue
  handshakeTimeout?: string | undefined
}

/** TLS settings as egress takes them. Optional properties are left out, not set to undefined. */
export function tlsSettings(written: WrittenTls = {}) {
  const { insecureSkipVerify, serverName, handshakeTimeout } = written
  const texts = { ca: secretText(written.ca), cert: secretText(written.cert), key: secretText(written.key) }
  return {
    ...(insecureSkipVerify === undefined ? {} : { skipVerify: insecureSkipVerify }),
    ...(serverName === undefined ? {} : { serverName }),
    ...(texts.ca === undefined ? {} : { ca: texts.ca }),
    ...(texts.cert === undefined ? {} : { certificate: texts.cert }),
    ...(texts.key === undefined ? {} : { key: texts.key }),
    ...(handshakeTimeout === undefined ? {} : { handshakeMilliseconds: milliseconds(handshakeTimeout) }),
  }
}

export interface HostAndPort {
  /** Without brackets. */
  host: string
  port: number
}

/**
 * Reads `host`, `host:port`, `[address]:port`.
 * @param port that counts where the text has none
 * @returns undefined for anything else
 */
export function readHostAndPort(written: string, port: number): HostAndPort | undefined {
  const match = /^(?:\[([0-9a-fA-F:.%]+)\]|([^\s:/@[\]]+))(?::(\d{1,5}))?$/.exec(written.trim())
  const host = match?.[1] ?? match?.[2]
  const found = match?.[3] === undefined ? port : Number(match[3])
  return host === undefined || found < 1 || found > 65_535 ? undefined : { host, port: found }
}

/** host:port with the brackets that an IPv6 address needs. */
export function writeHostAndPort({ host, port }: HostAndPort): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}

/** An http or https address; user and password have fields of their own, as addresses are shown everywhere. */
export const httpAddress = z.string().check((context) => {
  const url = URL.parse(context.value)
  const message =
    url === null || !['http:', 'https:'].includes(url.protocol)
      ? `"${context.value}" is not an http or https address`
      : url.username !== '' || url.password !== ''
        ? 'put the user name and password into "username" and "password" instead of the address'
        : undefined
  if (message !== undefined) context.issues.push({ code: 'custom', message, input: context.value })
})
