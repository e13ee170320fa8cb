import type { Budget } from '../budget.ts'
import { Duration } from '../duration.ts'
import { ScriptFailure } from '../failure.ts'
import type { FunctionDefinition, Runtime } from '../functions/definition.ts'
import { fieldOf } from '../functions/go-struct.ts'
import { durationMethods, timeMethod } from '../functions/go-time.ts'
import { arity, call, functionsOf } from '../functions/registry.ts'
import { print } from '../print.ts'
import { isRecord, isTrue, typeName } from '../values.ts'
import type { Command, Node, Operand, ParsedTemplate, Pipe } from './nodes.ts'
import { createVariables, type Variables } from './variables.ts'

/** Printed for a missing value. */
const NO_VALUE = '<no value>'

export interface TemplateEnvironment {
  /** The value of `.` at the start. */
  data: Readonly<Record<string, unknown>>
  /** Results of functions without arguments, by name. */
  given: ReadonlyMap<string, unknown>
}

/** How the evaluation of a list of nodes ended. */
type Ending = 'done' | 'break' | 'continue'

const functions = functionsOf('template')

/** Evaluates a template within the budget of the runtime. @returns its text */
export function evaluateTemplate(
  template: ParsedTemplate,
  environment: TemplateEnvironment,
  runtime: Runtime,
): string {
  const { budget } = runtime
  const pieces: string[] = []
  let length = 0

  function write(text: string): void {
    length += text.length
    if (length > budget.limits.outputCharacters)
      throw new ScriptFailure(
        'output-too-long',
        `wrote more than ${budget.limits.outputCharacters} characters`,
      )
    pieces.push(text)
  }

  function runAll(nodes: readonly Node[], dot: unknown, variables: Variables): Ending {
    const inner = variables.open()
    for (const node of nodes) {
      budget.step()
      const ending = located(node.offset, () => run(node, dot, inner))
      if (ending !== 'done') return ending
    }
    return 'done'
  }

  function run(node: Node, dot: unknown, variables: Variables): Ending {
    switch (node.kind) {
      case 'text':
        write(node.text)
        return 'done'
      case 'action': {
        const value = evaluatePipe(node.pipe, dot, variables)
        if (node.pipe.variables.length === 0) write(printed(value, budget))
        return 'done'
      }
      case 'if':
      case 'with': {
        const inner = variables.open()
        const value = evaluatePipe(node.pipe, dot, inner)
        return budget.deeper(() =>
          isTrue(value)
            ? runAll(node.body, node.kind === 'with' ? value : dot, inner)
            : runAll(node.otherwise, dot, inner),
        )
      }
      case 'range':
        return budget.deeper(() => runRange(node, dot, variables))
      case 'template': {
        const body = template.definitions.get(node.name)
        if (body === undefined)
          throw new ScriptFailure('evaluation', `no template ${JSON.stringify(node.name)}`)
        const data = node.pipe === undefined ? undefined : evaluatePipe(node.pipe, dot, variables)
        budget.deeper(() => runAll(body, data, createVariables(data)))
        return 'done'
      }
      case 'break':
      case 'continue':
        return node.kind
      default:
        return node satisfies never
    }
  }

  function runRange(
    node: Extract<Node, { kind: 'if' | 'with' | 'range' }>,
    dot: unknown,
    variables: Variables,
  ): Ending {
    const outer = variables.open()
    const value = evaluatePipe({ ...node.pipe, variables: [] }, dot, outer)
    let empty = true
    for (const [key, item] of pairs(value)) {
      empty = false
      budget.step()
      const inner = outer.open()
      const [first, second] = node.pipe.variables
      const set = (name: string, to: unknown) =>
        node.pipe.assigns ? inner.assign(name, to) : inner.declare(name, to)
      if (first !== undefined && second !== undefined) {
        set(first, key)
        set(second, item)
      } else if (first !== undefined) set(first, item)
      if (runAll(node.body, item, inner) === 'break') break
    }
    return empty ? runAll(node.otherwise, dot, outer) : 'done'
  }

  /** Key and value of each element of a range. An integer counts from 0. */
  function* pairs(value: unknown): Generator<readonly [unknown, unknown]> {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) yield [BigInt(index), item]
    } else if (isRecord(value)) {
      const keys = Object.keys(value)
      budget.step(keys.length)
      for (const key of keys.sort()) yield [key, value[key]]
    } else if (typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value))) {
      for (let count = 0n; count < BigInt(value); count += 1n) yield [count, count]
    } else if (value !== null && value !== undefined)
      throw new ScriptFailure('evaluation', `cannot go over ${typeName(value)}`)
  }

  function evaluatePipe(pipe: Pipe, dot: unknown, variables: Variables): unknown {
    let value: unknown
    for (const [index, command] of pipe.commands.entries())
      value = evaluateCommand(command, dot, variables, index === 0 ? [] : [value])
    for (const name of pipe.variables)
      if (pipe.assigns) variables.assign(name, value)
      else variables.declare(name, value)
    return value
  }

  function evaluateCommand(
    { operands, offset }: Command,
    dot: unknown,
    variables: Variables,
    piped: readonly unknown[],
  ): unknown {
    budget.step()
    const [first, ...rest] = operands
    if (first === undefined) return undefined
    return located(first.offset, () => {
      if (first.kind === 'name') return evaluateName(first, rest, dot, variables, piped)
      if (rest.length + piped.length > 0) {
        const method = methodOf(first, rest.length + piped.length, dot, variables)
        if (method !== undefined)
          return method([...rest.map((operand) => evaluateOperand(operand, dot, variables)), ...piped])
        throw new ScriptFailure('evaluation', 'only functions take arguments', offset)
      }
      if (first.kind === 'nil') throw new ScriptFailure('evaluation', 'nil is no command')
      return evaluateOperand(first, dot, variables)
    })
  }

  function evaluateName(
    { words }: Extract<Operand, { kind: 'name' }>,
    rest: readonly Operand[],
    dot: unknown,
    variables: Variables,
    piped: readonly unknown[],
  ): unknown {
    const [name = '', ...fields] = words
    const takesNone = rest.length + piped.length === 0
    if (takesNone && environment.given.has(name)) return fieldsOf(environment.given.get(name), fields)
    // A variable without its dot, as other products allow.
    if (Object.hasOwn(environment.data, name) && (fields.length > 0 || takesNone)) {
      if (!takesNone) throw new ScriptFailure('evaluation', `${name} is a value and takes no arguments`)
      return fieldsOf(environment.data[name], fields)
    }
    const found = functionNamed(words)
    if (found === undefined)
      throw new ScriptFailure('unknown-function', `unknown function ${words.join('.')}`)
    const { definition, name: written, fields: after } = found
    if (!takesNone && after.length > 0) {
      const owner =
        arity(definition).least === 0 &&
        fieldsOf(call(definition, [], 'template', runtime, written), after.slice(0, -1))
      const method = timeMethod(after.at(-1) ?? '', rest.length + piped.length)
      if (owner instanceof Date && method !== undefined)
        return method(owner, [...rest.map((operand) => evaluateOperand(operand, dot, variables)), ...piped])
      throw new ScriptFailure('evaluation', `${written} has no field ${after.join('.')} that takes arguments`)
    }
    if (name === 'and' || name === 'or') return shortCircuit(name, rest, dot, variables, piped)
    const values = [...rest.map((operand) => evaluateOperand(operand, dot, variables)), ...piped]
    return fieldsOf(call(definition, values, 'template', runtime, written), after)
  }

  function shortCircuit(
    name: 'and' | 'or',
    rest: readonly Operand[],
    dot: unknown,
    variables: Variables,
    piped: readonly unknown[],
  ): unknown {
    let value: unknown
    for (const operand of rest) {
      value = evaluateOperand(operand, dot, variables)
      if (isTrue(value) === (name === 'or')) return value
    }
    if (rest.length + piped.length === 0) throw new ScriptFailure('arguments', `${name} needs values`)
    return piped.length > 0 ? piped[0] : value
  }

  function evaluateOperand(operand: Operand, dot: unknown, variables: Variables): unknown {
    budget.step()
    return located(operand.offset, () => {
      switch (operand.kind) {
        case 'dot':
          return fieldsOf(dot, operand.fields)
        case 'variable':
          return fieldsOf(variables.get(operand.name), operand.fields)
        case 'constant':
          return operand.value
        case 'nil':
          return null
        case 'pipe':
          return budget.deeper(() => fieldsOf(evaluatePipe(operand.pipe, dot, variables), operand.fields))
        case 'name':
          return evaluateName(operand, [], dot, variables, [])
        default:
          return operand satisfies never
      }
    })
  }

  /** The method of a time at the end of fields, which may take arguments: `.created.Format "2006"`. */
  function methodOf(
    operand: Operand,
    given: number,
    dot: unknown,
    variables: Variables,
  ): ((values: readonly unknown[]) => unknown) | undefined {
    const name = 'fields' in operand ? operand.fields.at(-1) : undefined
    const method = name === undefined ? undefined : timeMethod(name, given)
    if (method === undefined || !('fields' in operand)) return undefined
    const owner = evaluateOperand({ ...operand, fields: operand.fields.slice(0, -1) }, dot, variables)
    if (!(owner instanceof Date)) return undefined
    return (values) => method(owner, values)
  }

  runAll(template.root, environment.data, createVariables(environment.data))
  if (budget.passed !== undefined) throw budget.passed
  return pieces.join('')
}

