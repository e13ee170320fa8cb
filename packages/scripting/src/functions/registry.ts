import { ScriptFailure } from '../failure.ts'
import { javaScriptGlobals } from '../javascript/globals.ts'
import type { Language } from '../script.ts'
import { stepsFor } from './cost.ts'
import { celBuiltIns, jsonPathBuiltIns } from './built-in.ts'
import { collectionFunctions } from './collections.ts'
import type { FunctionDefinition, Runtime } from './definition.ts'
import { encodingFunctions } from './encoding.ts'
import { dataFunctions } from './json.ts'
import { kubernetesFunctions } from './kubernetes/index.ts'
import { labelFunctions } from './labels.ts'
import { numberFunctions } from './numbers.ts'
import { randomFunctions } from './random.ts'
import { stringFunctions } from './strings.ts'
import { templateFunctions } from './template.ts'
import { textFunctions } from './texts.ts'
import { timeFunctions } from './time.ts'

/** Every function that scripts may call, by topic. Documentation, completion and tests are made from it. */
export const functionGroups: readonly { title: string; functions: readonly FunctionDefinition[] }[] = [
  { title: 'Kubernetes', functions: kubernetesFunctions },
  { title: 'Data formats', functions: dataFunctions },
  { title: 'Lists and objects', functions: [...collectionFunctions, ...labelFunctions] },
  { title: 'Texts', functions: [...stringFunctions, ...encodingFunctions] },
  { title: 'Patterns, paths, versions, identifiers', functions: textFunctions },
  { title: 'Time', functions: timeFunctions },
  { title: 'Numbers', functions: [...numberFunctions, ...randomFunctions] },
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

/** The functions of a language by all of their names. */
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

/** How many values a function takes. */
export function arity({ parameters }: FunctionDefinition): { least: number; most: number } {
  const least = parameters.filter(({ optional, rest }) => !optional && !rest).length
  return { least, most: parameters.some(({ rest }) => rest) ? Number.POSITIVE_INFINITY : parameters.length }
}

/** A function as people read it in a language: `split(separator, text)`. */
export function signatureOf(definition: FunctionDefinition, language: Language): string {
  const order =
    definition.subjectLast && language === 'template'
      ? [...definition.parameters.slice(1), ...definition.parameters.slice(0, 1)]
      : definition.parameters
  const list = order.map(
    ({ name, type, optional, rest }) => `${rest ? '...' : ''}${name}${optional ? '?' : ''}: ${type}`,
  )
  return `${definition.name}(${list.join(', ')}): ${definition.returns}`
}

/**
 * Runs a function of a script within the budget.
 * @param given the arguments in the order in which the language writes them
 */
export function call(
  definition: FunctionDefinition,
  given: readonly unknown[],
  language: Language,
  runtime: Runtime,
): unknown {
  const { budget } = runtime
  budget.longStep()
  const steps = stepsFor(given)
  if (steps > 0) budget.step(steps)
  const { least, most } = arity(definition)
  if (given.length < least || given.length > most)
    throw new ScriptFailure(
      'arguments',
      `wrong number of arguments (${given.length}); it is ${signatureOf(definition, language)}`,
    )
  const ordered =
    definition.subjectLast && language === 'template' ? [...given.slice(-1), ...given.slice(0, -1)] : given
  let result: unknown
  try {
    result = definition.run(ordered, runtime)
  } catch (error) {
    if (error instanceof ScriptFailure && error.code === 'arguments' && error.offset === undefined)
      throw new ScriptFailure('arguments', `${definition.name}: ${error.message}`)
    throw error
  }
  if (typeof result === 'string') budget.allocate(result.length)
  else if (Array.isArray(result)) budget.allocate(result.length * 8)
  return result
}
