import type { Sql } from 'sql-template-tag'

/** What every field of a list has. */
interface CommonField {
  /** The name in a query. */
  name: string
  /** Other accepted spellings. */
  aliases?: readonly string[]
  /** One line of help. */
  help: string
}

/** A field with text values. Comparison ignores case; a star matches any characters. */
export interface TextField extends CommonField {
  kind: 'text'
}

/** A field with a few fixed values. */
export interface ChoiceField extends CommonField {
  kind: 'choice'
  values: readonly string[]
}

/** A field with a time. */
export interface TimeField extends CommonField {
  kind: 'time'
}

/** A field with a number. */
export interface NumberField extends CommonField {
  kind: 'number'
}

/** A field with keys, such as labels. */
export interface MapField extends CommonField {
  kind: 'map'
  /** Whether a comparison must name a key: `labels.team=web`, never `labels=web`. */
  keyed?: true
}

/**
 * A field by which people search a list. Validation, conditions, completion and help of a list all come from its table of
 * fields. A table adds to each field where its value is, as `InSql` or `InTable` says.
 */
export type Field = TextField | ChoiceField | TimeField | NumberField | MapField

/** Where `conditionSql` finds the value of a field. */
export interface InSql {
  /** SQL of the value; of a field with keys, a JSON object of texts. */
  sql: Sql
  /** SQL of what it is sorted by, where that is not its value; what comes first has the lowest. */
  order?: Sql
  /**
   * Makes the condition on a row of one on `sql`, for values of another table: `row.id in (select … where ${condition})`. It must
   * be true or false for every row, never null. A field that has it must have `order`.
   */
  within?: (condition: Sql) => Sql
  /**
   * For a field with keys, SQL that an index answers, where there is one: whether a row may have any of some values, or a value
   * that begins with any of some starts, in any case. It is true for all rows that have one, and perhaps for others. The
   * arguments are SQL of lists of texts, of which none is empty.
   */
  mayHave?: (values: Sql, starts: Sql) => Sql
}

/** A field of a list that the server searches with its own SQL. */
export type SqlField = Field & InSql

/** The field with a name or one of its other spellings, in any case. */
function fieldByName<Place>(fields: readonly (Field & Place)[], name: string): (Field & Place) | undefined {
  const wanted = name.toLowerCase()
  return fields.find((field) => field.name === wanted || field.aliases?.includes(wanted) === true)
}

/** A field, and the key if the field has keys. */
export interface Target<Place = unknown> {
  field: Field & Place
  key: string | undefined
}

/** Splits a path such as `labels.team` into field and key. @returns undefined if there is no such field */
export function targetOf<Place>(fields: readonly (Field & Place)[], path: string): Target<Place> | undefined {
  const whole = fieldByName(fields, path)
  if (whole !== undefined) return { field: whole, key: undefined }
  const dot = path.indexOf('.')
  const field = dot < 0 ? undefined : fieldByName(fields, path.slice(0, dot))
  const key = path.slice(dot + 1)
  return field?.kind === 'map' && key !== '' ? { field, key } : undefined
}

/** Where `conditionFilter` finds the value of a field. */
export interface InTable {
  /** Its column in the data service, or a path into one, such as `traits->>email`. */
  column: string
  /** For a text: the column has several of them, with commas between. A row matches if one of them does. */
  list?: true
  /** For a text: the column has lower case only, so that values are compared as they are and an index answers. */
  lower?: true
  /** For a choice: how the column writes a value, where it does not write it as people do. */
  stored?: (value: string) => string
  /** For a column of whole numbers: the largest that it can have. The database refuses comparisons with others. */
  largest?: number
}

/** A field of a list that is read from the data service. */
export type TableField = Field & InTable
