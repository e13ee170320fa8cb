import {
  FunctionExpressionType,
  JSONPathEnvironment,
  JSONPathError,
  jsonpath,
  type JSONPathQuery,
  type JSONValue,
} from 'json-p3'
import type { Budget } from '../budget.ts'
import { failureOf, ScriptFailure } from '../failure.ts'
import { guard, pattern } from '../regex.ts'

const { FilterSelector, NameSelector, IndexSelector } = jsonpath.selectors

export interface CompiledPath {
  /** Whether it may visit values more often than there are: it filters, or descends or branches repeatedly. */
  heavy: boolean
  /** Whether it visits values that it does not name. */
  visitsMany: boolean
  /** The first value that the path finds; undefined if nothing matches. */
  first(document: JSONValue, budget: Budget): unknown
  /** All values that the path finds. */
  all(document: JSONValue, budget: Budget): unknown[]
  /** All values that the path finds, each with its place. */
  nodes(document: JSONValue, budget: Budget): JsonNode[]
}

/** A value that a path has found. */
export interface JsonNode {
  /** Keys and indexes that lead to it from the document; none for the document itself. */
  path: (string | number)[]
  value: unknown
}

const LONGEST_KEPT = 4_000
const KEPT_PATHS = 500
const kept = new Map<string, CompiledPath>()

/** The standard says that a wrong pattern matches nothing; one that is too large is an error all the same. */
function matching(
  test: (source: string, text: string) => boolean,
): (text: unknown, source: unknown) => boolean {
  return (text, source) => {
    if (typeof text !== 'string' || typeof source !== 'string') return false
    try {
      return test(source, text)
    } catch (error) {
      if (error instanceof ScriptFailure && error.code === 'arguments') return false
      throw error
    }
  }
}

function createEnvironment(): JSONPathEnvironment {
  const environment = new JSONPathEnvironment({ maxRecursionDepth: 500 })
  const types = {
    argTypes: [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType],
    returnType: FunctionExpressionType.LogicalType,
  }
  environment.functionRegister.set('match', {
    ...types,
    call: matching((source, text) => guard(pattern(source), text).matches(text)),
  })
  environment.functionRegister.set('search', {
    ...types,
    call: matching((source, text) => guard(pattern(source), text).matcher(text).find()),
  })
  return environment
}

const environment = createEnvironment()

/**
 * Paths as people also write them: `.a.b`, `@.a.b`, `a.b`, `{.a.b}`.
 * @returns the standard's form, and by how much its positions are shifted
 */
function normalise(source: string): { path: string; shift: number } {
  const start = source.length - source.trimStart().length
  const trimmed = source.trim()
  if (trimmed.startsWith('{') && trimmed.endsWith('}')) {
    const inner = normalise(trimmed.slice(1, -1))
    return { path: inner.path, shift: start + 1 + inner.shift }
  }
  if (trimmed.startsWith('$') || trimmed === '') return { path: trimmed, shift: start }
  if (trimmed.startsWith('@')) return { path: `$${trimmed.slice(1)}`, shift: start }
  if (trimmed === '.') return { path: '$', shift: start }
  if (trimmed.startsWith('.') || trimmed.startsWith('[')) return { path: `$${trimmed}`, shift: start - 1 }
  return { path: `$.${trimmed}`, shift: start - 2 }
}

/** @throws ScriptFailure with the place of the first error */
export function compilePath(source: string): CompiledPath {
  const known = kept.get(source)
  if (known !== undefined) return known
  const { path, shift } = normalise(source)
  if (path === '') throw new ScriptFailure('syntax', 'the path is empty', 0)
  const located = (error: unknown): ScriptFailure => pathFailure(error, shift)
  let query: JSONPathQuery
  try {
    query = environment.compile(path)
  } catch (error) {
    throw located(error)
  }
  function* found(document: JSONValue, budget: Budget) {
    try {
      for (const node of query.lazyQuery(document)) {
        budget.step()
        yield node
      }
    } catch (error) {
      throw located(error)
    }
  }
  const made: CompiledPath = {
    heavy: isHeavy(query),
    visitsMany: visitsMany(query),
    first(document, budget) {
      const value: unknown = found(document, budget).next().value?.value
      return value
    },
    all: (document, budget) => Array.from(found(document, budget), (node) => node.value),
    nodes: (document, budget) =>
      Array.from(found(document, budget), ({ location, value }) => ({ path: [...location], value })),
  }
  const [oldest] = kept.keys()
  if (kept.size >= KEPT_PATHS && oldest !== undefined) kept.delete(oldest)
  if (source.length <= LONGEST_KEPT) kept.set(source, made)
  return made
}

function pathFailure(error: unknown, shift: number): ScriptFailure {
  if (!(error instanceof JSONPathError)) return failureOf(error)
  const offset = Math.max(0, error.token.index + shift)
  const message = error.message.replace(/ \('.*$/s, '')
  if (error.name === 'JSONPathRecursionLimitError') return new ScriptFailure('too-deep', message, offset)
  if (error.name === 'UndefinedFilterFunctionError')
    return new ScriptFailure('unknown-function', `unknown function ${error.token.value}`, offset)
  return new ScriptFailure('syntax', message, offset)
}

function visitsMany({ segments }: JSONPathQuery): boolean {
  return segments.some(
    (segment) =>
      segment.toString().startsWith('..') ||
      segment.selectors.some(
        (selector) => !(selector instanceof NameSelector || selector instanceof IndexSelector),
      ),
  )
}

function isHeavy({ segments }: JSONPathQuery): boolean {
  const descents = segments.filter((segment) => segment.toString().startsWith('..')).length
  const branches = segments.filter(({ selectors }) => selectors.length > 1).length
  const filters = segments.some(({ selectors }) =>
    selectors.some((selector) => selector instanceof FilterSelector),
  )
  const broad = segments.some(({ selectors }) =>
    selectors.some((selector) => !(selector instanceof NameSelector || selector instanceof IndexSelector)),
  )
  return filters || branches > 0 || descents > 1 || (descents === 1 && broad && segments.length > 8)
}

/** Top-level names that a path reads, with their places. */
export function rootNames(source: string): { name: string; offset: number }[] {
  const { path, shift } = normalise(source)
  const query = environment.compile(path)
  const [first] = query.segments
  if (first === undefined || first.toString().startsWith('..')) return []
  return first.selectors.flatMap((selector) =>
    selector instanceof NameSelector
      ? [{ name: selector.name, offset: Math.max(0, selector.token.index + shift) }]
      : [],
  )
}
