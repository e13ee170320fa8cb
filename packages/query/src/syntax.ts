/** How a field is compared. */
export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>='
/** A comparison as it is written. A colon means `=` after the name of a field; after anything else it is part of a word. */
export type Operator = Comparison | ':'

/** A position in the text of a query: the index of the first character, and the index after the last one. */
export interface Span {
  from: number
  to: number
}

/** A value to compare with. In a quoted value a star is an ordinary character. */
export interface Value extends Span {
  text: string
  quoted: boolean
}

/**
 * A parsed query. `name` is a whole path such as `labels.team`. The fields of the list decide which part is the field and
 * which the key.
 */
export type Node =
  | ({ kind: 'all' | 'any'; parts: readonly Node[] } & Span)
  | ({ kind: 'not'; part: Node } & Span)
  | ({ kind: 'word'; value: Value } & Span)
  | ({ kind: 'has'; name: string } & Span)
  | ({ kind: 'compare'; name: string; operator: Operator; values: readonly Value[] } & Span)

/** A problem of a query, with its position. */
export interface QueryProblem extends Span {
  message: string
}

/** Most levels of nested brackets and negations. */
export const MAX_DEPTH = 20
/** Most words and comparisons of one query, because the database tests every row against each. */
export const MAX_TERMS = 100
