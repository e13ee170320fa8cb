// scratch: watch to the screen. node e2e/zz-watch-screen.ts URL SECONDS PODS
import { startApiServer } from '../plugins/checks/kubernetes/testing/api-server.ts'
import { makeObject } from '../plugins/checks/kubernetes/testing/shop.ts'
import { chromium } from '@playwright/test'
import { execSync } from 'node:child_process'
const [url, secondsText, podsText] = process.argv.slice(2)
const SECONDS = Number(secondsText), PODS = Number(podsText), RATE = 500
const server = await startApiServer()
server.put(makeObject('v1', 'Namespace', 'bench', { status: { phase: 'Active' } }))
const pod = (n: number | string, stamp: number) =>
  makeObject('v1', 'Pod', typeof n === 'string' ? n : `pod-${n}`, {
    namespace: 'bench', labels: { app: `app-${Number(n) % 500}` },
    spec: { restartPolicy: 'Always', containers: Array.from({ length: 10 }, (_, i) => ({ name: `container-${i}`, image: `registry.example.com/team/service-${i}:${Number(n) % 97}`, env: [{ name: 'KEY', value: `value ${n} ${i} ${'x'.repeat(90)}` }] })) },
    status: { phase: 'Running', containerStatuses: [{ name: 'container-0', state: { waiting: { reason: `Err${stamp}` } } }] },
  })
const PROBE = 'watched-probe'
server.put(pod(PROBE, 0))
for (let n = 0; n < PODS; n += 1) server.put(pod(n, 0))
const executablePath = execSync('command -v chromium-headless-shell').toString().trim()
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 900 } })
const page = await context.newPage()
await page.goto('/')
await page.getByLabel(/email/i).first().fill('ada@example.com')
await page.getByLabel(/password/i).first().fill('analytical engine')
await page.keyboard.press('Enter')
await page.waitForURL((u) => !/sign-?in|login/.test(u.pathname), { timeout: 60000 })
const name = `watch ${Date.now()}`
const text = JSON.stringify({ schedule: '@every 24h', kubernetes: [{ clusterName: name, kubeconfig: server.kubeconfig(), watch: [{ apiVersion: 'v1', kind: 'Pod' }] }] })
const made = await page.request.post('/api/catalog/scrapers', { data: { name: name.replaceAll(' ', '-'), text } })
console.log(made.status(), (await made.text()).slice(0, 300))
let id = ''
const until = Date.now() + 180_000
while (Date.now() < until) {
  const answer = await page.request.get(`/api/db/configs?name=eq.${PROBE}&tags->>cluster=eq.${encodeURIComponent(name)}&select=id,tags`)
  const rows = (await answer.json()) as { id: string }[]
  if (Array.isArray(rows) && rows[0] && server.watches('pods') > 0) { id = rows[0].id; break }
  await new Promise((r) => setTimeout(r, 500))
}
console.log('item', id, 'watches', server.watches('pods'))
async function watch(path: string) {
  const p = await context.newPage()
  const seen = new Map<number, number>()
  await p.exposeFunction('tellSeen', (stamp: number, at: number) => { if (!seen.has(stamp)) seen.set(stamp, at) })
  await p.addInitScript(() => {
    const known = new Set<string>()
    const look = () => { for (const [, stamp] of (document.body?.textContent ?? '').matchAll(/Err(\d{13})/g)) if (!known.has(stamp!)) { known.add(stamp!); (window as any).tellSeen(Number(stamp), Date.now()) } }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
  })
  await p.goto(path)
  await p.waitForLoadState('networkidle').catch(() => {})
  return { p, seen }
}
const item = await watch(`/catalog/${id}`)
const list = process.argv[5] === 'item' ? undefined : await watch(`/catalog?search=${PROBE}`)
await new Promise((r) => setTimeout(r, 2000))
const sent: number[] = []
const begun = performance.now()
for (let told = 0; told < RATE * SECONDS;) {
  await new Promise((r) => setTimeout(r, 20))
  const due = Math.min(RATE * SECONDS, Math.ceil(((performance.now() - begun) / 1000) * RATE))
  for (; told < due; told += 1) {
    const stamp = Date.now()
    if (told % 500 === 250) { sent.push(stamp); server.put(pod(PROBE, stamp)) }
    else server.put(pod((told * 17) % PODS, stamp))
  }
}
const ended = Date.now()
console.log(`sent in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
await new Promise((r) => setTimeout(r, 8000))
const q = (v: number[], p: number) => v[Math.min(v.length - 1, Math.floor(v.length * p))]
for (const [what, w] of [['item', item], ['list', list]] as const) {
  if (!w) continue
  // A value that a later one replaced before it was drawn counts until that one was drawn.
  const shown = [...w.seen].sort((a, b) => a[0] - b[0])
  const waits = sent.map((s) => { const f = shown.find(([stamp]) => stamp >= s); return f ? f[1] - s : NaN })
  const good = waits.filter((v) => !Number.isNaN(v)).sort((a, b) => a - b)
  console.log(what, `${sent.length} updates of the open item, ${w.seen.size} drawn, ${sent.length - good.length} never; p50 ${q(good, 0.5)} p95 ${q(good, 0.95)} max ${good.at(-1)} ms; load ${execSync('cut -d" " -f1 /proc/loadavg').toString().trim()}`)
}
const answer = await page.request.get(`/api/db/configs?name=eq.${PROBE}&id=eq.${id}&select=status`)
console.log('stored now', await answer.text(), 'last sent', sent.at(-1), ended)
await browser.close(); await server.stop(); process.exit(0)
