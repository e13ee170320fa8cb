/** How a field is compared. */
export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>='
/** A comparison as it is written. A colon means `=` after the name of a field; after anything else it is part of a word. */
export type Operator = Comparison | ':'

/** Where something stands in the text of a query: from the first character up to the one after the last. */
export interface Span {
  from: number
  to: number
}

/** A value that a field is compared with. In a quoted one a star stands for itself. */
export interface Value extends Span {
  text: string
  quoted: boolean
}

/**
 * A query as it was written. `name` of a field is the whole path, such as `labels.team`; which part of it is the field and
 * which the key is decided by the fields of the list.
 */
export type Node =
  | ({ kind: 'all' | 'any'; parts: readonly Node[] } & Span)
  | ({ kind: 'not'; part: Node } & Span)
  | ({ kind: 'word'; value: Value } & Span)
  | ({ kind: 'has'; name: string } & Span)
  | ({ kind: 'compare'; name: string; operator: Operator; values: readonly Value[] } & Span)

/** Why a query cannot be used, and which part of it is meant. */
export interface QueryProblem extends Span {
  message: string
}

/** Brackets and negations within each other, at most. */
export const MAX_DEPTH = 20
/** Most words and comparisons of one query: each is a condition that every row is tested by. */
export const MAX_TERMS = 100
