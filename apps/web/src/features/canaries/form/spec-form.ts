import { createContext, use } from 'react'
import type { SpecPath } from '../editor/spec-document.ts'

/** What forms say of a field that is empty and may not be. */
export const REQUIRED = 'This field is required'

/** What fields of a form do with the spec that they are a view of. */
export interface SpecForm {
  valueAt: (path: SpecPath) => unknown
  /** @param to undefined takes the value away */
  change: (path: SpecPath, to: unknown) => void
  /** What is wrong at a path, or beneath it, once the person has been there. */
  problemAt: (path: SpecPath) => string | undefined
  /** The person has been at a field. */
  touch: (path: SpecPath) => void
  /** Leads to the code, for what no control fits. */
  showCode: () => void
}

const SpecFormContext = createContext<SpecForm | undefined>(undefined)

/** Gives the fields of a form their spec. */
export const SpecFormProvider = SpecFormContext.Provider

/** The spec that a field is a view of. */
export function useSpecForm(): SpecForm {
  const form = use(SpecFormContext)
  if (form === undefined) throw new Error('a field of a spec stands outside of its form')
  return form
}
