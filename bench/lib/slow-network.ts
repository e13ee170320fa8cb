import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContextOptions } from '@playwright/test'

/** The network of someone on the way: 400 kbit/s, 400 ms until the first byte of an answer. */
const slow = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000, offline: false }
/** Milliseconds that one load may take before the benchmark gives up. */
const PATIENCE = 120_000

/** One request of a slow load, in milliseconds since the navigation began, with its kilobytes over the wire. */
interface SlowRequest {
  path: string
  kind: string
  began: number
  ended: number
  kilobytes: number
}

/** What a slow load showed when, in milliseconds since the navigation began. */
export interface SlowLoad {
  painted: number
  shell: number
  rows: number
  requests: SlowRequest[]
}

/**
 * Opens an address on a slow network, as a browser does that was never there.
 * @param parts selectors of the shell and of the first row
 * @param encoding what the browser takes; over http browsers take no brotli, except from their own machine
 */
export async function loadSlowly(
  browser: Browser,
  url: string,
  signedIn: BrowserContextOptions,
  parts: { shell: string; rows: string },
  encoding: string,
): Promise<SlowLoad> {
  const context = await browser.newContext({ ...signedIn, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE)
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.setExtraHTTPHeaders', { headers: { 'accept-encoding': encoding } })
  await network.send('Network.emulateNetworkConditions', slow)
  const requests = new Map<string, SlowRequest>()
  let first = 0
  network.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type }) => {
    first ||= timestamp
    const began = (timestamp - first) * 1_000
    const path = request.url.slice(new URL(url).origin.length)
    requests.set(requestId, { path, kind: type ?? 'Other', began, ended: NaN, kilobytes: NaN })
  })
  network.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = requests.get(requestId)
    if (request === undefined) return
    request.ended = (timestamp - first) * 1_000
    request.kilobytes = encodedDataLength / 1_000
  })
  await page.addInitScript(`{
    window.drawn = {}
    const wanted = Object.entries(${JSON.stringify(parts)})
    const look = () => {
      for (const [name, selector] of wanted) {
        if (window.drawn[name] !== undefined || document.querySelector(selector) === null) continue
        window.drawn[name] = 0
        // After the next frame it is painted.
        requestAnimationFrame(() => setTimeout(() => { window.drawn[name] = performance.now() }))
      }
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true })
  }`)
  try {
    await page.goto(url, { waitUntil: 'commit' })
    const giveUp = performance.now() + PATIENCE
    while (!(await page.evaluate('window.drawn?.shell > 0 && window.drawn?.rows > 0'))) {
      if (performance.now() > giveUp) throw new Error('the rows did not come')
      await sleep(50)
    }
    const [painted, shell, rows]: number[] = await page.evaluate(
      `[performance.getEntriesByName('first-paint')[0]?.startTime ?? NaN, window.drawn.shell, window.drawn.rows]`,
    )
    return {
      painted: painted ?? NaN,
      shell: shell ?? NaN,
      rows: rows ?? NaN,
      requests: [...requests.values()],
    }
  } finally {
    await context.close()
  }
}
