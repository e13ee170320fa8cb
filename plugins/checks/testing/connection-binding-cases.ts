import type { ConnectionValues, RawSpec } from '@binnacle/plugin-kit/core'
import type { RecordingKind, RecordingServer } from './recording-servers.ts'

/** The server of the connection, and servers that differ from it in one property. */
export interface Traps {
  right: RecordingServer
  /** Same host, another port. */
  port: RecordingServer
  /** Another host, same port. */
  host: RecordingServer
  /** An IPv6 address, same port. */
  six: RecordingServer
}

/** A check that leads to a trap. */
interface Way {
  written: RawSpec
  /** Replaces the usual connection. */
  connection?: Partial<ConnectionValues>
  /** The check must not run at all, because no trap can see what it would send. */
  isRefused?: true
}

/** The tests of one place where a check names a connection. */
export interface Case {
  server: RecordingKind
  connection: (traps: Traps) => Partial<ConnectionValues>
  /** A check that uses the server of the connection. */
  own: (traps: Traps) => RawSpec
  ways: (traps: Traps) => Record<string, Way>
  /** Paths of the fields that the ways use. */
  fields: readonly string[]
  /** Whether the secrets appear in the arguments or environment of a program. */
  usesProgram?: boolean
  /** Whether nothing is sent in this environment. */
  isSilent?: boolean
}

const connection = 'connection://c'

const at = ({ host, port }: RecordingServer) => (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`)

/** Spellings of the traps' hosts, and of addresses that resemble the right one. */
function places({ right, port, host, six }: Traps): string[] {
  return [
    at(port),
    at(host),
    at(six),
    `[::ffff:127.0.0.2]:${host.port}`,
    `localhost:${right.port}`,
    `localhost.:${port.port}`,
    `LOCALHOST:${port.port}`,
    `127.0.0.2.:${host.port}`,
  ]
}

function named(list: readonly string[], write: (place: string) => RawSpec): Record<string, Way> {
  return Object.fromEntries(list.map((place) => [place, { written: write(place) }]))
}

/** Numbers and tricks that only web addresses allow. */
function webAddresses(traps: Traps): string[] {
  const { right, host, port } = traps
  return [
    ...places(traps).map((place) => `http://${place}/`),
    `http://0x7f.2:${host.port}/`,
    `http://2130706434:${host.port}/`,
    `http://127.2:${host.port}/`,
    String.raw`http://127.0.0.2:${host.port}\@${at(right)}/`,
    `http://${at(right)}@${at(host)}/`,
    `http://${at(host)}#@${at(right)}/`,
    `http://${at(port)}?@${at(right)}/`,
    `https://${at(right)}/`,
    `HTTP://${at(port)}/`,
    `http:${at(port)}/`,
  ]
}

/** The same account without a URL, and with a URL that uses TLS on the port of a trap. */
function accountWays(traps: Traps, write: (url: string) => RawSpec): Record<string, Way> {
  const url = `http://${at(traps.port)}/`
  return {
    'an account without address': { written: write(url), connection: {} },
    'an account for other servers': {
      written: write(url),
      connection: { properties: { servers: `http://${at(traps.right)} https://${at(traps.port)}` } },
    },
    'without TLS': { written: write(url), connection: { url: `https://${at(traps.port)}/` } },
  }
}

/** Redirects from the right server to each trap. */
function redirects({ right, port, host, six }: Traps, write: (url: string) => RawSpec): Record<string, Way> {
  return Object.fromEntries(
    [302, 307].flatMap((status) =>
      [port, host, six].map((trap): [string, Way] => {
        const to = encodeURIComponent(`http://${at(trap)}/`)
        return [
          `${status} to ${at(trap)}`,
          { written: write(`http://${at(right)}/?status=${status}&to=${to}`) },
        ]
      }),
    ),
  )
}

function web(fields: readonly string[], rest: RawSpec): Case {
  const write = (url: string) => ({ connection, ...rest, url })
  return {
    server: 'http',
    connection: ({ right }) => ({ url: `http://${at(right)}/` }),
    own: () => ({ connection, ...rest }),
    ways: (traps) => ({
      ...named(webAddresses(traps), write),
      ...(fields.includes('host')
        ? named(webAddresses(traps), (host) => ({ connection, ...rest, host }))
        : {}),
      ...accountWays(traps, write),
      ...redirects(traps, write),
    }),
    fields,
  }
}

