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
    description: 'Name that the certificate must have. Default: the host',
  }),
  ca: text('Certificate authority', 'PEM. Replaces the default authorities.'),
  cert: text('Client certificate', 'PEM.', false),
  key: text('Client key', 'PEM.', false),
}

const handshakeTimeout = field(durationText({ minimum: '100ms', maximum: '10m' }).optional(), {
  title: 'Maximum handshake time',
  description: 'Maximum time of the TLS handshake, such as 10s. Default: the timeout of the run',
  destination: false,
})

/** TLS settings of a server whose address decides whether to use TLS. */
export const tlsConfig = field(z.strictObject(tlsParts).optional(), {
  title: 'TLS',
  group: 'advanced',
  aliases: ['tls'],
})

/** The same for types where egress speaks TLS, so that the handshake is timed separately. */
export const timedTlsConfig = field(z.strictObject({ ...tlsParts, handshakeTimeout }).optional(), {
  title: 'TLS',
  group: 'advanced',
  aliases: ['tls'],
})

/** TLS settings with a switch, for a server whose address does not decide whether to use TLS. */
export const switchedTlsConfig = field(
  z
    .strictObject({
      enable: field(z.boolean().optional(), {
        title: 'Use TLS',
        description: 'Default: on when another TLS setting is given, else off.',
      }),
      ...tlsParts,
    })
    .optional(),
  { title: 'TLS', group: 'advanced', aliases: ['tls'] },
)

/** A secret for signing in. Changing it does not change where other secrets of the check are sent. */
export const account = (title: string) =>
  field(secretValue({ title }).optional(), { title, destination: false })

/** User and password: at the top, as in files, or in `authentication`, as forms write them. */
export const credentialFields = {
  username: account('Username'),
  password: account('Password'),
  authentication: field(
    z
      .strictObject({
        username: account('Username'),
        password: account('Password'),
      })
      .optional(),
    {
      title: 'Authentication',
      description: 'Another way to enter username and password.',
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

/** User and password of a spec. Fields at the top take precedence over `authentication`. An empty user means no user. */
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

/** Converts TLS settings for egress. Leaves out missing properties instead of setting them to undefined. */
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

/** Characters. No server or database has a longer address; what is longer is refused before it is parsed. */
export const LONGEST_ADDRESS = 4_096

/**
 * What is wrong with the length of an address, before anything parses it.
 * @returns undefined if nothing is
 */
export function addressProblem(text: string): string | undefined {
  return text.length > LONGEST_ADDRESS
    ? `an address may have at most ${LONGEST_ADDRESS} characters, and this has ${text.length}`
    : undefined
}

/**
 * Parses `host`, `host:port`, `[address]:port`.
 * @param port default port
 * @returns undefined for anything else
 */
export function readHostAndPort(written: string, port: number): HostAndPort | undefined {
  if (addressProblem(written) !== undefined) return undefined
  const match = /^(?:\[([0-9a-fA-F:.%]+)\]|([^\s:/@[\]]+))(?::(\d{1,5}))?$/.exec(written.trim())
  const host = match?.[1] ?? match?.[2]
  const found = match?.[3] === undefined ? port : Number(match[3])
  return host === undefined || found < 1 || found > 65_535 ? undefined : { host, port: found }
}

/** Writes host:port, with brackets around an IPv6 address. */
export function writeHostAndPort({ host, port }: HostAndPort): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}

/** An http or https address; user and password have their own fields, as addresses are shown everywhere. */
export const httpAddress = z
  .string()
  .max(LONGEST_ADDRESS, {
    error: ({ input }) => addressProblem(typeof input === 'string' ? input : ''),
    abort: true,
  })
  .check((context) => {
    const url = URL.parse(context.value)
    const message =
      url === null || !['http:', 'https:'].includes(url.protocol)
        ? `"${context.value}" is not an http or https address`
        : url.username !== '' || url.password !== ''
          ? 'put the username and password into "username" and "password" instead of the address'
          : undefined
    if (message !== undefined) context.issues.push({ code: 'custom', message, input: context.value })
  })
