import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Jq } from 'jq-wasm'
import { ScriptFailure } from '../../failure.ts'
import { jsonText, parseJson } from '../../values.ts'
import type { Runtime } from '../definition.ts'

/**
 * jq itself, compiled to WebAssembly, for workers only: nothing but the end of the worker stops an expression such as
 * `def f: f; f`. Each script gets its own instance, so that no value of one can be seen by the next.
 */

const PAGE = 65_536

let compiled: Promise<WebAssembly.Module> | undefined
let instance: Jq | undefined
let failure: ScriptFailure | undefined
/** Bytes that the instance may add to its memory. */
let mayGrow = 0

function compile(): Promise<WebAssembly.Module> {
  compiled ??= readFile(createRequire(import.meta.url).resolve('jq-wasm/jq.wasm')).then((bytes) =>
    WebAssembly.compile(bytes),
  )
  return compiled
}

/** jq requests memory by this method. A refusal looks to it like a machine without free memory. */
function limitMemory(memory: WebAssembly.Memory): void {
  const start = memory.buffer.byteLength
  const grow = memory.grow.bind(memory)
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * PAGE <= start + mayGrow) return grow(pages)
    throw new RangeError('jq has no more memory')
  }
}

/** Thrown when jq runs out of memory. */
class Aborted extends Error {}

/** Functions by which jq exits. By default they write a line to the log of the server. */
const endings: Readonly<Record<string, () => never>> = {
  __abort_js() {
    throw new Aborted()
  },
  ___assert_fail() {
    throw new Error('an assertion of jq failed')
  },
}

function withoutLog(imports: WebAssembly.Imports): WebAssembly.Imports {
  return Object.fromEntries(
    Object.entries(imports).map(([group, members]) => [
      group,
      Object.fromEntries(
        Object.entries(members).map(([key, value]) => [
          key,
          typeof value === 'function' ? (endings[value.name] ?? value) : value,
        ]),
      ),
    ]),
  )
}

/** Releases the memory of an instance. */
export function releaseJq(): void {
  instance = undefined
  failure = undefined
}

/** Prepares an instance for the next script if it names jq. The module is read and compiled once. */
export async function prepareJq(source: string): Promise<void> {
  if (!/\b(?:jq|JQ)\b/.test(source)) return
  const [{ loadJq }, module] = await Promise.all([import('jq-wasm'), compile()])
  instance = await loadJq({
    instantiateWasm(imports, done) {
      const made = new WebAssembly.Instance(module, withoutLog(imports))
      for (const value of Object.values(made.exports))
        if (value instanceof WebAssembly.Memory) limitMemory(value)
      done(made, module)
    },
  })
}

/** The error message of jq, without the position in the input. */
function messageOf(stderr: string): string {
  const [line = ''] = stderr.split('\n')
  return line.replace(/^jq: (?:parse )?error(?: \(at [^)]*\))?:? */, '') || 'it failed without a word'
}

/**
 * Runs a jq expression on a value.
 * @returns what it gives: one value as it is, none or several as a list
 * @throws ScriptFailure for a wrong expression, for what jq calls an error, and at the limit of memory
 */
export function runJq(expression: string, input: unknown, { budget }: Runtime): unknown {
  if (failure !== undefined) throw failure
  if (instance === undefined)
    throw new ScriptFailure('unavailable', 'jq runs in a worker, and this script does not')
  mayGrow = budget.limits.memoryBytes
  const text = jsonText(input, budget)
  let result: ReturnType<Jq['raw']>
  try {
    // After `--` an expression such as `-1` is not an option.
    result = instance.raw(text, expression, ['-c', '--'])
  } catch (error) {
    // jq's state is unknown after a failure.
    failure =
      error instanceof Aborted
        ? new ScriptFailure('too-much-memory', 'jq used more memory than a script may')
        : new ScriptFailure('too-deep', 'jq could not go on: the value or the expression is nested too deep')
    throw failure
  }
  const { stdout, stderr, exitCode } = result
  if (exitCode === 2 || exitCode === 3)
    throw new ScriptFailure('arguments', `bad jq expression: ${messageOf(stderr)}`)
  if (exitCode !== 0) throw new ScriptFailure('evaluation', `jq: ${messageOf(stderr)}`)
  budget.allocate(stdout.length)
  const values = stdout === '' ? [] : stdout.split('\n').map(parseJson)
  return values.length === 1 ? values[0] : values
}
