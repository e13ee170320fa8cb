import { TOKEN_HEADER } from '@binnacle/clients/git/shell'
import { succeed } from '@binnacle/contract/core'
import { propertiesOf } from '@binnacle/contract/schema'
import { createRedactor } from '@binnacle/egress'
import {
  type CommandRunner,
  type ConnectionValues,
  fillConnections,
  inputJsonSchema,
  type RawSpec,
} from '@binnacle/plugin-kit/core'
import { loadCheckPlugins } from '@binnacle/plugin-kit/node'
import { contextForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Case, cases, type Traps } from './testing/connection-binding-cases.ts'
import { nativeProof, type RecordingServer, startRecording } from './testing/recording-servers.ts'

/** What no trap may see, in whatever form. */
const account = { username: 'lent-username', password: 'lent-Passw0rd-1' }
const sessionToken = 'lent-session-token'
const proof = nativeProof(account.password)

const plugins = await loadCheckPlugins(new URL('./', import.meta.url))

/** Every place where a check of any type can name a connection, as `type at`. */
const places = [...plugins].flatMap(([type, { definition }]) =>
  (definition.connections ?? []).map(({ at }) => [type, ...at].join(' ')),
)

/** Fields that say where something is, by their names: a new one needs a case. */
const addressLike = /url|uri|host|addr|server|endpoint|port$|proxy|region|bucket|path$|share|replica/i

function addressFields(type: string): string[] {
  const plugin = plugins.get(type)
  if (plugin === undefined) return []
  const walk = (node: Parameters<typeof propertiesOf>[0], path: string): string[] =>
    propertiesOf(node).flatMap(([key, child]) => [
      ...(addressLike.test(key) ? [`${path}${key}`] : []),
      ...walk(child, `${path}${key}.`),
    ])
  return [...new Set(walk(inputJsonSchema(plugin.definition.schema), ''))].sort()
}

/** Fields with such a name that lead nowhere. */
const elsewhere = new Set([
  'responseJSONContent.path',
  'display.jsonPath',
  'test.jsonPath',
  'transform.jsonPath',
  'sftpConnection.hostKey',
  'checkout.hostKey',
  'hostKey',
  'checkout.tlsConfig.serverName',
  'objectPath',
  'awsConnection.objectPath',
  'smbConnection.sharename',
  'smbConnection.searchPath',
  'tlsConfig.serverName',
  'awsConnection.tlsConfig.serverName',
  'gcpConnection.tlsConfig.serverName',
  'usePathStyle',
  'relationships.components',
  // They choose among the links of a page; no secret goes where a link leads.
  'crawl.allowedURLFilters',
  'crawl.disallowedURLFilters',
])

function shows(text: string): boolean {
  const secrets = [...Object.values(account), sessionToken]
  const redactor = createRedactor(secrets)
  return redactor.spans(text).length > 0 || text.includes(proof)
}

let smbCalls: string[] = []
/** What a trap would get of the program that speaks SMB, which proves a password without sending it. */
const commands: CommandRunner = {
  async run({ arguments: args, environment }) {
    smbCalls.push(JSON.stringify([args, environment]))
    const { BINNACLE_GIT_TRANSPORT: transport, BINNACLE_GIT_TOKEN: token = '' } = environment ?? {}
    if (transport !== undefined)
      await fetch(`${transport}repository/info/refs?service=git-upload-pack`, {
        headers: { [TOKEN_HEADER]: token },
      }).catch(() => undefined)
    return succeed({ exitCode: 1, signal: null, stdout: '', stderr: '' })
  },
}

async function run(type: string, written: RawSpec, values: Partial<ConnectionValues>) {
  const plugin = plugins.get(type)
  if (plugin === undefined) throw new Error(`no ${type}`)
  const connection: ConnectionValues = {
    name: 'c',
    namespace: 'shop',
    type: 'x',
    insecureTls: false,
    ...account,
    ...values,
    properties: { sessionToken, ...values.properties },
  }
  const filled = await fillConnections(
    plugin.definition.connections ?? [],
    { name: 'x', ...written },
    async () => succeed(connection),
  )
  if (!filled.ok) return { refused: filled.failure, spec: '' }
  const spec = plugin.definition.schema.safeParse(filled.value.written)
  if (!spec.success) return { refused: spec.error.message, spec: '' }
  const outcome = await plugin.run(spec.data, contextForTest({ commands, timeoutMilliseconds: 3_000 }))
  return { refused: undefined, spec: JSON.stringify(filled.value.written), outcome }
}

test('every place where a check names a connection has cases', () => {
  expect(Object.keys(cases).sort()).toEqual([...new Set(places)].sort())
})

test.each(Object.keys(cases))('%s: every field that names an address has a case', (place) => {
  const [type = ''] = place.split(' ')
  const covered = new Set(
    Object.entries(cases).flatMap(([key, { fields }]) => (key.split(' ')[0] === type ? fields : [])),
  )
  const missing = addressFields(type).filter((field) => !covered.has(field) && !elsewhere.has(field))
  expect(missing).toEqual([])
})

describe.each(Object.entries(cases))('%s', (place, lending: Case) => {
  const [type = ''] = place.split(' ')
  const servers: RecordingServer[] = []
  let traps: Traps
  const start = async (host: string, port?: number) => {
    const server = await startRecording(lending.server, host, port)
    servers.push(server)
    return server
  }

  beforeAll(async () => {
    const right = await start('127.0.0.1')
    const [host, six] = [await start('127.0.0.2', right.port), await start('::1', right.port)]
    traps = { right, port: await start('127.0.0.1'), host, six }
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()))
  })

  test('its own server gets the secrets', async () => {
    smbCalls = []
    const { refused, spec } = await run(type, lending.own(traps), lending.connection(traps))
    expect(refused).toBeUndefined()
    expect(shows(spec)).toBe(true)
    const isSeen = lending.isSilent === true || shows(traps.right.received() + smbCalls.join(''))
    expect(isSeen).toBe(true)
  })

  test('no other server gets any of them, however a check names it', async () => {
    const ways = Object.entries(lending.ways(traps))
    expect(ways.length).toBeGreaterThan(0)
    for (const [name, { written, connection = lending.connection(traps), isRefused }] of ways) {
      smbCalls = []
      const { spec, refused } = await run(type, written, connection)
      expect(isRefused === true && refused === undefined ? `${name}: was not refused` : '').toBe('')
      for (const [label, trap] of [
        ['another port', traps.port],
        ['another host', traps.host],
        ['IPv6', traps.six],
      ] as const)
        expect(shows(trap.received()) ? `${name}: ${label} got a secret` : '').toBe('')
      // SMB proves a password without sending it, and one driver is not there: then what they would use tells.
      const isElsewhere = lending.isSilent === true || lending.usesProgram === true
      expect(isElsewhere && shows(spec + smbCalls.join('')) ? `${name}: would be sent` : '').toBe('')
    }
  })
})
