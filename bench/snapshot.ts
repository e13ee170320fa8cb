// The snapshot of a tree of components with what is related to them and their logs: how long it takes, and how much memory the
// server needs for it. It prints figures beside their aims; no figure is an error.
// Run: npm run bench snapshot [-- --components 5000 --logs 200 --lines 20000 --rounds 3]
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { unzipSync } from 'fflate'
import { signIn } from './lib/browser.ts'
import { machine } from './lib/figures.ts'
import { openDatabaseOf } from './lib/health-data.ts'
import { cpuSeconds, proportionalMemory, tree } from './lib/processes.ts'
import { startProduct } from './lib/product.ts'

/** Seconds that issue 14 allows. */
const AIM = 10
const NAMESPACES = 50

const { values } = parseArgs({
  options: {
    components: { type: 'string', default: '5000' },
    logs: { type: 'string', default: '200' },
    lines: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '3' },
  },
})
const [components = 5_000, logs = 200, lines = 20_000, rounds = 3] = [
  values.components,
  values.logs,
  values.lines,
  values.rounds,
].map(Number)

const total = (of: (pid: number) => number) => tree(product.pid).reduce((sum, pid) => sum + of(pid), 0)

const ROOT = '01900000-0000-7000-8000-000000000001'
const fill = `
  insert into core.components (id, external_id, name, type) values ('${ROOT}', 'world', 'world', 'Cluster');
  insert into core.components (external_id, name, type, parent_id, path)
  select 'namespace-' || number, 'namespace-' || number, 'Namespace', '${ROOT}', '${ROOT}'
  from generate_series(1, ${NAMESPACES}) as number;
  insert into core.components (external_id, name, type, parent_id, path, labels, properties, log_selectors)
  select 'pod-' || number, 'pod-' || number, 'Pod', space.id, '${ROOT}.' || space.id,
    jsonb_build_object('app', 'app-' || number % 40), '[{"name": "memory", "value": 12, "unit": "bytes"}]',
    case when number <= ${logs} then '[{"name": "app", "type": "files"}]'::jsonb else '[]'::jsonb end
  from generate_series(1, ${components - NAMESPACES - 1}) as number
  join core.components as space on space.name = 'namespace-' || (number % ${NAMESPACES} + 1);
  insert into core.config_items (external_id, name, type, config_class)
  select array[name], name, 'Kubernetes::Pod', 'Pod' from core.components where type = 'Pod';
  insert into core.config_component_relationships (component_id, config_id)
  select components.id, items.id from core.components join core.config_items as items on items.name = components.name;
  insert into core.config_relationships (config_id, related_id, selector_id)
  select items.id, lead(items.id) over (order by items.name), 'bench' from core.config_items as items
  order by items.name limit ${components - NAMESPACES - 2};
  insert into core.config_changes (config_id, change_type, severity, summary)
  select id, 'diff', 'info', 'changed ' || repeat('some words ', 10) from core.config_items, generate_series(1, 4);
  analyze;`

const folder = await mkdtemp(join(tmpdir(), 'binnacle-bench-snapshot-'))
// Started by root, the product reads the folder as another user.
await chmod(folder, 0o755)
const begin = Date.now()
await writeFile(
  join(folder, 'shop.log'),
  Array.from(
    { length: lines },
    (_, index) =>
      `${new Date(begin - (lines - index) * 30).toISOString()} INFO request ${index} of a customer took ${index % 97} ms\n`,
  ).join(''),
)
const product = await startProduct([], { WATCH_SELF: 'off', LOG_LEVEL: 'warn', LOCAL_FOLDERS: folder })
try {
  console.log(`${machine()}, load ${loadavg()[0]?.toFixed(1)}`)
  const database = await openDatabaseOf(product)
  await database.query(fill)
  await database.end()
  const cookie = await signIn(product)
  const made = await fetch(`${product.url}/api/logs/backends`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'files', spec: { file: [{ paths: [join(folder, '*.log')] }] } }),
  })
  if (!made.ok) throw new Error(`adding a log backend: ${await made.text()}`)
  for (let round = 0; round < rounds; round += 1) {
    const before = total(proportionalMemory)
    const usedBefore = total(cpuSeconds)
    let most = before
    const over = new AbortController()
    const watching = (async () => {
      while (!over.signal.aborted) {
        most = Math.max(most, total(proportionalMemory))
        await wait(100)
      }
    })()
    const started = performance.now()
    const answer = await fetch(
      `${product.url}/api/snapshot/topology/${ROOT}?start=1h&related=true&logFormat=log`,
      { headers: { cookie } },
    )
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const seconds = (performance.now() - started) / 1_000
    over.abort()
    await watching
    const files = Object.entries(unzipSync(bytes))
    const rowsOf = (wanted: string) =>
      new TextDecoder().decode(files.find(([name]) => name === wanted)?.[1]).split('\r\n').length - 2
    const size = files.reduce((sum, [, content]) => sum + content.length, 0)
    console.log(
      `  ${rowsOf('components.csv').toLocaleString('en')} components, ${rowsOf('config_items.csv').toLocaleString('en')} items, ${rowsOf('config_changes.csv').toLocaleString('en')} changes, ${files.filter(([name]) => name.startsWith('logs-')).length} of ${rowsOf('logs.csv')} logs: ${seconds.toFixed(1)} s (aim ${AIM}), ${(total(cpuSeconds) - usedBefore).toFixed(1)} s of processor time; ${(bytes.length / 1e6).toFixed(1)} MB, ${(size / 1e6).toFixed(1)} MB unpacked; memory of the server and its database ${before.toFixed(0)} MiB before, ${most.toFixed(0)} MiB at most; load ${loadavg()[0]?.toFixed(1)}`,
    )
  }
} finally {
  await product.stop()
  await product.remove()
  await rm(folder, { recursive: true, force: true })
}
process.exit(0)
