import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  Scope,
} from 'quickjs-emscripten-core'
import { createCpuClock } from '../cpu-clock.ts'
import { failureOf, offsetOf, ScriptFailure } from '../failure.ts'
import type { Runtime } from '../functions/definition.ts'
import { call, functionsOf } from '../functions/registry.ts'
import type { Job } from '../job.ts'
import { printNumber } from '../print.ts'
import { jsonText, own, parseJson, recordOf } from '../values.ts'

const FILE = 'script.js'
/** Bytes of QuickJS' own stack. A call takes about 500. */
const STACK_BYTES = 256 * 1_024
/** Memory of an empty runtime, underscore included. */
const OWN_MEMORY_BYTES = 8 * 1_024 * 1_024
/** Creating a runtime costs as much as several scripts. Dropping it removes leftovers of scripts. */
const SCRIPTS_PER_RUNTIME = 50

/** Makes the functions of the engine callable. Runs in the sandbox, with the same rights as scripts. */
const prelude = `(function (call, names, json) {
  var parse = JSON.parse, stringify = JSON.stringify, root = globalThis
  names.forEach(function (name) {
    var words = name.split('.'), last = words.pop(), owner = root
    words.forEach(function (word) { owner = owner[word] || (owner[word] = {}) })
    owner[last] = function () { return parse(call(name, stringify(Array.prototype.slice.call(arguments)))) }
  })
  var values = parse(json)
  for (var name in values) root[name] = values[name]
  return function (value) { return stringify(value) }
})`

export interface Sandbox {
  run(job: Job, runtime: Runtime): { text: string; value: unknown }
}

/** Loads the interpreter. A sandbox runs one script at a time, each in its own context. */
export async function createSandbox(): Promise<Sandbox> {
  const module = await newQuickJSWASMModuleFromVariant(import('@jitl/quickjs-wasmfile-release-sync'))
  let interpreter: QuickJSRuntime | undefined
  let scripts = 0

  const renew = () => {
    interpreter?.dispose()
    interpreter = undefined
    scripts = 0
  }
  return {
    run(job, runtime) {
      if (scripts >= SCRIPTS_PER_RUNTIME) renew()
      interpreter ??= module.newRuntime()
      scripts += 1
      let ended = false
      try {
        const result = runIn(interpreter, job, runtime)
        ended = true
        return result
      } finally {
        // The state is unknown after a failure.
        if (!ended) renew()
      }
    },
  }
}

function runIn(interpreter: QuickJSRuntime, job: Job, runtime: Runtime): { text: string; value: unknown } {
  const { limits, script } = job
  interpreter.setMaxStackSize(STACK_BYTES)
  interpreter.setMemoryLimit(limits.memoryBytes + OWN_MEMORY_BYTES)
  interpreter.removeInterruptHandler()
  return Scope.withScope((scope) => {
    const context = scope.manage(interpreter.newContext())
    if (/\b_\b/.test(script.source))
      scope.manage(context.unwrapResult(context.evalCode(underscore(), 'underscore.js')))
    const stringify = prepare(scope, context, job, runtime)
    const clock = createCpuClock(limits.timeoutMilliseconds)
    interpreter.setInterruptHandler(() => clock.isOver() || runtime.budget.passed !== undefined)
    const result = context.evalCode(script.source, FILE, { type: 'global', strict: false })
    if (runtime.budget.passed !== undefined) {
      result.dispose()
      throw runtime.budget.passed
    }
    if (result.error) throw scriptFailure(context, scope.manage(result.error), job)
    return outcomeOf(scope, context, scope.manage(result.value), stringify, job)
  })
}

let underscoreSource: string | undefined

/** Scripts of other products expect underscore. */
function underscore(): string {
  underscoreSource ??= readFileSync(
    createRequire(import.meta.url).resolve('underscore/underscore-umd-min.js'),
    'utf8',
  )
  return underscoreSource
}

/** Functions whose names the script contains. Creating all of them would take longer than most scripts. */
function usedFunctions(source: string): string[] {
  const words = new Set(source.match(/[\w$]+/g))
  return [...functionsOf('javascript').keys()].filter((name) =>
    name.split('.').every((word) => words.has(word)),
  )
}

function prepare(scope: Scope, context: QuickJSContext, job: Job, runtime: Runtime): QuickJSHandle {
  const host = scope.manage(
    context.newFunction('call', (name, values) => {
      try {
        return context.newString(answer(context.getString(name), context.getString(values), job, runtime))
      } catch (error) {
        return { error: context.newError(failureOf(error).message) }
      }
    }),
  )
  const values = recordOf([...Object.entries(job.variables), ...Object.entries(job.durations)])
  const names = [...usedFunctions(job.script.source), ...Object.keys(job.given)]
  const json = scope.manage(context.newString(jsonText(values, runtime.budget)))
  const list = scope.manage(context.unwrapResult(context.evalCode(JSON.stringify(names), 'names.js')))
  const start = scope.manage(context.unwrapResult(context.evalCode(prelude, 'prelude.js')))
  const called = context.callFunction(start, context.undefined, host, list, json)
  if (called.error) throw scriptFailure(context, scope.manage(called.error), job)
  return scope.manage(called.value)
}

