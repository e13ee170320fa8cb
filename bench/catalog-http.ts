// The questions of the catalog's pages through HTTP, as a browser asks them, with rights and JSON. It prints figures beside
// their aims; no figure is an error.
// Run: npm run bench catalog-http -- --data FOLDER [--rounds 20 --only summary]
// FOLDER is an absolute path that `npm run bench catalog -- --data FOLDER` filled.
import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import { request, signIn } from './lib/browser.ts'
import { machine, percentile, spread } from './lib/figures.ts'
import { isChosen, load } from './lib/meter.ts'
import { cpuSeconds, tree } from './lib/processes.ts'
import { startProduct } from './lib/product.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    rounds: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
  },
})
if (values.data === undefined)
  throw new Error('--data is missing: a folder that `npm run bench catalog` filled')
const rounds = Number(values.rounds)
const only = values.only.split(',').filter((part) => part !== '')

/** The id of an item of the filled catalog by its number. Those from 11 to 410 are namespaces. */
function idOf(number: number): string {
  const hash = createHash('md5').update(`item ${number}`).digest('hex')
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** A namespace with 2,500 items below it. */
const namespace = idOf(21)
const product = await startProduct([], {}, values.data)
try {
  const session = await signIn(product)
  const used = () => tree(product.pid).reduce((sum, pid) => sum + cpuSeconds(pid), 0)
  console.log(`The catalog through HTTP, ${rounds} rounds; ${machine()}, ${load()}`)
  const scenarios: readonly (readonly [string, number, string, object?])[] = [
    [
      'summary by type',
      100,
      '/api/catalog/summary',
      { groupBy: ['type'], cost: '30d', changes: { since: '30d' } },
    ],
    ['summary by a tag', 100, '/api/catalog/summary', { groupBy: ['cluster'] }],
    ['summary by type and a tag', 100, '/api/catalog/summary', { groupBy: ['type', 'cluster'] }],
    ['changes, page 200, 30 days', 60, '/api/catalog/changes', { from: 'now-30d', page: 200 }],
    [
      'changes, page 200, one type and severity, 30 days',
      60,
      '/api/catalog/changes',
      { type: 'BackOff', severity: 'high', from: 'now-30d', page: 200 },
    ],
    ['changes below a namespace, 2 days', 200, '/api/catalog/changes', { id: namespace }],
    ['changes below a namespace, 30 days', 200, '/api/catalog/changes', { id: namespace, from: 'now-30d' }],
    // The issue has no figure for the feed; a change feed reads such a page before each request.
    ['a page of the feed of changes', 60, '/api/catalog/changes/feed?limit=500'],
  ]
  for (const [title, aim, path, body] of scenarios) {
    if (!isChosen(title, only)) continue
    // The first fills caches. A job counts a grouping within a minute after somebody asked for it.
    const first = await request(product, session, path, body)
    const times: number[] = []
    const before = used()
    let bytes = 0
    for (let round = 0; round < rounds; round += 1) {
      const answer = await request(product, session, path, body)
      times.push(answer.milliseconds)
      bytes = answer.bytes
    }
    console.log(
      `  ${title}: ${spread(times, 1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms, aim ${aim}; first ` +
        `${first.milliseconds.toFixed(0)} ms; processor time of each ${(((used() - before) * 1_000) / rounds).toFixed(1)} ms; ` +
        `${bytes.toLocaleString('en')} bytes; ${load()}`,
    )
  }
} finally {
  await product.stop()
}
process.exit(0)
