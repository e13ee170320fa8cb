import type { Script } from '../script.ts'
import type { ParsedTemplate } from './nodes.ts'
import { parseTemplate } from './parser.ts'

const KEPT = 500
const LONGEST_KEPT = 4_000
const kept = new Map<string, ParsedTemplate>()

/** Parses a template, or finds it parsed. @throws ScriptFailure where it cannot be parsed */
export function templateProgram({ source, delimiters }: Script): ParsedTemplate {
  const key = JSON.stringify([delimiters ?? [], source])
  const known = kept.get(key)
  if (known !== undefined) return known
  const made = parseTemplate(source, delimiters)
  const [oldest] = kept.keys()
  if (kept.size >= KEPT && oldest !== undefined) kept.delete(oldest)
  if (source.length <= LONGEST_KEPT) kept.set(key, made)
  return made
}