function httpCase(): Case {
  const base = web(['url', 'oauth2.tokenURL', 'awsSigV4.region'], {})
  return {
    ...base,
    ways: (traps) => ({
      ...base.ways(traps),
      ...named(
        webAddresses(traps).map((url) => `token ${url}`),
        (name) => ({ connection, oauth2: { tokenURL: name.slice('token '.length) } }),
      ),
      'token with the right address': {
        written: {
          connection,
          url: `http://${at(traps.right)}/`,
          oauth2: { tokenURL: `http://${at(traps.host)}/` },
        },
      },
      'token for an account without address': {
        written: {
          connection,
          url: `http://${at(traps.right)}/`,
          oauth2: { tokenURL: `http://${at(traps.port)}/` },
        },
        connection: { properties: { servers: `http://${at(traps.right)}` } },
      },
      'a proof for a trap': { written: { connection, url: `http://${at(traps.port)}/`, digest: true } },
      ...Object.fromEntries(
        ['ntlm', 'digest'].map((way) => [
          way,
          { written: { connection, url: `http://${at(traps.host)}/`, [way]: true } },
        ]),
      ),
      'own secrets after a redirect': {
        written: {
          url: `http://${at(traps.right)}/?to=${encodeURIComponent(`http://${at(traps.port)}/`)}`,
          headers: [
            { name: 'X-Api-Key', value: 'lent-Passw0rd-1' },
            { name: 'Cookie', value: 'lent-Passw0rd-1' },
          ],
        },
      },
      'own secrets in an address that leads elsewhere': {
        written: {
          url: `http://${at(traps.right)}/?to=${encodeURIComponent(`http://${at(traps.port)}/`)}%3F$(TOKEN)`,
          env: [{ name: 'TOKEN', value: 'lent-Passw0rd-1', secret: true }],
        },
      },
    }),
  }
}

function store(prefix: string, write: (fields: RawSpec, bucket: string) => RawSpec): Case {
  const endpoints = (traps: Traps) => webAddresses(traps)
  const fields = ['endpoint', 'region', 'usePathStyle', 'skipTLSVerify'].map((field) => `${prefix}${field}`)
  const pathStyle = { usePathStyle: true }
  return {
    server: 'http',
    connection: ({ right }) => ({ url: `http://${at(right)}` }),
    own: () => write({ connection, ...pathStyle }, 'b'),
    ways: (traps) => ({
      ...named(endpoints(traps), (endpoint) => write({ connection, ...pathStyle, endpoint }, 'b')),
      ...accountWays(traps, (endpoint) => write({ connection, ...pathStyle, endpoint }, 'b')),
      'a region that ends the host': {
        written: write({ connection, region: `x@${at(traps.port)}/` }, 'b'),
        connection: {},
        isRefused: true,
      },
      'a bucket that ends the host': {
        written: write({ connection }, `${at(traps.host)}?`),
        connection: { url: `http://localhost:${traps.host.port}` },
      },
      'a bucket that is a host': {
        written: write({ connection }, `127.0.0.2#`),
        connection: { url: `http://localhost:${traps.host.port}` },
      },
    }),
    fields: [...fields, 'bucketName', 'path', 'url'],
  }
}

/** The key of a service account signs and is never sent. The key itself names the token server. */
const gcs: Case = {
  server: 'http',
  isSilent: true,
  connection: ({ right }) => ({ url: `http://${at(right)}`, certificate: 'lent-Passw0rd-1' }),
  own: () => ({ path: 'gcs://backups/x', gcpConnection: { connection } }),
  ways: (traps) => ({
    ...named(webAddresses(traps), (endpoint) => ({
      path: 'gcs://backups/x',
      gcpConnection: { connection, endpoint },
    })),
    'a key without address': {
      written: {
        path: 'gcs://backups/x',
        gcpConnection: { connection, endpoint: `http://${at(traps.port)}` },
      },
      connection: { certificate: 'lent-Passw0rd-1' },
      isRefused: true,
    },
    'a host that only ends like that of Google': {
      written: {
        path: 'gcs://backups/x',
        gcpConnection: { connection, endpoint: 'https://notgoogleapis.com' },
      },
      connection: { certificate: 'lent-Passw0rd-1' },
      isRefused: true,
    },
    'any certificate': {
      written: { path: 'gcs://backups/x', gcpConnection: { connection, skipTLSVerify: true } },
      isRefused: true,
    },
  }),
  fields: ['gcpConnection.endpoint', 'gcpConnection.bucket'],
}

