/** What every field of a list has. */
interface Common {
  /** The name in a query. */
  name: string
  /** Other accepted spellings. */
  aliases?: readonly string[]
  /** One line of help. */
  help: string
  /** SQL of its value. It becomes part of a statement, so it must not contain any text of a user. */
  sql: string
  /** SQL of what it is sorted by, where that is not its value; what comes first has the lowest. */
  order?: string
  /**
   * Makes the condition on a row of one on `sql`, for values of another table: `row.id in (select … where ${condition})`. It must
   * be true or false for every row, never null. A field that has it must have `order`.
   */
  within?: (condition: string) => string
}

/** A field with text values. Comparison ignores case; a star matches any characters. */
export interface TextField extends Common {
  kind: 'text'
}

/** A field with a few fixed values. */
export interface ChoiceField extends Common {
  kind: 'choice'
  values: readonly string[]
}

/** A field with a time. */
export interface TimeField extends Common {
  kind: 'time'
}

/** A field with a number. */
export interface NumberField extends Common {
  kind: 'number'
}

/** A field with keys, such as labels; `sql` is a JSON object of texts. */
export interface MapField extends Common {
  kind: 'map'
  /**
   * SQL that an index answers, where there is one: whether a row may have any of some values, or a value that begins with
   * any of some starts, in any case. It is true for all rows that have one, and perhaps for others. The arguments are SQL of
   * lists of texts, of which none is empty.
   */
  mayHave?: (values: string, starts: string) => string
}

/**
 * A field by which people search a list. Validation, SQL, completion and help of a list all come from its table of fields.
 */
export type Field = TextField | ChoiceField | TimeField | NumberField | MapField

/** The field with a name or one of its other spellings, in any case. */
export function fieldByName(fields: readonly Field[], name: string): Field | undefined {
  const wanted = name.toLowerCase()
  return fields.find((field) => field.name === wanted || field.aliases?.includes(wanted) === true)
}

/** A field, and the key if the field has keys. */
export interface Target {
  field: Field
  key: string | undefined
}

/** Splits a path such as `labels.team` into field and key. @returns undefined if there is no such field */
export function targetOf(fields: readonly Field[], path: string): Target | undefined {
  const whole = fieldByName(fields, path)
  if (whole !== undefined) return { field: whole, key: undefined }
  const dot = path.indexOf('.')
  const field = dot < 0 ? undefined : fieldByName(fields, path.slice(0, dot))
  const key = path.slice(dot + 1)
  return field?.kind === 'map' && key !== '' ? { field, key } : undefined
}
