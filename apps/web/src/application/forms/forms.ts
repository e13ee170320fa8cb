import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { RequestFailure } from '../requests/failure.ts'
import { messageOf } from '../requests/queries.ts'

/** The problems of a form that a failed request reports. */
export interface FormFailure<Name extends string> {
  /** Messages by field. */
  fields: ReadonlyMap<Name, string>
  /** Message that belongs to none of the fields; undefined where they have all. */
  rest: string | undefined
}

/**
 * Sorts the problems of a failed request by the fields of a form. A problem within a field is the field's.
 * @param names the fields of the form
 */
export function sortProblems<Name extends string>(names: readonly Name[], error: unknown): FormFailure<Name> {
  const problems = error instanceof RequestFailure ? error.problems : []
  const fields = new Map<Name, string>()
  let isWhole = problems.length > 0
  for (const { path, message } of problems) {
    const name = names.find(
      (field) => path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`),
    )
    if (name === undefined) isWhole = false
    else if (!fields.has(name)) fields.set(name, message)
  }
  return { fields, rest: isWhole ? undefined : messageOf(error) }
}

/**
 * Shows errors of the server at their fields, and above the form what names none of them.
 * @param names the fields of the form
 * @param within path of the object that has the fields in the request. Default: the request itself
 */
export function showProblems<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  names: readonly FieldPath<Values>[],
  error: unknown,
  within?: string,
): void {
  const paths = new Map(names.map((name) => [within === undefined ? name : `${within}.${name}`, name]))
  const { fields, rest } = sortProblems([...paths.keys()], error)
  for (const [path, message] of fields) {
    const name = paths.get(path)
    if (name !== undefined) form.setError(name, { message })
  }
  if (rest !== undefined) form.setError('root', { message: rest })
}
