// Compares what statements answered in tests with the row types that the code declares for them.
//
// The type argument of `query<Row>` is the word of its author. This finds an untrue one, where a test ran the statement.
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Node } from 'typescript/unstable/ast'
import { isCallExpression } from 'typescript/unstable/ast/is'
import { API, type Checker, type Program, type Type, TypeFlags } from 'typescript/unstable/sync'
import { z } from 'zod'
import type { ValueKind } from './record.ts'

const root = fileURLToPath(new URL('../../../../..', import.meta.url))

const answerList = z.array(
  z.object({ stack: z.array(z.string()), columns: z.record(z.string(), z.array(z.string())) }),
)
type Answer = z.infer<typeof answerList>[number]

interface Place {
  file: string
  /** Both from 1. */
  line: number
  column: number
}

/** The places of a stack, the innermost first. */
function placesOf({ stack }: Answer): Place[] {
  return stack.flatMap((text): Place[] => {
    const [, file, line, column] = /\(?(\/[^()]+):(\d+):(\d+)\)?$/.exec(text) ?? []
    return file === undefined || file.endsWith('/row-types/record.ts')
      ? []
      : [{ file, line: Number(line), column: Number(column) }]
  })
}

/** The call whose name is at a position. */
function callAt(node: Node, position: number): Node | undefined {
  if (position < node.getFullStart() || position > node.getEnd()) return undefined
  const inner = node.forEachChild((child) => callAt(child, position))
  if (inner !== undefined) return inner
  const isThere = isCallExpression(node) && position >= node.getStart() && position < node.expression.getEnd()
  return isThere ? node : undefined
}

interface RowType {
  type: Type
  place: Place
}

/** The row type of the statement: of the nearest call that names one and does not itself take it from its caller. */
function rowTypeOf(answer: Answer, program: Program, checker: Checker): RowType | undefined {
  for (const place of placesOf(answer)) {
    const source = program.getSourceFile(place.file)
    const call =
      source && callAt(source, source.getPositionOfLineAndCharacter(place.line - 1, place.column - 1))
    if (call === undefined || !isCallExpression(call)) continue
    const [argument] = call.typeArguments ?? []
    const type = argument && checker.getTypeFromTypeNode(argument)
    if (type === undefined) return undefined
    if (!type.isTypeParameter()) return { type, place }
  }
  return undefined
}

const partsOf = (type: Type): readonly Type[] => (type.isUnionType() ? type.getTypes() : [type])
const has = (type: Type, flags: TypeFlags): boolean => (type.flags & flags) !== 0

const flagsOfKind: Readonly<Record<string, TypeFlags>> = {
  null: TypeFlags.Null,
  undefined: TypeFlags.Undefined,
  string: TypeFlags.StringLike,
  number: TypeFlags.NumberLike,
  boolean: TypeFlags.BooleanLike,
  object: TypeFlags.Object,
}

function allows(checker: Checker, type: Type, kind: ValueKind): boolean {
  if (has(type, TypeFlags.AnyOrUnknown)) return true
  if (type.isUnionType()) return partsOf(type).some((part) => allows(checker, part, kind))
  if (type.isIntersectionType()) return type.getTypes().some((part) => allows(checker, part, kind))
  const flags = flagsOfKind[kind]
  if (flags !== undefined) return has(type, flags)
  if (!kind.endsWith('[]')) return type.getSymbol()?.name === kind
  if (!checker.isArrayLikeType(type) || !type.isTypeReference()) return false
  const [item] = checker.getTypeArguments(type)
  const kinds = kind.slice(0, -2).split('|')
  // What is inside of arrays of JSON is for those who parse it.
  return (
    item === undefined ||
    kind === '[]' ||
    kinds.some((inner) => inner.endsWith('[]')) ||
    kinds.every((inner) => allows(checker, item, inner))
  )
}

/** What is untrue of the row type of an answer. */
function problemsOf({ columns }: Answer, { type, place }: RowType, checker: Checker): string[] {
  return checker.getPropertiesOfType(type).flatMap((property) => {
    const declared = checker.getTypeOfSymbol(property)
    if (declared === undefined) return []
    const say = (fact: string) =>
      `${relative(root, place.file)}:${place.line}: "${property.name}: ${checker.typeToString(declared)}" ${fact}`
    const kinds = columns[property.name]
    if (kinds === undefined) return allows(checker, declared, 'undefined') ? [] : [say('is not returned')]
    return kinds.filter((kind) => !allows(checker, declared, kind)).map((kind) => say(`was ${kind}`))
  })
}

/**
 * Compares the answers that processes of tests recorded with the types of the code.
 * @returns what is untrue, a line each, with its place
 */
export function findUntrueRowTypes(answers: readonly Answer[]): string[] {
  const api = new API({ cwd: root })
  try {
    const config = join(root, 'tsconfig.json')
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (project === undefined) throw new Error(`TypeScript does not open ${config}`)
    const { checker, program } = project
    const problems = answers.flatMap((answer) => {
      const rowType = rowTypeOf(answer, program, checker)
      return rowType === undefined ? [] : problemsOf(answer, rowType, checker)
    })
    return [...new Set(problems)].toSorted()
  } finally {
    api.close()
  }
}

/** Whether the product sent a statement as text: the rows of Kysely have types that the compiler knows. */
function isText(answer: Answer): boolean {
  const [place] = placesOf(answer)
  return place !== undefined && !/\.test\.ts$|\/testing(?:\/|\.ts$)|\/tables-on\.ts$/.test(place.file)
}

/** Reads what `record.ts` wrote into a folder of the statements that the product sent as text. */
export async function readAnswers(folder: string): Promise<Answer[]> {
  const files = await readdir(folder)
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
  const lines = new Set(texts.flatMap((text) => text.split('\n').filter((line) => line !== '')))
  return answerList.parse(Array.from(lines, (line): unknown => JSON.parse(line))).filter(isText)
}
