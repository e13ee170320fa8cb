import { ScriptFailure } from '../failure.ts'
import { javaScriptGlobals } from '../javascript/globals.ts'
import type { Language } from '../script.ts'
import { assertFunctions } from './asserts.ts'
import { awsFunctions } from './aws.ts'
import { bitFunctions } from './bits.ts'
import { celBuiltIns, jsonPathBuiltIns } from './built-in.ts'
import { castFunctions } from './casts.ts'
import { collectionFunctions } from './collections.ts'
import { conversionFunctions } from './conversions.ts'
import { stepsFor } from './cost.ts'
import { dateFunctions } from './dates.ts'
import type { FunctionDefinition, Runtime } from './definition.ts'
import { drawFunctions } from './draws.ts'
import { encodingFunctions } from './encoding.ts'
import { identifierFunctions } from './identifiers.ts'
import { dataFunctions } from './json.ts'
import { kubernetesFunctions } from './kubernetes/index.ts'
import { labelFunctions } from './labels.ts'
import { netFunctions } from './net.ts'
import { numberFunctions } from './numbers.ts'
import { objectFunctions } from './objects.ts'
import { partFunctions } from './parts.ts'
import { pathFunctions } from './paths.ts'
import { queryFunctions } from './queries/index.ts'
import { randomFunctions } from './random.ts'
import { setFunctions } from './sets.ts'
import { stringFunctions } from './strings.ts'
import { tableFunctions } from './tables.ts'
import { templateFunctions } from './template.ts'
import { textFunctions } from './texts.ts'
import { timeFunctions } from './time.ts'
import { urlFunctions } from './url.ts'
import { wordFunctions } from './words.ts'

/** Every function that scripts may call, by topic. Documentation, completion and tests are generated from it. */
export const functionGroups: readonly { title: string; functions: readonly FunctionDefinition[] }[] = [
  { title: 'Kubernetes', functions: kubernetesFunctions },
  { title: 'Data formats', functions: [...dataFunctions, ...tableFunctions] },
  { title: 'Queries', functions: queryFunctions },
  {
    title: 'Lists and objects',
    functions: [
      ...objectFunctions,
      ...collectionFunctions,
      ...setFunctions,
      ...labelFunctions,
      ...awsFunctions,
    ],
  },
  {
    title: 'Texts',
    functions: [
      ...stringFunctions,
      ...partFunctions,
      ...wordFunctions,
      ...castFunctions,
      ...encodingFunctions,
    ],
  },
  {
    title: 'Patterns, paths, versions, identifiers',
    functions: [...textFunctions, ...pathFunctions, ...identifierFunctions],
  },
  { title: 'Addresses', functions: [...urlFunctions, ...netFunctions] },
  { title: 'Time', functions: [...timeFunctions, ...dateFunctions] },
  {
    title: 'Numbers',
    functions: [
      ...numberFunctions,
      ...bitFunctions,
      ...conversionFunctions,
      ...randomFunctions,
      ...drawFunctions,
    ],
  },
  { title: 'Assertions', functions: assertFunctions },
  { title: 'Actions of templates', functions: templateFunctions },
  { title: 'Built into CEL', functions: celBuiltIns },
  { title: 'Built into JSONPath', functions: jsonPathBuiltIns },
]

const functions: readonly FunctionDefinition[] = functionGroups.flatMap((group) => group.functions)

/** What JavaScript has itself stays what it is: JSON is no function there. */
const standard: ReadonlySet<string> = new Set(javaScriptGlobals)

function namesOf(language: Language): ReadonlyMap<string, FunctionDefinition> {
  const found = new Map<string, FunctionDefinition>()
  for (const definition of functions)
    if (definition.languages.includes(language))
      for (const name of [definition.name, ...definition.also])
        if (language !== 'javascript' || !standard.has(name)) found.set(name, definition)
  return found
}

const byLanguage: Readonly<Record<Language, ReadonlyMap<string, FunctionDefinition>>> = {
  cel: namesOf('cel'),
  template: namesOf('template'),
  javascript: namesOf('javascript'),
  jsonpath: namesOf('jsonpath'),
}

/** The functions of a language by all their names. */
export function functionsOf(language: Language): ReadonlyMap<string, FunctionDefinition> {
  return byLanguage[language]
}

/** The words before a dot that functions of a language stand behind: k8s, time, math. */
export function namespacesOf(language: Language): ReadonlySet<string> {
  return new Set(
    [...functionsOf(language).keys()].flatMap((name) =>
      name.includes('.') ? [name.split('.')[0] ?? ''] : [],
    ),
  )
}

/** The least and most values that a function takes. */
export function arity({ parameters }: FunctionDefinition): { least: number; most: number } {
  const least = parameters.filter(({ optional, rest }) => !optional && !rest).length
  return { least, most: parameters.some(({ rest }) => rest) ? Number.POSITIVE_INFINITY : parameters.length }
}

const scalars: ReadonlySet<string> = new Set(['string', 'int', 'number', 'double'])

/**
 * The values of a call. CEL in other products has no functions with any number of values. So a single list counts as
 * the values of a function whose parameters are texts or numbers: `math.Add([1, 2])`.
 */
function spread(
  { parameters }: FunctionDefinition,
  given: readonly unknown[],
  language: Language,
): readonly unknown[] {
  const [first] = given
  const takesSeveral = parameters.length > 1 || parameters.some(({ rest }) => rest)
  return language === 'cel' &&
    given.length === 1 &&
    Array.isArray(first) &&
    takesSeveral &&
    parameters.every(({ type }) => scalars.has(type))
    ? first
    : given
}

/**
 * The signature of a function in the syntax of a language: `split(separator, text)`.
 * @param name one of its names
 */
export function signatureOf(
  definition: FunctionDefinition,
  language: Language,
  name = definition.name,
): string {
  const order =
    definition.subjectLast && language === 'template'
      ? [...definition.parameters.slice(1), ...definition.parameters.slice(0, 1)]
      : definition.parameters
  const list = order.map(
    ({ name, type, optional, rest }) => `${rest ? '...' : ''}${name}${optional ? '?' : ''}: ${type}`,
  )
  return `${name}(${list.join(', ')}): ${definition.returns}`
}

/**
 * Runs a function of a script within the budget.
 * @param written the arguments in the order of the language
 * @param name the name that the script uses, for errors
 */
export function call(
  definition: FunctionDefinition,
  written: readonly unknown[],
  language: Language,
  runtime: Runtime,
  name = definition.name,
): unknown {
  const { budget } = runtime
  budget.longStep()
  const steps = stepsFor(written)
  if (steps > 0) budget.step(steps)
  const given = spread(definition, written, language)
  const { least, most } = arity(definition)
  if (given.length < least || given.length > most)
    throw new ScriptFailure(
      'arguments',
      `wrong number of arguments (${given.length}); it is ${signatureOf(definition, language, name)}`,
    )
  const ordered =
    definition.subjectLast && language === 'template' ? [...given.slice(-1), ...given.slice(0, -1)] : given
  let result: unknown
  try {
    result = definition.run(ordered, runtime)
  } catch (error) {
    if (error instanceof ScriptFailure && error.code === 'arguments' && error.offset === undefined)
      throw new ScriptFailure('arguments', `${name}: ${error.message}`)
    throw error
  }
  if (typeof result === 'string') budget.allocate(result.length)
  else if (Array.isArray(result)) budget.allocate(result.length * 8)
  return result
}
