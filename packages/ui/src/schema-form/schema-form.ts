import { createContext, use } from 'react'

/** Path within a value: keys, and indexes of lists. */
export type ValuePath = readonly (string | number)[]

/** The value that the fields of a form show and change. */
export interface SchemaForm {
  valueAt: (path: ValuePath) => unknown
  /** @param to the new value; undefined removes the field */
  change: (path: ValuePath, to: unknown) => void
  /** Returns the error at a path or below it, once the person has visited the field. */
  problemAt: (path: ValuePath) => string | undefined
  /** Records that the person visited a field. */
  touch: (path: ValuePath) => void
  /** Opens the code, for values without a suitable control. */
  showCode: () => void
}

const SchemaFormContext = createContext<SchemaForm | undefined>(undefined)

/** Provides the form to its fields. */
export const SchemaFormProvider = SchemaFormContext.Provider

/** Returns the form of a field. */
export function useSchemaForm(): SchemaForm {
  const form = use(SchemaFormContext)
  if (form === undefined) throw new Error('a schema field needs a SchemaFormProvider around it')
  return form
}
