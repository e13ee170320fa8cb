import { branches, isRecord, itemNode, propertiesOf, type SchemaNode } from '@binnacle/contract/schema'

// Forms are made from the JSON Schema of the server, so a new type has a form without a new build, and nothing here
// knows a type by name. Fields have no state: they change the document that the code shows. The server alone validates,
// because a schema does not contain all rules (schedules, scripts, masks without a stored secret), and a validator that
// compiles needs `unsafe-eval`, which the content security policy forbids.

/** An option of a choice. */
export type Choice = string | number

/** The control of a field, with the data that it needs. */
export type FieldKind =
  | { kind: 'text' | 'multiline' | 'duration' | 'secret' | 'boolean' }
  | { kind: 'code'; language: string | undefined }
  | { kind: 'number'; minimum: number | undefined }
  | { kind: 'choice'; options: readonly Choice[] }
  | { kind: 'schedule'; options: readonly string[] }
  /** A list of texts or numbers. */
  | { kind: 'values'; numbers: boolean; options: readonly Choice[] }
  | { kind: 'list'; item: SchemaNode }
  | { kind: 'map'; value: SchemaNode }
  | { kind: 'object'; node: SchemaNode }
  /** A script in one of several languages. */
  | { kind: 'script'; languages: readonly ScriptKey[] }
  /** A value without a suitable control; people edit it as YAML. */
  | { kind: 'yaml' }

/** Labels of script languages by their key in a spec. Source: SPEC-013. */
export const scriptLanguages = {
  template: 'Go Template',
  javascript: 'Javascript',
  expr: 'Expr',
  jsonPath: 'JSONPath',
} as const
export type ScriptKey = keyof typeof scriptLanguages

function isScriptKey(key: string): key is ScriptKey {
  return Object.hasOwn(scriptLanguages, key)
}

const isChoice = (value: unknown): value is Choice => typeof value === 'string' || typeof value === 'number'

/** Returns a text property of a schema that is no keyword of JSON Schema. */
export function textOf(node: SchemaNode, key: string): string | undefined {
  const value = node[key]
  return typeof value === 'string' ? value : undefined
}

/** Returns the label of a field. */
export function labelOf(key: string, node: SchemaNode): string {
  return textOf(node, 'title') ?? key
}

/** Returns the help text of a field. */
export const helpOf = (node: SchemaNode): string | undefined => textOf(node, 'description')

function offered(node: SchemaNode): Choice[] {
  const value = node['offered'] ?? branches(node).find((branch) => Array.isArray(branch['enum']))?.['enum']
  return Array.isArray(value) ? value.filter(isChoice) : []
}

function typesOf(node: SchemaNode): Set<string> {
  const named = branches(node).flatMap((branch) => branch['type'] ?? [])
  return new Set(named.filter((type): type is string => typeof type === 'string'))
}

function widgetKind(node: SchemaNode): FieldKind | undefined {
  switch (textOf(node, 'widget')) {
    case 'code':
      return { kind: 'code', language: textOf(node, 'language') }
    case 'multiline':
      return { kind: 'multiline' }
    case 'duration':
      return { kind: 'duration' }
    case 'schedule':
      return { kind: 'schedule', options: offered(node).map(String) }
    default:
      return undefined
  }
}

function listKind(node: SchemaNode): FieldKind {
  const item = itemNode(node)
  if (item === undefined) return { kind: 'yaml' }
  const types = typesOf(item)
  if (types.has('object')) return { kind: 'list', item }
  const numbers = types.has('number') || types.has('integer')
  const options = offered(node).length > 0 ? offered(node) : offered(item)
  return { kind: 'values', numbers: numbers && !types.has('string'), options }
}

function objectKind(node: SchemaNode): FieldKind {
  const keys = propertiesOf(node).map(([key]) => key)
  const languages = Object.keys(scriptLanguages)
    .filter(isScriptKey)
    .filter((key) => keys.includes(key))
  if (languages.length > 0 && languages.length === keys.length) return { kind: 'script', languages }
  if (keys.length > 0) return { kind: 'object', node }
  const value = branches(node)
    .map((branch) => branch['additionalProperties'])
    .find(isRecord)
  return value !== undefined && [...typesOf(value)].every((type) => type === 'string')
    ? { kind: 'map', value }
    : { kind: 'yaml' }
}

/** Whether a schema describes a secret: as plain text, as `{value: …}` or as `{valueFrom: …}`. */
function isSecret(node: SchemaNode): boolean {
  const others = propertiesOf(node).filter(([key]) => key !== 'value' && key !== 'valueFrom')
  return others.length === 0 && branches(node).some((branch) => branch['secret'] === true)
}

