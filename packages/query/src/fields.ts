/** What every field of a list has. */
interface Common {
  /** As it is written in a query. */
  name: string
  /** Other spellings that are read too. */
  aliases?: readonly string[]
  /** One line for the person who types: what the field says. */
  help: string
  /** SQL of its value. It is part of a statement: no text of a user may be in it. */
  sql: string
  /** SQL of what it is sorted by, where that is not its value; what comes first has the lowest. */
  order?: string
}

/** A field whose values are texts; they are compared without regard to case, and a star stands for any characters. */
export interface TextField extends Common {
  kind: 'text'
}

/** A field with a few fixed values. */
export interface ChoiceField extends Common {
  kind: 'choice'
  values: readonly string[]
}

/** A field that is a moment. */
export interface TimeField extends Common {
  kind: 'time'
}

/** A field with keys, such as labels; `sql` is a JSON object of texts. */
export interface MapField extends Common {
  kind: 'map'
}

/**
 * A field by which people search a list. The table of fields of a list is the only place that says what can be asked of it:
 * checks of queries, SQL, completion and help come from it.
 */
export type Field = TextField | ChoiceField | TimeField | MapField

/** The field with a name or one of its other spellings, in any case. */
export function fieldByName(fields: readonly Field[], name: string): Field | undefined {
  const wanted = name.toLowerCase()
  return fields.find((field) => field.name === wanted || field.aliases?.includes(wanted) === true)
}

/** A field, and the key in it where it has keys. */
export interface Target {
  field: Field
  key: string | undefined
}

/** Takes a path such as `labels.team` apart. @returns undefined where no field is meant by it. */
export function targetOf(fields: readonly Field[], path: string): Target | undefined {
  const whole = fieldByName(fields, path)
  if (whole !== undefined) return { field: whole, key: undefined }
  const dot = path.indexOf('.')
  const field = dot < 0 ? undefined : fieldByName(fields, path.slice(0, dot))
  const key = path.slice(dot + 1)
  return field?.kind === 'map' && key !== '' ? { field, key } : undefined
}
