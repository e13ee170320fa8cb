// Values of variables in specs are for those who may write the spec, marked secret or not: this test plants marked values
// in specs of every kind, and looks for them in every answer, as each role.
import { beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from './testing/app.ts'

const PLAIN = 'mark-7d1-plain'
const env = [
  { name: 'PLAIN', value: PLAIN },
  { name: 'SEALED', value: 'mark-7d1-sealed', secret: true },
]
const script = { name: 'reads', script: 'true', env }
const kinds = {
  canary: {
    path: '/health/canaries',
    relation: 'canaries',
    spec: { schedule: '@every 24h', env, exec: [script] },
  },
  scraper: {
    path: '/catalog/scrapers',
    relation: 'config_scrapers',
    spec: { schedule: '@never', exec: [{ script: 'true', env }] },
  },
  topology: {
    path: '/topologies',
    relation: 'topologies',
    spec: {
      schedule: '@never',
      components: [{ name: 'quay', checks: [{ inline: { schedule: '@every 24h', exec: [script] } }] }],
    },
  },
}

let app: TestApp
let editor: TestBrowser
const ids: string[] = []
const made = new Map<string, string>()
/** Who sees no value: one who signed in without a role is a guest. */
const readers = new Map<string, TestBrowser>()

beforeAll(async () => {
  app = await startTestApp()
  editor = (await app.person('editor@example.com', ['editor'])).browser
  for (const role of ['viewer', 'responder', 'commander'] as const)
    readers.set(role, (await app.person(`${role}@example.com`, [role])).browser)
  readers.set('no role', (await app.person('guest@example.com')).browser)
  for (const [name, { path, spec }] of Object.entries(kinds)) {
    const text = `# ${PLAIN} in a comment\n${JSON.stringify(spec)}`
    const answer = await editor.send('POST', `/api${path}`, { body: { name, text } })
    if (answer.status !== 201) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`)
    made.set(name, answer.body.id)
    ids.push(answer.body.id)
  }
  await app.database.pool.query(
    `insert into core.components (name, external_id, type, component_checks) values ('berth', 'berth', 'Berth', $1)`,
    [JSON.stringify([{ inline: kinds.topology.spec.components[0]?.checks[0]?.inline }])],
  )
  const { rows } = await app.database.pool.query<{ id: string }>(
    'select id from core.checks union all select id from core.components',
  )
  ids.push(...rows.map(({ id }) => id))
})

function requests(): string[] {
  const { gates } = app.app
  const paths = gates.routes
    .filter(({ method, path }) => method === 'GET' && path !== '/logs/tail' && path !== '/live')
    .flatMap(({ path }) => (path.includes('{') ? ids.map((id) => path.replaceAll(/\{\w+\}/g, id)) : [path]))
  const relations = Object.entries(gates.relations).flatMap(([name, { callable }]) =>
    callable === true ? [] : [`/db/${name}`, `/db/${name}?select=*&limit=1000`],
  )
  const filters = Object.values(kinds).map(
    ({ relation }) => `/db/${relation}?select=id,spec&spec::text=like.*${PLAIN}*`,
  )
  return [...paths, ...relations, ...filters].map((path) => `/api${path}`)
}

test.each(['viewer', 'responder', 'commander', 'no role'])(
  'no answer shows the value of a variable: %s',
  async (who) => {
    const browser = readers.get(who) ?? app.browser()
    const hits: string[] = []
    for (const path of requests()) {
      const { body } = await browser.send('GET', path)
      if (JSON.stringify(body).replaceAll(path, '').includes('mark-7d1')) hits.push(path)
    }
    expect(hits).toEqual([])
    // What is hidden is seen to be there.
    for (const [name, { path }] of Object.entries(kinds)) {
      const { status, body } = await browser.send('GET', `/api${path}/${made.get(name)}`)
      expect([name, status, JSON.stringify(body.spec)]).toEqual([name, 200, expect.stringContaining('***')])
      expect(body.text).toContain('PLAIN')
    }
  },
)

test('those who may write see the values of variables that are not secret', async () => {
  for (const browser of [editor, await app.signedIn()])
    for (const [name, { path }] of Object.entries(kinds)) {
      const { body } = await browser.send('GET', `/api${path}/${made.get(name)}`)
      expect([name, JSON.stringify(body.spec)]).toEqual([name, expect.stringContaining(PLAIN)])
      expect(JSON.stringify(body)).not.toContain('mark-7d1-sealed')
    }
})

test.each(Object.entries(kinds))(
  'an edit of what was read keeps the values: %s',
  async (name, { path, relation }) => {
    const own = `/api${path}/${made.get(name)}`
    const stored = async () => {
      const { rows } = await app.database.pool.query<{ spec: string }>(
        `select spec::text as spec from core.${relation} where id = $1`,
        [made.get(name)],
      )
      return (rows[0]?.spec.split(PLAIN).length ?? 0) - 1
    }
    const before = await stored()
    expect(before).toBeGreaterThan(0)
    const { body: asEditor } = await editor.send('GET', own)
    const { body: asViewer } = await (readers.get('viewer') ?? editor).send('GET', own)
    const {
      body: [row],
    } = await editor.send('GET', `/api/db/${relation}?id=eq.${made.get(name)}`)
    expect(JSON.stringify(row)).not.toContain(PLAIN)
    for (const draft of [
      { spec: asEditor.spec },
      { spec: asViewer.spec },
      { text: asViewer.text },
      { spec: row.spec },
    ]) {
      const { namespace } = asEditor
      const answer = await editor.send('PUT', own, { body: { name, namespace, ...draft } })
      expect([answer.status, answer.body]).toEqual([200, expect.anything()])
      expect(await stored()).toBe(before)
    }
    // A mask that stands for nothing is refused, not stored.
    const broken = JSON.stringify(asViewer.spec).replaceAll('"PLAIN"', '"OTHER"')
    const refused = await editor.send('PUT', own, { body: { name, spec: JSON.parse(broken) } })
    expect([refused.status, await stored()]).toEqual([400, before])
  },
)
