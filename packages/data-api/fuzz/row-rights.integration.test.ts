import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Catalog, createDataService, type DataService } from '../src/index.ts'
import { createTestDatabase } from '../testing/database.ts'
import { type PlainRequest, wellFormedRequest } from './fuzz.ts'
import { hidden, ofTheirTeams, teamsScript, withoutHidden } from '../testing/teams.ts'

/** With all rows, of which Ann may see those of her team, and without the others. */
let guarded: DataService<string>
let without: DataService<string>
let catalog: Catalog

async function openOn(script: string): Promise<DataService<string>> {
  const { connection } = await createTestDatabase(script)
  const service = createDataService<string>({
    connection,
    connections: 4,
    schemas: ['fleet'],
    aggregates: true,
    tolerances: true,
    transactionEnd: true,
    limits: { statementMilliseconds: 2_000 },
    rows: ofTheirTeams,
  })
  afterAll(() => service.close())
  await service.reload()
  return service
}

beforeAll(async () => {
  guarded = await openOn(teamsScript)
  without = await openOn(`${teamsScript}${withoutHidden}`)
  catalog = guarded.catalog()
})

async function ask(service: DataService<string>, { method, url, headers, body }: PlainRequest) {
  const sent = new Request(url, { method, headers, ...(body !== undefined && { body }) })
  const answer = await service.handle(sent, { actor: 'Ann' })
  const range = answer.headers.get('content-range')
  return { status: answer.status, range, text: await answer.text() }
}

/** Without an order rows come as they like; then only the characters of an answer are compared. */
const characters = (text: string) => text.split('').toSorted().join('')
const cut = /limit|offset/

test(
  'no request tells anything of hidden rows: its answer is that of a database without them',
  { timeout: 120_000 },
  async () => {
    let compared = 0
    let answered = 0
    await fc.assert(
      fc.asyncProperty(wellFormedRequest(catalog), async (request) => {
        const one = await ask(guarded, request)
        // A client that names a value knows it already.
        const shown = `${one.range} ${one.text}`
        expect(shown).not.toContain(hidden)
        const reads = request.method === 'GET' || request.method === 'HEAD'
        const estimates = request.headers.some(([, value]) => /planned|estimated/.test(value))
        const parts = request.headers.some(([name]) => name === 'range') || cut.test(request.url)
        if (!reads || estimates || parts) return
        const other = await ask(without, request)
        expect({ status: one.status, range: one.range }).toEqual({
          status: other.status,
          range: other.range,
        })
        const shownRows = ({ status, text }: typeof one) => (status < 400 ? characters(text) : '')
        expect(shownRows(one)).toBe(shownRows(other))
        compared += 1
        if (one.status < 300) answered += 1
      }),
      { numRuns: 4_000, seed: 20_261_122, interruptAfterTimeLimit: 30_000 },
    )
    // Requests that are refused early would prove little.
    expect(answered / compared).toBeGreaterThan(0.3)
    expect(compared).toBeGreaterThan(100)
  },
)
