import {
  EvaluationError,
  ParseError,
  TypeError as CelTypeError,
  type Environment,
  type ParseResult,
} from '@marcbachmann/cel-js'
import { failureOf, ScriptFailure, type ScriptErrorCode } from '../failure.ts'
import { functionsOf, namespacesOf, signatureOf } from '../functions/registry.ts'
import { analyse, type Analysis } from './analysis.ts'
import { createCelEnvironment, type EvaluationContext } from './environment.ts'
import { registerHas, withOwnHas } from './has.ts'
import { writtenName } from './own-names.ts'
import { readableVariables } from './readable.ts'

export interface CelProgram {
  analysis: Analysis
  /** The first type error, found before anything runs. */
  typeFailure: ScriptFailure | undefined
  run(variables: Readonly<Record<string, unknown>>, current: EvaluationContext): unknown
}

const namespaces = namespacesOf('cel')

/**
 * The library caches every type that it meets, such as a list of lists of texts. Environments are recreated before
 * data of ever new shapes can fill the memory.
 */
const USES_OF_ENVIRONMENT = 100_000
const KEPT_PROGRAMS = 500
const LONGEST_KEPT = 4_000

interface Family {
  environment: Environment
  programs: Map<string, CelProgram>
  uses: number
}

const families = new Map<string, Family>()
let current: EvaluationContext | undefined

function familyOf(given: readonly string[], hidden: ReadonlySet<string>): Family {
  const key = given.length + hidden.size === 0 ? '' : JSON.stringify([given.toSorted(), [...hidden].sort()])
  const known = families.get(key)
  if (known !== undefined && known.uses < USES_OF_ENVIRONMENT) {
    known.uses += 1
    return known
  }
  const environment = createCelEnvironment(given, hidden, () => {
    if (current === undefined) throw new ScriptFailure('evaluation', 'functions run within evaluations')
    return current
  })
  registerHas(environment)
  const made: Family = {
    environment,
    programs: new Map(),
    uses: 1,
  }
  if (families.size > 20) families.clear()
  families.set(key, made)
  return made
}

/**
 * Parses an expression, or returns it from the cache.
 * @param variables names of the variables in the environment
 * @param given names of functions that the caller provides
 * @throws ScriptFailure if it cannot be parsed
 */
export function celProgram(
  source: string,
  variables: Iterable<string>,
  given: readonly string[],
): CelProgram {
  const hidden = new Set([...variables].filter((name) => namespaces.has(name)))
  const family = familyOf(given, hidden)
  const known = family.programs.get(source)
  if (known !== undefined) return known
  const made = compile(
    source,
    family.environment,
    new Set([...namespaces, 'optional', 'cel'].filter((name) => !hidden.has(name))),
    new Set(given),
  )
  if (source.length <= LONGEST_KEPT) {
    const [oldest] = family.programs.keys()
    if (family.programs.size >= KEPT_PROGRAMS && oldest !== undefined) family.programs.delete(oldest)
    family.programs.set(source, made)
  }
  return made
}

function compile(
  source: string,
  environment: Environment,
  visible: ReadonlySet<string>,
  given: ReadonlySet<string>,
): CelProgram {
  let program: ParseResult
  try {
    program = environment.parse(withOwnHas(source))
  } catch (error) {
    throw celFailure(error)
  }
  // Optional fields are nothing where the library fails to read them.
  const hidesFailures = source.includes('?')
  const analysis = analyse(program.ast, visible, given, (bytes) => current?.runtime.budget.allocate(bytes))
  const checked = program.check()
  return {
    analysis,
    typeFailure: checked.valid ? undefined : celFailure(checked.error),
    run(values, world) {
      const outer = current
      current = world
      try {
        const result: unknown = runOn(program, values, hidesFailures)
        if (world.runtime.budget.passed !== undefined) throw world.runtime.budget.passed
        return result
      } catch (error) {
        // An exceeded limit counts even if || or a quantifier caught the failure.
        if (world.runtime.budget.passed !== undefined) throw world.runtime.budget.passed
        throw celFailure(error)
      } finally {
        current = outer
      }
    },
  }
}

