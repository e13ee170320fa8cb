import { ruleVariableFields, ruleVariables } from '@binnacle/contract/notifications'

/** Suggestions that replace the text from `from` to the cursor. */
interface Suggestions {
  from: number
  options: { label: string; insert: string; detail: string; information: string | undefined }[]
}

/**
 * Suggests what filters and templates of rules see: variables, and after a dot the fields of a variable.
 * @param offset of the cursor
 */
export function suggestVariables(text: string, offset: number): Suggestions | undefined {
  // bounded to 200 characters: the end of what is before the cursor, where names are shorter
  const typed = /(?:(\w+)\.)?(\w*)$/.exec(text.slice(Math.max(0, offset - 200), offset))
  if (typed === null) return undefined
  const [, variable, part = ''] = typed
  const from = offset - part.length
  if (variable !== undefined) {
    const fields = Object.hasOwn(ruleVariableFields, variable) ? ruleVariableFields[variable] : undefined
    if (fields === undefined) return undefined
    return {
      from,
      options: fields.map((field) => ({
        label: field,
        insert: field,
        detail: variable,
        information: undefined,
      })),
    }
  }
  return {
    from,
    options: Object.entries(ruleVariables).map(([name, information]) => ({
      label: name,
      insert: name,
      detail: 'variable',
      information,
    })),
  }
}