/** The result of a function of the engine, as JSON. */
function answer(name: string, values: string, job: Job, runtime: Runtime): string {
  if (Object.hasOwn(job.given, name)) return jsonText(job.given[name], runtime.budget)
  const definition = functionsOf('javascript').get(name)
  const list = parseJson(values)
  if (definition === undefined || !Array.isArray(list))
    throw new ScriptFailure('unknown-function', `unknown function ${name}`)
  return jsonText(call(definition, list, 'javascript', runtime, name), runtime.budget)
}

function scriptFailure(
  context: QuickJSContext,
  error: QuickJSHandle,
  { limits, script }: Job,
): ScriptFailure {
  const dumped: unknown = context.dump(error)
  const field = (name: string) => {
    const value = own(dumped, name)
    return typeof value === 'string' ? value : ''
  }
  const message =
    field('message') || (typeof dumped === 'string' ? dumped : 'the script threw something that is no error')
  if (field('name') === 'InternalError') {
    if (message === 'interrupted')
      return new ScriptFailure('too-slow', `took longer than ${limits.timeoutMilliseconds} ms`)
    if (message === 'out of memory')
      return new ScriptFailure(
        'too-much-memory',
        `used more than ${Math.round(limits.memoryBytes / 1_048_576)} MiB of memory`,
      )
    if (message === 'stack overflow')
      return new ScriptFailure('too-deep', 'functions call each other too deep')
  }
  const places = [
    ...field('stack')
      .slice(0, 10_000)
      .matchAll(/script\.js:(\d+)(?::(\d+))?/g),
  ]
  const [line, column] = [places[0]?.[1], places[0]?.[2]]
  const offset = line === undefined ? 0 : offsetOf(script.source, Number(line), Number(column ?? 1))
  const unknown = /^'?([\w$]+)'? is not defined$/.exec(message)?.[1]
  if (unknown !== undefined)
    return new ScriptFailure('unknown-variable', `unknown variable ${unknown}`, offset)
  if (field('name') === 'SyntaxError') return new ScriptFailure('syntax', message, offset)
  const plain = field('name') === 'Error' || field('name') === ''
  return new ScriptFailure('evaluation', plain ? message : `${field('name')}: ${message}`, offset)
}

function outcomeOf(
  scope: Scope,
  context: QuickJSContext,
  value: QuickJSHandle,
  stringify: QuickJSHandle,
  job: Job,
): { text: string; value: unknown } {
  const kind = context.typeof(value)
  if (kind === 'undefined') return { text: '', value: null }
  if (kind === 'string') {
    const text = stringIn(scope, context, value, job)
    return { text, value: text }
  }
  if (kind === 'number') {
    const number = context.getNumber(value)
    return { text: printNumber(number), value: Number.isFinite(number) ? number : null }
  }
  if (kind === 'boolean' || kind === 'bigint') {
    const plain: unknown = context.dump(value)
    return { text: String(plain), value: typeof plain === 'bigint' ? String(plain) : plain }
  }
  const written = context.callFunction(stringify, context.undefined, value)
  if (written.error) throw scriptFailure(context, scope.manage(written.error), job)
  const handle = scope.manage(written.value)
  if (context.typeof(handle) !== 'string') return { text: '', value: null }
  const text = stringIn(scope, context, handle, job)
  if (text === 'null') return { text: '', value: null }
  const read = parseJson(text)
  return { text: Array.isArray(read) ? (listText(read) ?? text) : text, value: read }
}

function scalarText(value: unknown): string | undefined {
  if (value === null) return ''
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined
}

/** A list as JavaScript prints it, `1,2,4`. Undefined if it contains objects, which would all print alike. */
function listText(list: readonly unknown[]): string | undefined {
  const texts: string[] = []
  for (const item of list) {
    const written = Array.isArray(item) ? listText(item) : scalarText(item)
    if (written === undefined) return undefined
    texts.push(written)
  }
  return texts.join(',')
}

/** Checks the length before the text is copied out of the sandbox. */
function stringIn(scope: Scope, context: QuickJSContext, value: QuickJSHandle, { limits }: Job): string {
  const length = context.getNumber(scope.manage(context.getProp(value, 'length')))
  if (length > limits.outputCharacters)
    throw new ScriptFailure(
      'output-too-long',
      `the result is longer than ${limits.outputCharacters} characters`,
    )
  return context.getString(value)
}
