// What workers of scripts cost: first script, a small and a large one, scripts a second, memory. Run: npm run bench script-workers
import {
  createScriptEngine,
  type Script,
  type ScriptEngine,
  type ScriptEnvironment,
} from '@binnacle/scripting'
import { createTaskPool } from '@binnacle/scripting/tasks'
import { createYamlReader } from '@binnacle/scripting/yaml'
import { machine, percentile, spread } from './lib/figures.ts'
import { proportionalMemory, tree } from './lib/processes.ts'

const STARTS = 5
const SMALL = 3_000
const LARGE = 100
const MANY = 8_000

const environment = (items: number): ScriptEnvironment => ({
  variables: {
    code: 200n,
    json: {
      status: 'ok',
      items: Array.from({ length: items }, (_, size) => ({ name: `item-${size}`, size, ready: true })),
    },
  },
})
const script: Script = {
  language: 'javascript',
  source: 'code === 200 && json.items.every(function (i) { return i.size < 100000 })',
}

const memory = () => tree(process.pid).reduce((sum, pid) => sum + proportionalMemory(pid), 0)

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

async function evaluate(engine: ScriptEngine, given: ScriptEnvironment): Promise<void> {
  const result = await engine.evaluate(script, given)
  if (!result.ok) throw new Error(result.failure.message)
}

console.log(machine())
const small = environment(50)
const large = environment(20_000)

const first: number[] = []
for (let start = 0; start < STARTS; start += 1) {
  const engine = createScriptEngine({ now: () => new Date() })
  first.push(await timeOf(() => evaluate(engine, small)))
  await engine.close()
}
console.log(`first script of an engine: ${spread(first)} ms`)

const before = memory()
const engine = createScriptEngine({ now: () => new Date() })
await evaluate(engine, small)
console.log(`memory of one worker after its first script: ${(memory() - before).toFixed(0)} MiB`)

for (const [title, given, count] of [
  ['small script', small, SMALL],
  ['script on a mebibyte', large, LARGE],
] as const) {
  const times: number[] = []
  for (let run = 0; run < count; run += 1) times.push(await timeOf(() => evaluate(engine, given)))
  const share = (part: number) => percentile(times, part).toFixed(2)
  console.log(`${title}, one at a time: median ${share(0.5)} ms, 99 of 100 within ${share(0.99)} ms`)
}

const rates: number[] = []
for (let run = 0; run < STARTS; run += 1) {
  let left = MANY
  const took = await timeOf(() =>
    Promise.all(
      Array.from({ length: 8 }, async () => {
        for (; left > 0; left -= 1) await evaluate(engine, small)
      }),
    ),
  )
  rates.push((MANY / took) * 1_000)
}
console.log(`eight at once: ${spread(rates)} scripts a second`)
console.log(`memory of two workers after that: ${(memory() - before).toFixed(0)} MiB`)
await engine.close()

const tasks = createTaskPool()
const yaml = createYamlReader(tasks)
const text = Array.from({ length: 800 }, (_, index) => `- name: check ${index}\n  url: http://a\n`).join('')
const reads: number[] = []
const firstRead = await timeOf(() => yaml.read({ text }))
for (let run = 0; run < 30; run += 1) reads.push(await timeOf(() => yaml.read({ text })))
console.log(
  `YAML of ${text.length} characters: first ${firstRead.toFixed(0)} ms, then median ${percentile(reads, 0.5).toFixed(0)} ms`,
)
await tasks.close()
