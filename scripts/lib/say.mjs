import { cleanEnvironment } from './environment.mjs'
import { endWithParent } from './parent.mjs'

/** A reason to stop that a person can act on; shown as it is, without a stack. */
export class Stop extends Error {}

/** Says what happens next. */
export function say(text) {
  process.stderr.write(`${text}\n`)
}

/** Runs a script's main function; reasons to stop are one sentence, and the exit code is 1. */
export async function main(work) {
  cleanEnvironment()
  endWithParent()
  try {
    const code = await work()
    if (typeof code === 'number') process.exitCode = code
  } catch (error) {
    say(error instanceof Stop ? `\n${error.message}\n` : error.stack)
    process.exitCode = 1
  }
}
