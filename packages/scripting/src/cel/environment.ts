import { Environment, EvaluationError } from '@marcbachmann/cel-js'
import { Duration } from '@marcbachmann/cel-js/evaluator'
import { goDuration } from '../duration.ts'
import { failureOf } from '../failure.ts'
import type { FunctionDefinition, Runtime } from '../functions/definition.ts'
import { arity, call, functionsOf } from '../functions/registry.ts'
import { rfc3339 } from '../print.ts'
import { registerFold } from './fold.ts'
import { ownNames } from './own-names.ts'
import { fromCel } from './values.ts'

/** The library registers a function separately for each number of arguments. */
const MOST_ARGUMENTS = 10

const types: Readonly<Record<string, string>> = {
  string: 'string',
  int: 'int',
  double: 'double',
  bool: 'bool',
  list: 'list',
  map: 'map',
  bytes: 'bytes',
  timestamp: 'google.protobuf.Timestamp',
  duration: 'google.protobuf.Duration',
}

/** The context of the functions of an evaluation. Evaluations are synchronous, so there is one at a time. */
export interface EvaluationContext {
  runtime: Runtime
  given: ReadonlyMap<string, unknown>
}

/** The library adds the position in the expression to errors of functions. */
function placed<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    const failure = failureOf(error)
    throw new EvaluationError({ code: failure.code, message: failure.message, cause: failure })
  }
}

function register(
  environment: Environment,
  signature: string,
  handler: (...values: unknown[]) => unknown,
): void {
  environment.registerFunction(signature, (...values: unknown[]) => placed(() => handler(...values)), {
    async: false,
  })
}

/** Registers a method for all values for which the library has no method of that name. */
function registerMethod(
  environment: Environment,
  signature: string,
  handler: (...values: unknown[]) => unknown,
): void {
  for (const receiver of ['dyn', 'string', 'list', 'map'])
    try {
      register(environment, `${receiver}.${signature}`, handler)
      if (receiver === 'dyn') return
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('overlaps'))) throw error
    }
}

function parameters(count: number): string {
  return Array.from({ length: count }, () => 'dyn').join(', ')
}

function registerFunction(
  environment: Environment,
  name: string,
  definition: FunctionDefinition,
  current: () => EvaluationContext,
): void {
  const { least, most } = arity(definition)
  const returns = types[definition.returns] ?? 'dyn'
  const run = (...values: unknown[]) =>
    call(definition, values.map(fromCel), 'cel', current().runtime, name) ?? null
  for (let count = least; count <= Math.min(most, MOST_ARGUMENTS); count += 1) {
    register(environment, `${name}(${parameters(count)}): ${returns}`, run)
    // The library has its own for texts. Ours replaces it under another name.
    if (name === 'matches') register(environment, `string.${ownNames.matches}(string): bool`, run)
    else if (count > 0) registerMethod(environment, `${name}(${parameters(count - 1)}): ${returns}`, run)
  }
}

/** Registers a namespace: a constant of a separate type whose methods are the functions. */
function registerNamespace(
  environment: Environment,
  name: string,
  members: readonly (readonly [string, FunctionDefinition])[],
  current: () => EvaluationContext,
): void {
  const type = `Namespace${name}`
  const constants = members.flatMap(([member, { constant }]) =>
    constant === undefined ? [] : [[member, constant] as const],
  )
  class Namespace {
    readonly name = name
    constructor() {
      Object.assign(this, Object.fromEntries(constants))
    }
  }
  environment.registerType(type, Namespace)
  environment.registerConstant(name, type, new Namespace())
  for (const [member, definition] of members) {
    const { least, most } = arity(definition)
    const returns = types[definition.returns] ?? 'dyn'
    for (let count = least; count <= Math.min(most, MOST_ARGUMENTS); count += 1)
      register(
        environment,
        `${type}.${member}(${parameters(count)}): ${returns}`,
        (_, ...values) =>
          call(definition, values.map(fromCel), 'cel', current().runtime, `${name}.${member}`) ?? null,
      )
  }
}