/** Runs a program, on objects that the library can read if it cannot read those that are given. */
function runOn(
  program: ParseResult,
  values: Readonly<Record<string, unknown>>,
  hidesFailures: boolean,
): unknown {
  if (hidesFailures) return program(readableVariables(values) ?? values)
  try {
    return program(values)
  } catch (error) {
    const readable = readableVariables(values)
    if (readable === undefined) throw error
    return program(readable)
  }
}

const codes: Readonly<Record<string, ScriptErrorCode>> = {
  no_such_overload: 'type',
  invalid_condition_type: 'type',
  invalid_logical_operand: 'type',
  incompatible_ternary_branches: 'type',
  cannot_index_type: 'type',
  invalid_index_type: 'type',
  invalid_macro_argument: 'arguments',
}

/** Converts an error of the library to words of the language. */
function celFailure(error: unknown): ScriptFailure {
  if (!(error instanceof ParseError || error instanceof EvaluationError || error instanceof CelTypeError))
    return failureOf(error)
  const offset = error.range?.start ?? 0
  if (error.cause instanceof ScriptFailure)
    return new ScriptFailure(error.cause.code, error.cause.message, offset)
  if (error instanceof ParseError) {
    const tooDeep = /max(Depth|AstNodes)/.test(error.summary)
    const message = error.summary.replace('Unexpected token: EOF', 'the expression ends too early')
    return new ScriptFailure(tooDeep ? 'too-deep' : 'syntax', lowered(message), offset)
  }
  if (error.code === 'no_matching_overload') return callFailure(error.summary, offset)
  if (error.code === 'unknown_variable')
    return new ScriptFailure(
      'unknown-variable',
      error.summary.replace('Unknown variable:', 'unknown variable'),
      offset,
    )
  if (error.code === 'invalid_duration')
    return new ScriptFailure('evaluation', 'not a duration; write it as 30s, 5m or 1h30m', offset)
  if (error.code === 'invalid_comprehension_range')
    return new ScriptFailure(
      'type',
      `all, exists, filter and map go through a list or an object, got ${/'(.*)'/.exec(error.summary)?.[1] ?? 'another value'}`,
      offset,
    )
  return new ScriptFailure(
    codes[error.code] ?? 'evaluation',
    lowered(error.summary.replaceAll(/dyn<(\w+)>/g, '$1')),
    offset,
  )
}

function lowered(message: string): string {
  return message.slice(0, 1).toLowerCase() + message.slice(1)
}

/** Reads the call that ends a message in quotes: 'receiver.name(types)'. */
function readCall(summary: string): { receiver?: string; bare: string; list: string } {
  const written = summary.endsWith(")'") ? summary.slice(summary.indexOf("'") + 1, -2) : ''
  const method = [...written.matchAll(/\.(\w+)\(/g)].at(-1)
  const [, name] = method ?? /^(\w+)\(/.exec(written) ?? []
  if (name === undefined) return { bare: '', list: '' }
  const start = method?.index ?? -1
  return {
    ...(method === undefined ? {} : { receiver: written.slice(0, start) }),
    bare: name,
    list: written.slice(start + name.length + 2),
  }
}

/** Either no function has the name, or it does not take these values. */
function callFailure(summary: string, offset: number): ScriptFailure {
  const { receiver, bare, list } = readCall(summary)
  const namespace = /^Namespace(\w+)$/.exec(receiver ?? '')?.[1]
  const name = namespace === undefined ? writtenName(bare) : `${namespace}.${bare}`
  const definition = functionsOf('cel').get(name)
  if (definition === undefined)
    return new ScriptFailure('unknown-function', `unknown function ${name}`, offset)
  // The receiver of a method is its first value.
  const values = [
    ...(namespace === undefined && receiver !== undefined ? [receiver] : []),
    ...(list === '' ? [] : [list]),
  ]
  return new ScriptFailure(
    'arguments',
    `${name} does not take (${values.join(', ').replaceAll('dyn', 'any')}); it is ${signatureOf(definition, 'cel', name)}`,
    offset,
  )
}