function database(
  server: RecordingKind,
  address: (place: string, options?: string) => string,
  options: { secure: string; plain: string; fields?: readonly string[] },
): Case {
  const { secure, plain, fields = [] } = options
  return {
    server,
    connection: ({ right }) => ({ url: address(at(right), plain) }),
    own: () => ({ connection }),
    ways: (traps) => ({
      ...named(places(traps), (place) => ({ connection, url: address(place, plain) })),
      'several hosts': {
        written: { connection, url: address(`${at(traps.right)},${at(traps.host)}`, plain) },
      },
      'an account without address': {
        written: { connection, url: address(at(traps.port), plain) },
        connection: {},
      },
      'without TLS': {
        written: { connection, url: address(at(traps.port), plain) },
        connection: { url: address(at(traps.port), secure) },
      },
    }),
    fields: ['url', ...fields],
  }
}

const signature: Case = {
  server: 'http',
  connection: ({ right }) => ({ url: `http://${at(right)}/` }),
  own: ({ right }) => ({
    url: `http://${at(right)}/`,
    awsSigV4: { connection, region: 'eu', service: 's3' },
  }),
  ways: (traps) => {
    const write = (url: string) => ({ url, awsSigV4: { connection, region: 'eu', service: 's3' } })
    return { ...named(webAddresses(traps), write), ...accountWays(traps, write), ...redirects(traps, write) }
  },
  fields: ['url', 'awsSigV4.region'],
}

/** A web server of git. The test's command runner sends git's requests. */
function repository(write: (fields: RawSpec) => RawSpec, prefix = ''): Case {
  return {
    server: 'http',
    connection: ({ right }) => ({ url: `http://${at(right)}/a.git` }),
    own: ({ right }) => write({ url: `http://${at(right)}/b.git` }),
    ways: (traps) => {
      const lead = (url: string) => write({ url })
      return { ...named(webAddresses(traps), lead), ...accountWays(traps, lead), ...redirects(traps, lead) }
    },
    fields: [`${prefix}url`],
  }
}

/** An account for a script, which it gets only if its connection allows scripts. */
function scriptAccount(key: string, more: Partial<ConnectionValues> = {}): Case {
  const check = (fields: RawSpec = {}) => ({
    script: 'true',
    connections: { [key]: { connection, ...fields } },
  })
  const properties = { scripts: 'true' }
  return {
    server: 'http',
    usesProgram: true,
    connection: () => ({ ...more, properties }),
    own: () => check(),
    ways: ({ host }) => ({
      'a connection that says nothing': {
        written: check(),
        connection: { ...more, properties: {} },
        isRefused: true,
      },
      'a connection for servers': {
        written: check(),
        connection: { ...more, properties: { servers: at(host), scripts: 'no' } },
        isRefused: true,
      },
    }),
    fields: key === 'aws' ? ['connections.aws.region', 'connections.aws.endpoint'] : [],
  }
}

const sftp: Case = {
  server: 'ssh',
  connection: ({ right }) => ({ url: `sftp://${at(right)}` }),
  own: () => ({ path: '/', sftpConnection: { connection } }),
  ways: ({ right, port, host }) => {
    const write = (more: RawSpec) => ({ path: '/', sftpConnection: { connection, ...more } })
    return {
      port: { written: write({ port: port.port }) },
      'host and port': { written: write({ host: host.host, port: right.port }) },
      IPv6: { written: write({ host: '[::1]', port: right.port }) },
      name: { written: write({ host: 'localhost', port: port.port }) },
      'an account without address': { written: write({ host: host.host, port: port.port }), connection: {} },
      'an account for another server': {
        written: write({ host: host.host, port: port.port }),
        connection: { properties: { servers: at(right) } },
      },
    }
  },
  fields: ['sftpConnection.host', 'sftpConnection.port', 'path'],
}

const smb: Case = {
  server: 'http',
  usesProgram: true,
  connection: ({ right }) => ({ url: `smb://${at(right)}` }),
  own: () => ({ path: '/share/x', smbConnection: { connection, sharename: 's' } }),
  ways: ({ right, port, host }) => {
    const write = (more: RawSpec, path = '/x') => ({
      path,
      smbConnection: { connection, sharename: 's', ...more },
    })
    return {
      port: { written: write({ port: port.port }) },
      host: { written: write({ host: host.host, port: right.port }) },
      'an account without address, a path': { written: write({}, `smb://${at(host)}/s/x`), connection: {} },
      'an account without address, a path of Windows': {
        written: write({}, String.raw`\\127.0.0.2\s\x`),
        connection: {},
      },
      'an account for another server': {
        written: write({}, `smb://${at(host)}/s/x`),
        connection: { properties: { servers: at(right) } },
      },
    }
  },
  fields: ['smbConnection.host', 'smbConnection.port', 'path'],
}