/** JSON has no integers, so numbers of documents and numbers of expressions must mix. */
function registerMixedNumbers(environment: Environment): void {
  const operators: readonly (readonly [string, (a: number, b: number) => number])[] = [
    ['+', (a, b) => a + b],
    ['-', (a, b) => a - b],
    ['*', (a, b) => a * b],
    ['/', (a, b) => a / b],
    ['%', (a, b) => a % b],
  ]
  for (const [operator, run] of operators) {
    const handler = (a: unknown, b: unknown) => run(Number(a), Number(b))
    environment.registerOperator(`int ${operator} double: double`, handler)
    environment.registerOperator(`double ${operator} int: double`, handler)
    if (operator === '%') environment.registerOperator('double % double: double', handler)
  }
  // eslint-disable-next-line eqeqeq -- a whole number and a broken one may be of one size
  environment.registerOperator('int == double: bool', (a: unknown, b: unknown) => a == b)
}

function registerConversions(environment: Environment): void {
  register(environment, 'string(google.protobuf.Duration): string', (value) =>
    value instanceof Duration ? goDuration(value) : '',
  )
  register(environment, 'string(google.protobuf.Timestamp): string', (value) =>
    value instanceof Date ? rfc3339(value) : '',
  )
  register(environment, 'int(google.protobuf.Timestamp): int', (value) =>
    value instanceof Date ? BigInt(Math.floor(value.getTime() / 1_000)) : 0n,
  )
  register(environment, 'timestamp(google.protobuf.Timestamp): google.protobuf.Timestamp', (value) => value)
}

/** The library's functions change all letters, but the names promise ASCII only. */
function registerAsciiCase(environment: Environment): void {
  const change = (pattern: RegExp, by: (letter: string) => string) => (value: unknown) =>
    typeof value === 'string' ? value.replaceAll(pattern, by) : ''
  register(
    environment,
    `string.${ownNames.lowerAscii}(): string`,
    change(/[A-Z]+/g, (letters) => letters.toLowerCase()),
  )
  register(
    environment,
    `string.${ownNames.upperAscii}(): string`,
    change(/[a-z]+/g, (letters) => letters.toUpperCase()),
  )
}

/** The library's own `duration` does not support days. */
function registerDuration(environment: Environment, current: () => EvaluationContext): void {
  const definition = functionsOf('cel').get('Duration')
  if (definition === undefined) throw new Error('no function Duration')
  register(
    environment,
    `${ownNames.duration}(dyn): google.protobuf.Duration`,
    (value) => call(definition, [fromCel(value)], 'cel', current().runtime, 'duration') ?? null,
  )
}

/**
 * Creates an environment of the library with all functions of the engine.
 * @param given names of functions without arguments that the caller provides
 * @param hidden names of variables that hide a namespace of the same name
 */
export function createCelEnvironment(
  given: readonly string[],
  hidden: ReadonlySet<string>,
  current: () => EvaluationContext,
): Environment {
  const environment = new Environment({
    unlistedVariablesAreDyn: true,
    enableOptionalTypes: true,
    homogeneousAggregateLiterals: false,
    limits: { maxDepth: 100, maxAstNodes: 10_000 },
  })
  const namespaces = new Map<string, [string, FunctionDefinition][]>()
  for (const [name, definition] of functionsOf('cel')) {
    if (definition.builtIn) continue
    const [first = '', member] = name.split('.')
    if (member !== undefined) namespaces.set(first, [...(namespaces.get(first) ?? []), [member, definition]])
  }
  // First, as a method of any value would also be one of a namespace: `trunc` and `math.trunc`.
  for (const [name, members] of namespaces)
    if (!hidden.has(name)) registerNamespace(environment, name, members, current)
  for (const [name, definition] of functionsOf('cel'))
    if (!definition.builtIn && !name.includes('.')) registerFunction(environment, name, definition, current)
  for (const name of given)
    if (!functionsOf('cel').has(name))
      register(environment, `${name}(): dyn`, () => current().given.get(name) ?? null)
  registerFold(environment, current)
  registerMixedNumbers(environment)
  registerConversions(environment)
  registerDuration(environment, current)
  registerAsciiCase(environment)
  return environment
}
