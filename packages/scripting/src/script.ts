/** The languages of scripts. If a spec has several scripts, the first language in this order counts. */
export const languages = ['javascript', 'template', 'cel', 'jsonpath'] as const

export type Language = (typeof languages)[number]

/** Display names of the languages. */
export const languageTitles: Readonly<Record<Language, string>> = {
  javascript: 'Javascript',
  template: 'Go Template',
  cel: 'Expr',
  jsonpath: 'JSONPath',
}

export interface Script {
  language: Language
  source: string
  /** Delimiters of a template's actions. Default: `{{` and `}}`. The header line of a template overrides them. */
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
 * Returns the script that counts if a spec has several: JavaScript, then template, then CEL, then JSONPath.
 * @returns undefined if the spec has none
 */
export function scriptOf(fields: ScriptFields): Script | undefined {
  if (fields.javascript) return { language: 'javascript', source: fields.javascript }
  if (fields.template) return { language: 'template', source: fields.template }
  if (fields.expr) return { language: 'cel', source: fields.expr }
  if (fields.jsonPath) return { language: 'jsonpath', source: fields.jsonPath }
  return undefined
}
