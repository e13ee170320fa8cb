import type { LikelyCauses } from '@binnacle/contract/causes'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { findCauses } from './find.ts'
import { askCauses, type BrokenWorld, breakWorld, placeOf, questionsAbout } from './testing/judge.ts'
import { faultKinds } from './testing/faults.ts'
import { MINUTE } from './testing/world.ts'
import { type Telling, writeWorld } from './testing/write-world.ts'

const tellings: readonly Telling[] = ['topology', 'catalog', 'both']
const size = { services: 14, groups: 3 }

// Without the product: its own roll-up would change what the worlds say.
let database: TestDatabase
/** Each kind of fault once, told in each way. */
const worlds: { seed: number; now: number; told: Map<Telling, BrokenWorld> }[] = []

/** What an answer says, whatever describes the things. */
const essence = ({ isKnown, causes }: LikelyCauses) => ({
  isKnown,
  causes: causes.map(({ kind, subject, change, level, score, consequences }) => ({
    kind,
    level,
    score,
    // A failing check may name its entity where nothing else describes it.
    name: subject.name,
    change: change?.type,
    consequences: consequences.map(({ name }) => name),
  })),
})

function firstQuestion({ fault, written }: BrokenWorld, now: number) {
  const [question] = questionsAbout(fault.asked, written, now)
  if (question === undefined) throw new Error('There is nothing to ask about')
  return question
}

async function answerOf(broken: BrokenWorld, now: number): Promise<LikelyCauses> {
  const answer = await askCauses(database.pool, firstQuestion(broken, now), now)
  if (answer === undefined) throw new Error('There is no answer')
  return answer
}

beforeAll(async () => {
  database = await createTestDatabase()
  for (const [place, kind] of Object.keys(faultKinds).entries())
    for (let number = 0; ; number += 1) {
      const seed = 77_000_000 + place * 1_000 + number
      const now = Date.now()
      if (breakWorld(seed, kind, size, now) === undefined) continue
      const told = new Map<Telling, BrokenWorld>()
      for (const telling of tellings) {
        const broken = breakWorld(seed, kind, size, now)
        if (broken === undefined) throw new Error('A seed makes one world')
        // Only the catalog knows what scrapers see, so a world that is told twice has none.
        for (const node of broken.world.nodes) node.scraped = undefined
        told.set(telling, { ...broken, written: await writeWorld(database.pool, broken.world, telling) })
      }
      worlds.push({ seed, now, told })
      break
    }
})

describe('likely causes', () => {
  test('are the same whether the world is told by the topology, by the catalog, or by both', async () => {
    for (const { seed, now, told } of worlds) {
      const answers = await Promise.all([...told.values()].map((broken) => answerOf(broken, now)))
      const [first, ...others] = answers.map(essence)
      for (const other of others) expect({ seed, ...other }).toEqual({ seed, ...first })
    }
  })

  test('are the same whether a check, an item or a component is asked about', async () => {
    for (const { seed, now, told } of worlds) {
      const broken = told.get('both')
      if (broken === undefined) throw new Error('It is told in each way')
      const questions = questionsAbout(broken.fault.asked, broken.written, now)
      expect(questions.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['config', 'component']))
      const [first, ...others] = await Promise.all(
        questions.map((question) => askCauses(database.pool, question, now)),
      )
      for (const other of others)
        expect({ seed, causes: other?.causes }).toEqual({ seed, causes: first?.causes })
    }
  })

  test('name the truth among the first three in nearly all of them', async () => {
    const missed: string[] = []
    for (const { seed, now, told } of worlds)
      for (const [telling, broken] of told) {
        const place = placeOf(broken.fault.truth, await answerOf(broken, now))
        if (place < 1 || place > 3) missed.push(`${broken.fault.kind}, ${telling}, ${seed}`)
      }
    expect(worlds.map(({ told }) => told.size)).toEqual(Object.keys(faultKinds).map(() => 3))
    expect({ missed: missed.slice(3) }).toEqual({ missed: [] })
  })

  test('never name what the person may not read, not in a way, a count or a sentence', async () => {
    const all = () => sql`true`
    for (const { now, told } of worlds) {
      const broken = told.get('both')
      if (broken === undefined) throw new Error('It is told in each way')
      for (const hidden of [
        broken.fault.truth.node ?? broken.fault.asked.needs[0],
        broken.fault.asked.needs[1],
      ]) {
        if (hidden === undefined || hidden === broken.fault.asked) continue
        const checks = new Set(broken.written.checksOf(hidden).map(({ id }) => id))
        const without = (id: string | undefined) => (alias: string) =>
          id === undefined ? all() : alias === 'items' ? sql`items.id <> ${id}` : sql`components.id <> ${id}`
        const answer = await findCauses(database.pool, {
          ...firstQuestion(broken, now),
          at: undefined,
          hours: 24,
          now: new Date(now),
          rights: {
            config: without(broken.written.itemOf(hidden)),
            component: without(broken.written.componentOf(hidden)),
            check: () => sql`checks.id <> all (${[...checks]}::uuid[])`,
          },
        })
        const said = JSON.stringify(answer).replaceAll(/"message":"[^"]*"/g, '')
        expect(said).not.toMatch(new RegExp(String.raw`${hidden.name}\b`))
      }
    }
  })

  test('of a past time are those of that time, whatever happened since', async () => {
    const { pool } = database
    for (const { now, told } of worlds.slice(0, 6)) {
      const broken = told.get('both')
      if (broken === undefined) throw new Error('It is told in each way')
      const question = firstQuestion(broken, now)
      // Long enough before the fault that nothing fails yet, and in the middle of it.
      const at = new Date(now - MINUTE / 2)
      const later = now + 60 * MINUTE
      const ask = () => askCauses(pool, question, later, at)
      const before = await ask()
      const item = broken.written.itemOf(broken.fault.asked)
      const stranger = newId()
      await pool.query(sql`
        insert into core.config_items (id, type, config_class, name, created_at)
        values (${stranger}, 'later', 'Thing', 'a later thing', ${new Date(now)})`)
      await pool.query(sql`
        insert into core.config_relationships (config_id, related_id, relation, created_at)
        values (${stranger}, ${item}, 'dependency', ${new Date(now)})`)
      await pool.query(sql`
        insert into core.config_changes (id, config_id, change_type, source, summary, first_observed, created_at)
        values (${newId()}, ${item}, 'diff', 'diff', 'later', ${new Date(now)}, ${new Date(now)})`)
      expect(await ask()).toEqual(before)
    }
  })
})