/** Finds a function by words. Further words are fields of its result. */
export function functionNamed(
  words: readonly string[],
): { definition: FunctionDefinition; name: string; fields: readonly string[] } | undefined {
  for (let length = words.length; length > 0; length -= 1) {
    const name = words.slice(0, length).join('.')
    const definition = functions.get(name)
    if (definition !== undefined) return { definition, name, fields: words.slice(length) }
  }
  return undefined
}

/** Reads nested fields. Fields of a missing value are missing. */
function fieldsOf(value: unknown, fields: readonly string[]): unknown {
  return fields.reduce<unknown>((at, name) => {
    if (at === null || at === undefined) return undefined
    if (isRecord(at)) return fieldOf(at, name)
    if (at instanceof Duration) {
      const method = durationMethods.get(name)
      if (method !== undefined) return method(at)
    }
    const method = at instanceof Date ? timeMethod(name, 0) : undefined
    if (at instanceof Date && method !== undefined) return method(at, [])
    throw new ScriptFailure('evaluation', `${typeName(at)} has no field ${name}`)
  }, value)
}

function printed(value: unknown, budget: Budget): string {
  return value === null || value === undefined ? NO_VALUE : print(value, budget)
}

/** Adds a position to a failure, unless it already has one. */
function located<Result>(offset: number, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof ScriptFailure && error.offset === undefined)
      throw new ScriptFailure(error.code, error.message, offset)
    throw error
  }
}