/** Returns the control of a field, from its schema alone. */
export function fieldKind(node: SchemaNode): FieldKind {
  if (isSecret(node)) return { kind: 'secret' }
  const types = typesOf(node)
  if (types.has('array') && types.size === 1) return listKind(node)
  if (types.has('object') && types.size === 1) return objectKind(node)
  const widget = widgetKind(node)
  if (widget !== undefined) return widget
  const options = offered(node)
  if (options.length > 0) return { kind: 'choice', options }
  if (types.has('boolean') && types.size === 1) return { kind: 'boolean' }
  if (types.has('string')) return { kind: 'text' }
  if (types.has('number') || types.has('integer')) {
    const minimum = node['minimum'] ?? node['exclusiveMinimum']
    return { kind: 'number', minimum: typeof minimum === 'number' ? minimum : undefined }
  }
  return { kind: 'yaml' }
}

/** The fields of an object: ungrouped ones, which everybody needs, and groups. */
export interface FormFields {
  plain: readonly FormField[]
  /** The other fields in folded groups. Empty groups are omitted. */
  groups: readonly FieldGroup[]
}

/** Fields that fold together. */
interface FieldGroup {
  id: string
  title: string
  fields: readonly FormField[]
}

/** Titles of the schema's field groups, in the order of a form. */
const groupTitles = {
  request: 'Request',
  authentication: 'Authentication',
  response: 'Expected response',
  description: 'Description and labels',
  advanced: 'Advanced',
} as const

/** A field as a form shows it. */
export interface FormField {
  key: string
  node: SchemaNode
  required: boolean
  /** Whether the surrounding object may have `valueFrom` instead of this field. */
  hasSubstitute?: true
  /** Whether to show the typed value of a possible secret, because its object says that it is not secret. */
  isShown?: true
}

const showShape = (node: SchemaNode): { field: string; values: readonly unknown[] } | undefined => {
  const rule = node['shownWhen']
  return isRecord(rule) && typeof rule['field'] === 'string' && Array.isArray(rule['values'])
    ? { field: rule['field'], values: rule['values'] }
    : undefined
}

/** Whether an object declares that its values are not secret. */
function isShown(node: SchemaNode, value: Readonly<Record<string, unknown>>): boolean {
  const key = branches(node).find((branch) => typeof branch['secretWhen'] === 'string')?.['secretWhen']
  return typeof key === 'string' && value[key] !== true
}

/**
 * Returns the fields that a form shows for an object and its value. Fields that another field makes meaningless are
 * hidden.
 */
export function formFields(node: SchemaNode, value: unknown): FormFields {
  const present = isRecord(value) ? value : {}
  const required = new Set(
    branches(node).flatMap((branch) => (Array.isArray(branch['required']) ? branch['required'] : [])),
  )
  const properties = propertiesOf(node)
  // `value` and `valueFrom` exclude each other, so one control edits both.
  const shares = (key: string) =>
    properties.some(([other, property]) => other === key && isSecret(property)) &&
    properties.some(([other]) => other === 'valueFrom')
  const fields = properties
    .filter(([, property]) => property['inForm'] !== false)
    .filter(([key]) => key !== 'valueFrom' || !shares('value'))
    .filter(([, property]) => {
      const rule = showShape(property)
      return rule === undefined || rule.values.includes(present[rule.field])
    })
    .map(([key, property]): FormField =>
      key === 'value' && shares(key)
        ? {
            key,
            node: property,
            required: true,
            hasSubstitute: true,
            ...(isShown(node, present) ? { isShown: true } : {}),
          }
        : { key, node: property, required: required.has(key) || isRequiredAlone(property, present) },
    )
  const inGroup = (group: string) => fields.filter(({ node: { group: own } }) => own === group)
  return {
    plain: fields.filter(
      ({ node: { group } }) => typeof group !== 'string' || !Object.hasOwn(groupTitles, group),
    ),
    groups: Object.entries(groupTitles)
      .map(([id, title]) => ({ id, title, fields: inGroup(id) }))
      .filter(({ fields: members }) => members.length > 0),
  }
}

/** Whether a field is required because all its alternatives are empty. */
function isRequiredAlone(node: SchemaNode, present: Readonly<Record<string, unknown>>): boolean {
  const others = node['requiredWithout']
  return (
    Array.isArray(others) &&
    others.every((key: unknown) => typeof key === 'string' && (present[key] ?? '') === '')
  )
}
