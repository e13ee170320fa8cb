import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  findProgram,
  freePort,
  missingProgram,
  startInFolder,
  startTcpServer,
  type TestServer,
} from '@binnacle/plugin-kit/servers'
import { type CheckTargets, noTargets } from '@binnacle/plugin-kit/suite'

/** Why these tests are skipped. Undefined if they run. */
export const missing = missingProgram('slapd', 'slapd')

export const base = 'dc=shop,dc=test'
export const admin = { username: `cn=admin,${base}`, password: 'for tests only' }

const entries = `dn: ${base}
objectClass: dcObject
objectClass: organization
dc: shop
o: Shop

${Array.from({ length: 150 }, (_, index) => `dn: cn=person${index},${base}\nobjectClass: person\ncn: person${index}\nsn: Person`).join('\n\n')}
`

export interface LdapServer extends TestServer {
  /** Its TLS port, if it got a certificate. */
  tlsPort: number
}

/** Starts a directory of 150 people on loopback that refuses anonymous reads. @param credentials PEM texts */
export async function startLdap(credentials?: { key: string; cert: string }): Promise<LdapServer> {
  const tlsPort = await freePort()
  const server = await startInFolder(async ({ folder, port }) => {
    const file = (name: string) => join(folder, name)
    await mkdir(file('data'))
    await writeFile(file('entries.ldif'), entries)
    await writeFile(file('key.pem'), credentials?.key ?? '')
    await writeFile(file('cert.pem'), credentials?.cert ?? '')
    await writeFile(
      file('slapd.conf'),
      `include /etc/ldap/schema/core.schema
modulepath /usr/lib/ldap
moduleload back_mdb
${credentials === undefined ? '' : `TLSCertificateFile ${file('cert.pem')}\nTLSCertificateKeyFile ${file('key.pem')}\n`}
database mdb
maxsize 16777216
suffix "${base}"
rootdn "${admin.username}"
rootpw "${admin.password}"
directory ${file('data')}
access to attrs=userPassword by * auth
access to * by users read
`,
    )
    await promisify(execFile)(findProgram('slapadd') ?? 'slapadd', [
      '-f',
      file('slapd.conf'),
      '-l',
      file('entries.ldif'),
    ])
    const places = [
      `ldap://127.0.0.1:${port}`,
      ...(credentials === undefined ? [] : [`ldaps://127.0.0.1:${tlsPort}`]),
    ]
    return {
      file: 'slapd',
      // With a debug level it stays in the foreground.
      arguments: ['-f', file('slapd.conf'), '-h', places.join(' '), '-d', '0'],
    }
  })
  return { ...server, tlsPort }
}

/** A directory; a search without results; a server that never answers. */
export async function startTargets(): Promise<CheckTargets> {
  if (missing !== undefined) return noTargets(missing)
  const [server, silent] = await Promise.all([startLdap(), startTcpServer('')])
  const there = { url: `ldap://127.0.0.1:${server.port}`, ...admin, bindDN: base }
  return {
    healthy: { name: 'well', ...there },
    unhealthy: { name: 'failing', ...there, userSearch: '(cn=nobody)' },
    hanging: { name: 'hanging', url: `ldap://127.0.0.1:${silent.port}` },
    stop: async () => {
      await Promise.all([server.stop(), silent.stop()])
    },
  }
}
