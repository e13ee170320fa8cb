// Memory of the idle product with its database, and the time to start. Run: npm run bench idle
import { setTimeout as sleep } from 'node:timers/promises'
import { machine, spread } from './lib/figures.ts'
import { nameOf, proportionalMemory, tree } from './lib/processes.ts'
import { startProduct } from './lib/product.ts'

const RUNS = 5
const SETTLE_SECONDS = 60
// Jobs of every minute open connections for some seconds, so one look says little.
const LOOKS = 12
const SECONDS_BETWEEN = 5

console.log(`Idle memory and start, ${machine()}`)
const first = await startProduct()
console.log(`first start, empty data folder: ready after ${Math.round(first.readyAfter)} ms`)
await first.stop()

const starts: number[] = []
for (let run = 0; run < RUNS; run += 1) {
  const again = await startProduct([], {}, first.data)
  starts.push(again.readyAfter)
  await again.stop()
}
console.log(`start to /readyz, everything installed and built: ${spread(starts)} ms, aim 5000`)

const idle = await startProduct([], {}, first.data)
await sleep(SETTLE_SECONDS * 1_000)
const totals: number[] = []
for (let look = 0; look < LOOKS; look += 1) {
  const parts = tree(idle.pid).map((pid) => ({ name: nameOf(pid), memory: proportionalMemory(pid) }))
  totals.push(parts.reduce((sum, part) => sum + part.memory, 0))
  if (look === 0)
    for (const { name, memory } of parts) console.log(`  ${memory.toFixed(1).padStart(6)} MiB  ${name}`)
  await sleep(SECONDS_BETWEEN * 1_000)
}
console.log(
  `proportional memory after ${SETTLE_SECONDS} s, watching itself, ${LOOKS} looks in a minute: ${spread(totals)} MiB, aim 152`,
)
await idle.stop()
await first.remove()
