import { commonCheckFields, defineCheck, type SpecOf } from '@binnacle/plugin-kit/checks'
import {
  connectionField,
  credentialFields,
  demandAddress,
  field,
  type HostAndPort,
  readHostAndPort,
  serverConnection,
  TESTED_CONNECTION,
  tlsConfig,
  writeHostAndPort,
  writeServer,
} from '@binnacle/plugin-kit/core'
import { z } from 'zod'

interface Address extends HostAndPort {
  tls: boolean
}

/** Ports that are registered for ldap and ldaps. */
const ports: ReadonlyMap<string, number> = new Map([
  ['ldap:', 389],
  ['ldaps:', 636],
])

/** Parses ldap://host:port or ldaps://host:port. */
export function readLdapUrl(text: string): Address | undefined {
  const url = URL.parse(text)
  const port = ports.get(url?.protocol ?? '')
  if (url === null || port === undefined || url.username !== '' || url.password !== '') return undefined
  const place = readHostAndPort(url.host, port)
  return place === undefined ? undefined : { ...place, tls: url.protocol === 'ldaps:' }
}

function readServers(text: string): string[] | undefined {
  const address = readLdapUrl(text)
  return address === undefined
    ? undefined
    : [writeServer(address.tls ? 'ldaps' : 'ldap', address.host, address.port)]
}

const schema = z
  .strictObject({
    ...commonCheckFields,
    connection: connectionField,
    url: field(
      z
        .string()
        .max(8_192, { abort: true })
        .refine((text) => readLdapUrl(text) !== undefined, {
          error: 'not of the form ldap://host:port or ldaps://host:port',
        })
        .optional(),
      {
        title: 'URL',
        description: 'ldap://host:port, or ldaps://host:port for TLS.',
        aliases: ['endpoint', 'host'],
        requiredWithout: ['connection'],
      },
    ),
    ...credentialFields,
    bindDN: field(z.string().trim().min(1).max(2_000).optional(), {
      title: 'Search base',
      description: 'Distinguished name below which to search entries. Empty: the check only signs in',
      destination: false,
    }),
    userSearch: field(z.string().trim().min(1).max(10_000).optional(), {
      title: 'Filter',
      description: 'At least one entry must match, such as (uid=jane). Default: (objectClass=*)',
      destination: false,
    }),
    skipTLSVerify: field(z.boolean().optional(), { title: 'Accept any certificate' }),
    tlsConfig,
  })
  .check(demandAddress)

export const check = defineCheck({
  type: 'ldap',
  title: 'LDAP',
  description: 'Signs in to an LDAP directory and searches for an entry.',
  icon: 'book-user',
  category: 'network',
  place: 5,
  editor: 'code',
  schema,
  example: {
    name: 'staff directory',
    url: 'ldap://127.0.0.1:389',
    username: 'cn=monitor,dc=shop,dc=example',
    password: { value: 'the password' },
    bindDN: 'ou=people,dc=shop,dc=example',
    userSearch: '(uid=jane)',
  },
  timeoutMilliseconds: 10_000,
  concurrency: 50,
  connections: [serverConnection(['ldap'], { splits: true, read: readServers })],
  connectionTests: { ldap: () => ({ connection: TESTED_CONNECTION }) },
  endpoint: (spec) => spec.url ?? spec.connection,
  target: (spec) => {
    const address = readLdapUrl(spec.url ?? '')
    return address === undefined ? spec.connection : writeHostAndPort(address)
  },
})

export type LdapSpec = SpecOf<typeof check>
