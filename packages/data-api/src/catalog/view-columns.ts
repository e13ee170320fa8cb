/** A column of a view that is a plain column of another relation. */
export interface DerivedColumn {
  /** Number of the column in the view, from 1. */
  number: number
  /** The relation that the view selects it from, by its oid. */
  relation: number
  /** Number of the column there. */
  column: number
}

/** Matches the tokens of a node tree: brackets, braces, and words. A backslash escapes a separator. */
const tokenPattern = /[{}()]|(?:\\.|[^\s{}()\\])+/gs

/**
 * Reads the rule of a view, as `pg_rewrite.ev_action` stores it, and returns which of its columns are columns of
 * other relations. Only the view's own target list counts, not those of subqueries.
 * Source: PostgreSQL, `nodes/primnodes.h`, TargetEntry: `resorigtbl` and `resorigcol`.
 */
export function readDerivedColumns(action: string): DerivedColumn[] {
  const found: DerivedColumn[] = []
  const open: string[] = []
  let entry: Map<string, string> | undefined
  let inTargetList = -1
  let label = ''
  let previous = ''
  for (const [token] of action.matchAll(tokenPattern)) {
    if (token === '{' || token === '(') {
      // The rule is a list with one query. The query's own target list opens at depth two.
      if (token === '(' && label === ':targetList' && open.length === 2) inTargetList = open.length
      open.push(token)
    } else if (token === '}' || token === ')') {
      open.pop()
      if (entry !== undefined && open.length === inTargetList + 1) {
        const relation = Number(entry.get(':resorigtbl'))
        if (relation > 0)
          found.push({
            number: Number(entry.get(':resno')),
            relation,
            column: Number(entry.get(':resorigcol')),
          })
        entry = undefined
      }
      if (open.length === inTargetList) return found
    } else {
      if (token.startsWith(':')) label = token
      else if (entry !== undefined && previous.startsWith(':') && open.length === inTargetList + 2)
        entry.set(previous, token)
      if (token === 'TARGETENTRY' && open.length === inTargetList + 2) entry = new Map()
    }
    previous = token
  }
  return found
}
