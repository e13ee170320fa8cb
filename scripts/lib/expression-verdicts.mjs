// What is known of regular expressions: most are examined in milliseconds, and few need seconds.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { costOf, VERDICTS } from './expression-cost.mjs'
import { inProject } from './paths.mjs'

/** The degrees that earlier runs found on this machine. */
const local = inProject('.cache', 'expression-verdicts.json')
/** The degrees of those that take long, for machines that examine them for the first time. */
const committed = inProject('scripts', 'expression-verdicts.json')
/** Milliseconds that are long. */
const LONG = 400

const keyOf = (source, flags) =>
  createHash('sha256').update(`${VERDICTS}/${source}/${flags}`).digest('base64url').slice(0, 22)

function readVerdicts(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

const toText = (verdicts) =>
  `${JSON.stringify(Object.fromEntries(Object.entries(verdicts).toSorted(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`

/**
 * The degrees of expressions. `save` keeps them; those that take long are also written for other machines if it is told to.
 * A degree is a number, "exponential" or "unknown".
 */
export function openVerdicts() {
  const shared = readVerdicts(committed)
  const known = { ...readVerdicts(local), ...shared }
  const used = {}
  const long = {}
  return {
    degreeOf(source, flags) {
      const key = keyOf(source, flags)
      if (known[key] === undefined) {
        const started = performance.now()
        known[key] = costOf(source, flags)
        if (performance.now() - started > LONG) long[key] = known[key]
      }
      used[key] = known[key]
      return known[key]
    },
    save({ forOthers = false } = {}) {
      mkdirSync(dirname(local), { recursive: true })
      writeFileSync(local, toText(used))
      if (!forOthers) return
      const kept = Object.entries(shared).filter(([key]) => used[key] !== undefined)
      writeFileSync(committed, toText({ ...Object.fromEntries(kept), ...long }))
    },
  }
}
