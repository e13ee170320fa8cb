import { celProgram } from './cel/program.ts'
import { failureOf, type ScriptError, scriptError, ScriptFailure } from './failure.ts'
import { functionsOf, namespacesOf } from './functions/registry.ts'
import { javaScriptGlobals } from './javascript/globals.ts'
import { freeNames, parseJavaScript } from './javascript/parse.ts'
import { compilePath, rootNames } from './jsonpath/query.ts'
import { defaultLimits } from './limits.ts'
import type { Script } from './script.ts'
import { callable, didYouMean, suggestion } from './suggest.ts'
import { parseTemplate } from './template/parser.ts'
import { templateUses } from './template/uses.ts'

/** The environment in which a script will run. */
export interface CheckOptions {
  /** Names of variables. Default: any name may be a variable. */
  variables?: readonly string[]
  /** Names of functions without arguments that the caller provides, such as `last_result`. */
  given?: readonly string[]
  sourceCharacters?: number
}

export interface CheckResult {
  errors: readonly ScriptError[]
  /** Names of variables and given functions that the script uses, as far as they are visible in its source. */
  uses: { variables: readonly string[]; given: readonly string[] }
}

interface NameUse {
  name: string
  offset: number
}

interface Uses {
  variables: readonly NameUse[]
  calls: readonly NameUse[]
  failures: readonly ScriptFailure[]
}

const MOST_ERRORS = 20

/** Finds errors in a script without running it, when it is saved and while it is written. Never throws. */
export function check(script: Script, options: CheckOptions = {}): CheckResult {
  const longest = options.sourceCharacters ?? defaultLimits.sourceCharacters
  const none = { variables: [], given: [] }
  if (script.source.length > longest)
    return {
      errors: [scriptError(script, 'script-too-long', `longer than ${longest} characters`)],
      uses: none,
    }
  const given = options.given ?? []
  try {
    const uses = usesOf(script, options)
    const failures = [
      ...uses.failures,
      ...unknownCalls(script, uses, given),
      ...unknownVariables(script, uses, options),
    ]
    const errors = failures
      .toSorted((a, b) => (a.offset ?? 0) - (b.offset ?? 0))
      .slice(0, MOST_ERRORS)
      .map(({ code, message, offset }) => scriptError(script, code, message, offset))
    const called = new Set(uses.calls.map(({ name }) => name))
    return {
      errors,
      uses: {
        variables: [...new Set(uses.variables.map(({ name }) => name.split('.')[0] ?? ''))],
        given: given.filter((name) => called.has(name)),
      },
    }
  } catch (error) {
    const { code, message, offset } = failureOf(error)
    const hint = suggestion({ code, message }, script.language, options.variables ?? [], given)
    return { errors: [scriptError(script, code, message + hint, offset)], uses: none }
  }
}

function usesOf(script: Script, { variables = [], given = [] }: CheckOptions): Uses {
  const { source } = script
  switch (script.language) {
    case 'cel': {
      const { analysis, typeFailure } = celProgram(source, variables, given)
      // Unknown names get their own messages below, with suggestions.
      const named = typeFailure?.code === 'unknown-function' || typeFailure === undefined
      return { variables: analysis.variables, calls: analysis.calls, failures: named ? [] : [typeFailure] }
    }
    case 'template':
      return { ...templateUses(parseTemplate(source, script.delimiters), variables, given), failures: [] }
    case 'javascript':
      return javaScriptUses(source, given)
    case 'jsonpath':
      compilePath(source)
      return { variables: rootNames(source), calls: [], failures: [] }
    default:
      return script.language satisfies never
  }
}

const namespaces = namespacesOf('javascript')

/** A namespace with a dot is a call. A name that is neither known nor declared is a variable. */
function javaScriptUses(source: string, given: readonly string[]): Uses {
  const names = freeNames(parseJavaScript(source))
  const standard = new Set<string>(javaScriptGlobals)
  const functions = functionsOf('javascript')
  const isCall = ({ name }: NameUse) =>
    functions.has(name) || given.includes(name) || namespaces.has(name.split('.')[0] ?? '')
  return {
    variables: names.filter((each) => !isCall(each) && !standard.has(each.name.split('.')[0] ?? '')),
    calls: names.filter(isCall),
    failures: [],
  }
}

function unknownCalls({ language }: Script, { calls }: Uses, given: readonly string[]): ScriptFailure[] {
  const known = new Set(callable(language, given))
  return (
    calls
      .filter(({ name }) => !isKnown(name, known))
      // Finding suggestions takes a while.
      .slice(0, MOST_ERRORS)
      .map(
        ({ name, offset }) =>
          new ScriptFailure(
            'unknown-function',
            `unknown function ${name}${didYouMean(name, [...known])}`,
            offset,
          ),
      )
  )
}

/** Further names after a function are fields of what it returns. */
function isKnown(name: string, known: ReadonlySet<string>): boolean {
  const words = name.split('.')
  return words.some((_, index) => known.has(words.slice(0, index + 1).join('.')))
}

function unknownVariables(
  { language }: Script,
  uses: Uses,
  { variables, given = [] }: CheckOptions,
): ScriptFailure[] {
  if (variables === undefined) return []
  const known = new Set<string>(variables)
  const near = language === 'javascript' ? [...variables, ...callable(language, given)] : variables
  const constants = new Set(language === 'cel' ? celNames : [])
  return uses.variables
    .map(({ name, offset }) => ({ name: name.split('.')[0] ?? '', offset }))
    .filter(({ name }) => !known.has(name) && !constants.has(name))
    .slice(0, MOST_ERRORS)
    .map(
      ({ name, offset }) =>
        new ScriptFailure('unknown-variable', `unknown variable ${name}${didYouMean(name, near)}`, offset),
    )
}

/** Names of types, which expressions compare with, and of the library's own functions. */
const celNames = [
  'int',
  'uint',
  'double',
  'string',
  'bool',
  'bytes',
  'list',
  'map',
  'null_type',
  'type',
  'google',
  'optional',
  'cel',
  'timestamp',
  'duration',
]