const redis = database('redis', (place, scheme = 'redis') => `${scheme}://${place}`, {
  secure: 'rediss',
  plain: 'redis',
  fields: ['addr'],
})
const ldap = database('ldap', (place, scheme = 'ldap') => `${scheme}://${place}`, {
  secure: 'ldaps',
  plain: 'ldap',
})
const mongodb = database(
  'mongodb',
  (place, tls = 'false') => `mongodb://${place}/?authMechanism=PLAIN&tls=${tls}`,
  {
    secure: 'true',
    plain: 'false',
    fields: ['connection'],
  },
)

/** A kubeconfig for a server, with the account that is lent. */
const kubeconfig = (place: string) =>
  JSON.stringify({
    'current-context': 'c',
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
    clusters: [{ name: 'c', cluster: { server: `http://${place}` } }],
    users: [{ name: 'u', user: { token: 'lent-Passw0rd-1' } }],
  })

/** The server is a part of the secret, so a check that names another one gets none of it. */
const cluster: Case = {
  server: 'http',
  connection: ({ right }) => ({ certificate: kubeconfig(at(right)) }),
  own: () => ({ connection, kind: 'Pod' }),
  ways: (traps) =>
    Object.fromEntries(
      places(traps).map((place): [string, Way] => [
        place,
        {
          written: { connection, kind: 'Pod', kubeconfig: kubeconfig(place).replace('lent-Passw0rd-1', 'x') },
          isRefused: true,
        },
      ]),
    ),
  fields: [],
}

/** By `type at`. */
export const cases: Readonly<Record<string, Case>> = {
  alertmanager: web(['url', 'host'], {}),
  elasticsearch: web(['url'], { index: 'i', query: '{}' }),
  'exec checkout': repository(
    (fields) => ({ script: 'true', checkout: { connection, ...fields } }),
    'checkout.',
  ),
  'exec connections aws': scriptAccount('aws'),
  'exec connections azure': scriptAccount('azure'),
  'exec connections gcp': scriptAccount('gcp'),
  'exec connections kubernetes': scriptAccount('kubernetes'),
  'folder awsConnection': store('awsConnection.', (awsConnection, bucket) => ({
    path: `s3://${bucket}/x`,
    awsConnection,
  })),
  'folder gcpConnection': gcs,
  'folder sftpConnection': sftp,
  'folder smbConnection': smb,
  gitProtocol: repository((fields) => ({ connection, ...fields })),
  http: httpCase(),
  'http awsSigV4': signature,
  kubernetes: cluster,
  ldap,
  mongodb: {
    ...mongodb,
    ways: (traps) => ({
      ...mongodb.ways(traps),
      'another way to sign in': {
        written: { connection, url: `mongodb://${at(traps.port)}/?authMechanism=PLAIN` },
        connection: { url: `mongodb://${at(traps.port)}/?authMechanism=SCRAM-SHA-256` },
      },
    }),
  },
  mssql: {
    ...database('http', (place, encrypt = 'true') => `sqlserver://${place}?encrypt=${encrypt}`, {
      secure: 'true',
      plain: 'false',
    }),
    isSilent: true,
  },
  mysql: database('mysql', (place, tls = 'false') => `mysql://${place}/shop?tls=${tls}`, {
    secure: 'true',
    plain: 'false',
  }),
  opensearch: web(['url'], { index: 'i', query: '{}' }),
  postgres: database('postgres', (place, mode = 'disable') => `postgres://${place}/shop?sslmode=${mode}`, {
    secure: 'verify-full',
    plain: 'disable',
  }),
  prometheus: web(['url'], { query: 'up' }),
  redis: {
    ...redis,
    ways: (traps) => ({
      ...redis.ways(traps),
      ...named(places(traps), (addr) => ({ connection, addr })),
      'TLS switched off': {
        written: { connection, tlsConfig: { enable: false } },
        connection: { url: `rediss://${at(traps.port)}` },
      },
    }),
  },
  s3: store('', (fields, bucketName) => ({ objectPath: 'o', bucketName, ...fields })),
}
