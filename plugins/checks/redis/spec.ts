import { fail, REQUIRED } from '@binnacle/contract/core'
import { namesValue } from '@binnacle/contract/schema'
import { commonCheckFields, defineCheck, type SpecOf } from '@binnacle/plugin-kit/checks'
import {
  connectionField,
  type ConnectionUse,
  credentialFields,
  credentialsOf,
  decodePart,
  field,
  fillServer,
  type HostAndPort,
  isRecord,
  readHostAndPort,
  secretText,
  secretValue,
  slowest,
  switchedTlsConfig,
  TESTED_CONNECTION,
  without,
  writeHostAndPort,
  writeServer,
  writtenText,
} from '@binnacle/plugin-kit/core'
import { z } from 'zod'

const DEFAULT_PORT = 6_379

interface Address extends HostAndPort {
  tls: boolean
  username?: string
  password?: string
  database?: number
}

/**
 * Parses redis://user:password@host:port/database. The scheme rediss means TLS (provisional IANA registration of the
 * scheme).
 */
export function readRedisUrl(written: string): Address | undefined {
  const text = /^[^/]+:\d{1,5}$/.test(written.trim()) ? asUrl(written.trim()) : written.trim()
  const url = URL.parse(text)
  if (url === null || !['redis:', 'rediss:'].includes(url.protocol)) return undefined
  const place = readHostAndPort(url.host, DEFAULT_PORT)
  const database = url.pathname.replace(/^\//, '')
  if (place === undefined || !/^\d*$/.test(database)) return undefined
  return {
    ...place,
    tls: url.protocol === 'rediss:',
    ...(url.username === '' ? {} : { username: decodePart(url.username) }),
    ...(url.password === '' ? {} : { password: decodePart(url.password) }),
    ...(database === '' ? {} : { database: Number(database) }),
  }
}

const schema = z
  .strictObject({
    ...commonCheckFields,
    connection: connectionField,
    addr: field(
      z
        .string()
        .max(8_192, { abort: true })
        .refine((text) => readHostAndPort(text, DEFAULT_PORT) !== undefined, {
          error: (issue) => `"${String(issue.input)}" is not of the form host:port`,
        })
        .optional(),
      {
        title: 'Address',
        description: `host or host:port. Default port: ${DEFAULT_PORT}.`,
        requiredWithout: ['url', 'connection'],
      },
    ),
    url: field(secretValue({ title: 'URL' }).optional(), {
      title: 'URL',
      description:
        'redis://user:password@host:port/database or host:port, in place of the address; rediss:// speaks TLS. A secret, because it may contain a password.',
      aliases: ['endpoint'],
    }),
    ...credentialFields,
    db: field(z.number().int().min(0).optional(), {
      title: 'Database',
      description: 'Default: 0',
      destination: false,
    }),
    thresholdMillis: slowest(
      'Maximum response time (ms)',
      'Unhealthy when connecting, signing in and PING together take longer.',
    ),
    tlsConfig: switchedTlsConfig,
  })
  .check((context) => {
    const { addr, url, connection } = context.value
    const complain = (key: string, message: string) =>
      context.issues.push({ code: 'custom', message, path: [key], input: context.value })
    const text = secretText(url)
    if (addr === undefined && text === undefined && connection === undefined) complain('addr', REQUIRED)
    if (addr !== undefined && text !== undefined) complain('url', 'give either "addr" or "url"')
    if (text !== undefined && !namesValue(text) && readRedisUrl(text) === undefined)
      complain('url', 'not of the form redis://user:password@host:port/database')
  })

type RedisTls = z.infer<typeof schema>['tlsConfig']

/**
 * Whether the TLS settings enable or disable TLS. Undefined if they do not say: settings without `enable` have no
 * effect without TLS.
 */
function wantsTls(tls: RedisTls): boolean | undefined {
  const { enable, ...others } = tls ?? {}
  const isImplied = Object.values(others).some((value) => value !== undefined && value !== false)
  return enable ?? (isImplied ? true : undefined)
}

/** The server and account of a spec, from whichever fields have them. */
export function redisAddress(spec: z.infer<typeof schema>): Address | undefined {
  const url = secretText(spec.url)
  const place = spec.addr === undefined ? undefined : readHostAndPort(spec.addr, DEFAULT_PORT)
  const base =
    url === undefined ? (place === undefined ? undefined : { ...place, tls: false }) : readRedisUrl(url)
  if (base === undefined) return undefined
  return {
    ...base,
    ...(wantsTls(spec.tlsConfig) === undefined ? {} : { tls: wantsTls(spec.tlsConfig) === true }),
    ...credentialsOf(spec),
    ...(spec.db === undefined ? {} : { database: spec.db }),
  }
}

/** Converts an address in either form to the URL that connections store. */
function asUrl(text: string): string {
  return text.includes('://') ? text : `redis://${text}`
}

function readServers(text: string): string[] | undefined {
  const address = readRedisUrl(asUrl(text))
  return address === undefined
    ? undefined
    : [writeServer(address.tls ? 'rediss' : 'redis', address.host, address.port)]
}

const connectionUse: ConnectionUse = {
  at: [],
  types: ['redis'],
  fill(written, connection) {
    const { url, properties } = connection
    const address = writtenText(written, 'addr')
    const tls = written['tlsConfig']
    if (isRecord(tls) && tls['enable'] === false && readRedisUrl(url ?? '')?.tls === true)
      return fail('tlsConfig.enable: the connection speaks TLS, and its secrets go no other way')
    const db = properties['db']?.trim()
    const database =
      db !== undefined && /^\d+$/.test(db) && written['db'] === undefined ? { db: Number(db) } : {}
    return fillServer(
      {
        ...without(written, 'addr'),
        ...(address === undefined ? {} : { url: asUrl(address) }),
        ...database,
      },
      { ...connection, ...(url === undefined ? {} : { url: asUrl(url) }) },
      { splits: false, read: readServers },
    )
  },
}

export const check = defineCheck({
  type: 'redis',
  title: 'Redis',
  description: 'Connects to Redis and sends PING.',
  icon: 'database',
  category: 'database',
  schema,
  example: { name: 'session store', addr: '127.0.0.1:6379', db: 0 },
  timeoutMilliseconds: 10_000,
  concurrency: 100,
  connections: [connectionUse],
  connectionTests: { redis: () => ({ connection: TESTED_CONNECTION }) },
  endpoint: (spec) => {
    const address = redisAddress(spec)
    return address === undefined ? spec.connection : writeHostAndPort(address)
  },
  target: (spec) => redisAddress(spec)?.host ?? spec.connection,
})

export type RedisSpec = SpecOf<typeof check>
