import { type ASTNode, type Environment, EvaluationError } from '@marcbachmann/cel-js'
import { isRecord } from '../values.ts'
import { ownNames } from './own-names.ts'
import { fromCel } from './values.ts'

/**
 * The library's `has` takes only names separated by dots, but people also write `has(items[0].name)`. Ours takes any
 * field of any value.
 */
const escaped = String.raw`(?:\\[\s\S]|[^\\])*?`
/** Texts, comments and names. A text that does not end is taken too, so that it is read once. */
const tokens = new RegExp(
  [
    String.raw`[bB]?[rR][bB]?(?:"""[^]*?(?:"""|$)|'{3}[^]*?(?:'{3}|$)|"[^"\n]*"?|'[^'\n]*'?)`,
    String.raw`[bB]?(?:"""${escaped}(?:"""|\\?$)|'{3}${escaped}(?:'{3}|\\?$))`,
    String.raw`[bB]?(?:"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?)`,
    String.raw`//[^\n]*|[\w.]+`,
  ].join('|'),
  'g',
)

/** Redirects calls of `has`, but not the word in texts, comments or method names. */
export function withOwnHas(source: string): string {
  if (!source.includes('has')) return source
  return source.replaceAll(tokens, (token, offset: number) =>
    token === 'has' && /^\s*\(/.test(source.slice(offset + token.length, offset + 50)) ? ownNames.has : token,
  )
}

interface Macro {
  owner: ASTNode
  field: string
}

interface Checker {
  check(node: ASTNode, context: unknown): unknown
  getType(name: string): unknown
}

interface Evaluator {
  run(node: ASTNode, context: unknown): unknown
}

export function registerHas(environment: Environment): void {
  environment.registerFunction(
    `${ownNames.has}(ast): bool`,
    ({ args: [argument] }: { args: readonly ASTNode[] }) => {
      if (argument === undefined || (argument.op !== '.' && argument.op !== '.?'))
        throw new EvaluationError({
          code: 'invalid_macro_argument',
          message: 'has() takes a field, such as has(check.labels)',
          ...(argument && { node: argument }),
        })
      const [owner, field] = argument.args
      return {
        owner,
        field,
        async: false,
        typeCheck(checker: Checker, macro: Macro, context: unknown) {
          checker.check(macro.owner, context)
          return checker.getType('bool')
        },
        evaluate(evaluator: Evaluator, macro: Macro, context: unknown) {
          const value = fromCel(evaluator.run(macro.owner, context))
          return isRecord(value) && Object.hasOwn(value, macro.field) && value[macro.field] !== undefined
        },
      }
    },
  )
}
