import type { Budget } from '../budget.ts'
import type { Language } from '../script.ts'

/** The context of functions. */
export interface Runtime {
  readonly budget: Budget
  /** The instant of the evaluation. It does not change while a script runs. */
  readonly now: Date
  /** Returns the next random number, from 0 to below 1. Good enough for names and jitter, not for keys. */
  random: () => number
  /** Renders a template within the budget. @throws ScriptFailure if it cannot be parsed or evaluated */
  render: (
    source: string,
    delimiters: readonly [left: string, right: string],
    data: Readonly<Record<string, unknown>>,
  ) => string
}

interface Parameter {
  name: string
  type: string
  optional: boolean
  /** Takes any number of values; always the last one. */
  rest: boolean
}

/** A script with its result as text, used as documentation and test. */
interface Example {
  language: Language
  source: string
  result: string
}

export interface FunctionDefinition {
  /** The name in the documentation: `toJSON`, `strings.ToUpper`. */
  name: string
  /** Alternative names. */
  also: readonly string[]
  languages: readonly Language[]
  parameters: readonly Parameter[]
  returns: string
  description: string
  examples: readonly Example[]
  /** In templates the first parameter comes last, so that a pipe can provide it. */
  subjectLast: boolean
  /** A function of the language itself: documented here, run by the library. */
  builtIn: boolean
  /** The value of a name that takes no arguments, which CEL writes without brackets: `time.RFC3339`. */
  constant: string | undefined
  run(arguments_: readonly unknown[], runtime: Runtime): unknown
}

interface Options {
  also?: readonly string[]
  only?: readonly Language[]
  subjectLast?: boolean
  constant?: string
}

const everywhere: readonly Language[] = ['cel', 'template', 'javascript']

/** Parses `name(text: string, sep?: string, ...rest: any): string`. */
function parseSignature(signature: string): Pick<FunctionDefinition, 'name' | 'parameters' | 'returns'> {
  const parts = /^([\w.]+)\((.*)\): ([\w<>]+)$/.exec(signature)
  if (parts === null) throw new Error(`bad signature ${signature}`)
  const [, name = '', list = '', returns = ''] = parts
  const parameters = (list === '' ? [] : list.split(', ')).map((text) => {
    const [label = '', type = 'any'] = text.split(': ')
    return {
      name: label.replace(/^\.\.\.|\?$/g, ''),
      type,
      optional: label.endsWith('?'),
      rest: label.startsWith('...'),
    }
  })
  return { name, parameters, returns }
}

/**
 * Declares a function that scripts may call.
 * @param signature `name(parameter: type, …): type`; `?` marks optional parameters, `...` repeated ones
 * @param description one line, for people
 * @param examples by language: script and result
 * @param run gets the arguments in the order of the signature; it throws `ScriptFailure` for invalid arguments
 */
export function define(
  signature: string,
  description: string,
  examples: Partial<Record<Language, readonly [source: string, result: string]>>,
  run: FunctionDefinition['run'],
  options: Options = {},
): FunctionDefinition {
  return {
    ...parseSignature(signature),
    also: options.also ?? [],
    languages: options.only ?? everywhere,
    description,
    examples: examplesOf(examples),
    subjectLast: options.subjectLast ?? false,
    builtIn: false,
    constant: options.constant,
    run,
  }
}

/** Declares a function of the language itself, so that it is documented and tested like the others. */
export function builtIn(
  language: Language,
  signature: string,
  description: string,
  source: string,
  result: string,
): FunctionDefinition {
  return {
    ...parseSignature(signature),
    also: [],
    languages: [language],
    description,
    examples: [{ language, source, result }],
    subjectLast: false,
    builtIn: true,
    constant: undefined,
    run: () => undefined,
  }
}

function examplesOf(
  examples: Partial<Record<Language, readonly [source: string, result: string]>>,
): Example[] {
  const languages: readonly Language[] = ['cel', 'template', 'javascript', 'jsonpath']
  return languages.flatMap((language) => {
    const example = examples[language]
    return example === undefined ? [] : [{ language, source: example[0], result: example[1] }]
  })
}
