import { type ASTNode, type Environment, EvaluationError } from '@marcbachmann/cel-js'
import { ScriptFailure } from '../failure.ts'
import { isRecord } from '../values.ts'
import type { EvaluationContext } from './environment.ts'
import { fromCel } from './values.ts'

/** The arguments that the library's checker and evaluator pass to a macro. The library has no types for them. */
interface Scope {
  forkWithVariable(name: string, type: unknown): Scope
  reuse(outer: Scope): Scope
  setIterValue(value: unknown, evaluator: Evaluator): Scope
}

interface Checker {
  check(node: ASTNode, scope: Scope): unknown
  getType(name: string): unknown
}

interface Evaluator {
  run(node: ASTNode, scope: Scope): unknown
}

/** Where a fold keeps its names: outermost the result, then the key, then the value. */
interface Fold {
  scopes: Scope[]
}

/** The initial value of a fold: zero, or an empty text, list or object, like its first value. */
function zeroOf(value: unknown): unknown {
  if (typeof value === 'bigint') return 0n
  if (typeof value === 'number') return 0
  if (typeof value === 'string') return ''
  if (Array.isArray(value)) return []
  return isRecord(value) ? {} : null
}

function pairsOf(value: unknown, names: number): readonly (readonly unknown[])[] {
  const plain = fromCel(value)
  if (names === 1 && Array.isArray(plain)) return plain.map((item: unknown) => [item])
  if (isRecord(plain))
    return Object.keys(plain)
      .sort()
      .map((key) => (names === 1 ? [key] : [key, plain[key]]))
  throw new ScriptFailure(
    'type',
    names === 1 ? 'fold goes over a list' : 'fold with a key goes over an object',
  )
}

function nameOf(node: ASTNode): string {
  if (node.op === 'id') return node.args
  throw new EvaluationError({
    code: 'invalid_macro_argument',
    message: 'fold takes names, then an expression',
    node,
  })
}

/**
 * Registers `list.fold(item, result, expression)` and `map.fold(key, value, result, expression)`. The expression
 * returns the next result. Each iteration is a step of the budget.
 */
export function registerFold(environment: Environment, current: () => EvaluationContext): void {
  const expand = ({ args, receiver }: { args: readonly ASTNode[]; receiver: ASTNode }) => {
    const expression = args.at(-1)
    const names = args.slice(0, -1).map(nameOf)
    const [result = '', ...items] = [...names.slice(-1), ...names.slice(0, -1)]
    if (expression === undefined || new Set(names).size < names.length)
      throw new EvaluationError({
        code: 'invalid_macro_argument',
        message: 'the names of a fold differ from each other',
        node: receiver,
      })
    return {
      scopes: [],
      async: false,
      typeCheck(checker: Checker, fold: Fold, scope: Scope) {
        checker.check(receiver, scope)
        const dynamic = checker.getType('dyn')
        let inner = scope
        fold.scopes = [result, ...items].map((name) => (inner = inner.forkWithVariable(name, dynamic)))
        checker.check(expression, inner)
        return dynamic
      },
      evaluate(evaluator: Evaluator, { scopes }: Fold, scope: Scope) {
        const { budget } = current().runtime
        const turns = pairsOf(evaluator.run(receiver, scope), items.length)
        let value = zeroOf(fromCel(turns[0]?.at(-1)))
        for (const turn of turns) {
          budget.step()
          let inner = scope
          for (const [index, each] of scopes.entries())
            inner = each.reuse(inner).setIterValue(index === 0 ? value : turn[index - 1], evaluator)
          value = evaluator.run(expression, inner)
        }
        return value
      },
    }
  }
  environment.registerFunction('list.fold(ast, ast, ast): dyn', expand)
  environment.registerFunction('map.fold(ast, ast, ast, ast): dyn', expand)
}
