import { z } from 'zod'
import { durationText, field, labels } from '../core/fields.ts'

const LONGEST_SCRIPT = 65_536

const source = (title: string, language: string) =>
  field(z.string().max(LONGEST_SCRIPT).optional(), { title, widget: 'code', language })

/** Languages of scripts, by their keys in specs. */
const scriptKeys = ['expr', 'template', 'javascript', 'jsonPath'] as const

/** A script: an object whose only key is the language. */
export const scriptObject = z
  .strictObject({
    expr: source('Expr', 'cel'),
    template: source('Go Template', 'gotemplate'),
    javascript: source('Javascript', 'javascript'),
    jsonPath: source('JSONPath', 'jsonpath'),
  })
  .check((context) => {
    const written = scriptKeys.filter((key) => (context.value[key] ?? '').trim() !== '')
    // The error about a misspelled key is more helpful than that a script is missing.
    if (written.length === 1 || context.issues.length > 0) return
    const message =
      written.length === 0
        ? 'write a script in one of expr, template, javascript, jsonPath'
        : `only one script may be here; there are ${written.join(' and ')}`
    context.issues.push({ code: 'custom', message, input: context.value })
  })
export type ScriptObject = z.output<typeof scriptObject>

/** Kinds of metrics that a check may declare, as Prometheus knows them. */
export const metricTypes = ['counter', 'gauge', 'histogram'] as const

const expression = (title: string, description: string) =>
  field(z.string().trim().min(1).max(LONGEST_SCRIPT), { title, description, widget: 'code', language: 'cel' })

/** Valid names of labels of a metric. Source: "Metric names and labels" of Prometheus' data model. */
export const metricLabelName = z
  .string()
  .max(1_024, { abort: true })
  .regex(/^(?!__)[a-zA-Z_][a-zA-Z0-9_]*$/, 'not a name of a label')

/** Most labels of a metric, and most characters of a label value. */
export const MOST_METRIC_LABELS = 10
export const LONGEST_METRIC_LABEL = 1_024

const metricLabel = z
  .strictObject({
    name: field(metricLabelName, { title: 'Name' }),
    value: field(z.string().max(LONGEST_METRIC_LABEL).optional(), { title: 'Value' }),
    valueExpr: field(expression('Expression', 'CEL. Its result is the value.').optional(), {
      title: 'Expression',
      description: 'CEL. Its result is the value.',
      widget: 'code',
      language: 'cel',
    }),
  })
  .check((context) => {
    const { value, valueExpr } = context.value
    if ((value === undefined) === (valueExpr === undefined))
      context.issues.push({
        code: 'custom',
        message: 'give either "value" or "valueExpr"',
        input: context.value,
      })
  })

/** Valid names of a metric. Source: "Metric names and labels" of Prometheus' data model. */
export const metricName = z
  .string()
  .max(1_024, { abort: true })
  .regex(/^[a-zA-Z_:][a-zA-Z0-9_:]*$/, 'not a name of a metric')
  .regex(
    /^(?!canary_check|binnacle_|process_|nodejs_)/,
    'names that begin with canary_check, binnacle_, process_ or nodejs_ are reserved',
  )

/** A number that a check exposes to Prometheus after each run. */
export const metric = z.strictObject({
  name: field(metricName, { title: 'Name' }),
  type: field(z.enum(metricTypes), { title: 'Type' }),
  value: expression('Value', 'CEL. Its result must be a number.'),
  labels: field(z.array(metricLabel).max(MOST_METRIC_LABELS).optional(), { title: 'Labels' }),
})
export type MetricSpec = z.output<typeof metric>

const lookup = z
  .strictObject({
    value: field(z.string().max(1_024).optional(), { title: 'Value' }),
    label: field(z.string().min(1).max(253).optional(), {
      title: 'Label',
      description: 'Name of a label of the result.',
    }),
    expr: field(expression('Expression', 'CEL.').optional(), {
      title: 'Expression',
      description: 'CEL with the variable "result".',
      widget: 'code',
      language: 'cel',
    }),
  })
  .check((context) => {
    const given = Object.values(context.value).filter((value) => value !== undefined)
    if (given.length !== 1)
      context.issues.push({
        code: 'custom',
        message: 'give one of value, label, expr',
        input: context.value,
      })
  })

const selector = z
  .strictObject({
    id: field(lookup.optional(), { title: 'Id' }),
    external_id: field(lookup.optional(), { title: 'External id' }),
    name: field(lookup.optional(), { title: 'Name' }),
    namespace: field(lookup.optional(), { title: 'Namespace' }),
    type: field(lookup.optional(), { title: 'Type' }),
    agent: field(lookup.optional(), { title: 'Agent' }),
    scope: field(lookup.optional(), { title: 'Scope' }),
    labels: field(labels.optional(), { title: 'Labels' }),
  })
  .check((context) => {
    if (Object.values(context.value).every((value) => value === undefined))
      context.issues.push({
        code: 'custom',
        message: 'a selector without fields finds nothing',
        input: context.value,
      })
  })

/** Components and catalog items to which a check belongs. */
export const relationships = z.strictObject({
  components: field(z.array(selector).max(50).optional(), { title: 'Components' }),
  configs: field(z.array(selector).max(50).optional(), { title: 'Configs' }),
})

/** How often a run retries an unhealthy target before the result counts. */
export const retries = z.strictObject({
  maxRetries: field(z.number().int().min(0).max(20).optional(), {
    title: 'Maximum retries',
    description: 'Number of retries after a failure. Default: 0',
  }),
  delay: field(durationText({ minimum: '0s', maximum: '10m' }).optional(), {
    title: 'Delay',
    description: 'Time before the first retry. Default: the interval',
    widget: 'duration',
  }),
  interval: field(durationText({ minimum: '0s', maximum: '10m' }).optional(), {
    title: 'Interval',
    description: 'Time between retries. Default: 1s',
    widget: 'duration',
  }),
  timeout: field(durationText({ minimum: '100ms', maximum: '1h' }).optional(), {
    title: 'Timeout',
    description: 'No retry starts later than this after the start of the run. Default: 1h',
    widget: 'duration',
  }),
  disabled: field(z.boolean().optional(), {
    title: 'Disabled',
    description: 'Disables retries, also those of the canary.',
  }),
})
export type RetrySpec = z.output<typeof retries>

/** What happens to a transformed check that a run no longer returns. */
export const transformDeleteStrategies = ['MarkHealthy', 'MarkUnhealthy', 'Ignore'] as const
export type TransformDeleteStrategy = (typeof transformDeleteStrategies)[number]
