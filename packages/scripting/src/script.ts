/** The languages that scripts can be written in, in the order in which one of several in a spec counts. */
export const languages = ['javascript', 'template', 'cel', 'jsonpath'] as const

export type Language = (typeof languages)[number]

/** How each language is called where people choose it. */
export const languageTitles: Readonly<Record<Language, string>> = {
  javascript: 'Javascript',
  template: 'Go Template',
  cel: 'Expr',
  jsonpath: 'JSONPath',
}

export interface Script {
  language: Language
  source: string
  /** What surrounds actions of a template; `{{` and `}}` unless given. The header line of a template overrides it. */
  delimiters?: readonly [left: string, right: string]
}

/** A script as specs write it: one key per language. */
export interface ScriptFields {
  javascript?: string | undefined
  template?: string | undefined
  expr?: string | undefined
  jsonPath?: string | undefined
}

/**
 * The script that counts when a spec has several: JavaScript, then template, then CEL, then JSONPath.
 * @returns undefined when none is written
 */
export function scriptOf(fields: ScriptFields): Script | undefined {
  if (fields.javascript) return { language: 'javascript', source: fields.javascript }
  if (fields.template) return { language: 'template', source: fields.template }
  if (fields.expr) return { language: 'cel', source: fields.expr }
  if (fields.jsonPath) return { language: 'jsonpath', source: fields.jsonPath }
  return undefined
}
