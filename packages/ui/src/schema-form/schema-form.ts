import { createContext, use } from 'react'

/** Where something is in a value: keys, and indexes of lists. */
export type ValuePath = readonly (string | number)[]

/** What forms say of a field that is empty and may not be. */
export const REQUIRED = 'This field is required'

/** The value that the fields of a form show and change. */
export interface SchemaForm {
  valueAt: (path: ValuePath) => unknown
  /** @param to undefined takes the value away */
  change: (path: ValuePath, to: unknown) => void
  /** What is wrong at a path, or beneath it, once the person has been there. */
  problemAt: (path: ValuePath) => string | undefined
  /** The person has been at a field. */
  touch: (path: ValuePath) => void
  /** Leads to the code, for what no control fits. */
  showCode: () => void
}

const SchemaFormContext = createContext<SchemaForm | undefined>(undefined)

/** Gives the fields of a form their value. */
export const SchemaFormProvider = SchemaFormContext.Provider

/** The form that a field belongs to. */
export function useSchemaForm(): SchemaForm {
  const form = use(SchemaFormContext)
  if (form === undefined) throw new Error('a schema field needs a SchemaFormProvider around it')
  return form
}
