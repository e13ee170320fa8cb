// Evaluations per second of each language, for a script as checks have them. Run: npm run bench scripting
import { createScriptEngine, type Script, type ScriptEnvironment } from '@binnacle/scripting'
import { machine, spread } from './lib/figures.ts'

const RUNS = 5
const SECONDS = 2

const environment: ScriptEnvironment = {
  variables: {
    code: 200n,
    headers: { 'Content-Type': 'application/json', Server: 'nginx' },
    json: {
      status: 'ok',
      items: Array.from({ length: 50 }, (_, index) => ({ name: `item-${index}`, size: index, ready: true })),
    },
    check: { name: 'shop', labels: { team: 'web' } },
  },
  durations: { elapsed: 120 },
  secrets: ['correct-horse-battery'],
}

const scripts: readonly { title: string; script: Script }[] = [
  {
    title: 'CEL, plain',
    script: { language: 'cel', source: 'code == 200 && json.status == "ok" && elapsed < duration("1s")' },
  },
  {
    title: 'CEL, over a list of 50 (worker)',
    script: { language: 'cel', source: 'json.items.filter(i, i.ready).all(i, i.size < 100.0)' },
  },
  {
    title: 'Go template',
    script: {
      language: 'template',
      source:
        '{{ if eq .code 200 }}{{ .check.name }}: {{ len .json.items }} items in {{ .elapsed }}{{ else }}down{{ end }}',
    },
  },
  {
    title: 'Go template, over a list of 50',
    script: {
      language: 'template',
      source: '{{ range .json.items }}{{ if .ready }}{{ .name }},{{ end }}{{ end }}',
    },
  },
  { title: 'JSONPath', script: { language: 'jsonpath', source: '$.json.items[3].name' } },
  {
    title: 'JSONPath, filtering a list of 50 (worker)',
    script: { language: 'jsonpath', source: '$.json.items[?@.size > 40].name' },
  },
  {
    title: 'JavaScript (worker)',
    script: {
      language: 'javascript',
      source: 'code === 200 && json.items.every(function (i) { return i.size < 100 })',
    },
  },
  {
    title: 'JavaScript with underscore (worker)',
    script: { language: 'javascript', source: '_.every(json.items, function (i) { return i.size < 100 })' },
  },
]

const engine = createScriptEngine({ now: () => new Date() })

async function measure(script: Script, concurrency: number): Promise<number> {
  const begin = performance.now()
  const end = begin + SECONDS * 1_000
  let done = 0
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (performance.now() < end) {
        const result = await engine.evaluate(script, environment)
        if (!result.ok) throw new Error(result.failure.message)
        done += 1
      }
    }),
  )
  return (done / (performance.now() - begin)) * 1_000
}

console.log(`Evaluations per second, ${RUNS} runs of ${SECONDS} s, ${machine()}`)
for (const { title, script } of scripts) {
  await engine.evaluate(script, environment)
  const alone: number[] = []
  const together: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    alone.push(await measure(script, 1))
    together.push(await measure(script, 8))
  }
  console.log(`${title.padEnd(44)} one at a time ${spread(alone)}; eight at once ${spread(together)}`)
}
await engine.close()
