import { severities, type Severity } from '@binnacle/contract'
import { z } from 'zod'
import { durationText, field, labels, plainName, variables } from './fields.ts'
import {
  metric,
  type MetricSpec,
  relationships,
  retries,
  type RetrySpec,
  scriptObject,
  type ScriptObject,
  type TransformDeleteStrategy,
  transformDeleteStrategies,
} from './script-fields.ts'

const threshold = z.number().int().min(1).max(100).optional()

/** Fields that every check has, whatever its type. */
export const commonCheckFields = {
  name: field(plainName, {
    title: 'Name',
    description: 'Unique among the checks of one type in a canary.',
    destination: false,
  }),
  description: field(z.string().max(2_000).optional(), {
    title: 'Description',
    group: 'description',
    destination: false,
  }),
  icon: field(z.string().max(100).optional(), {
    title: 'Icon',
    description: 'Name of an icon; that of the type without it.',
    group: 'description',
    destination: false,
  }),
  labels: field(labels.optional(), {
    title: 'Labels',
    description: 'Added to the labels of the canary.',
    group: 'description',
    destination: false,
  }),
  severity: field(z.enum(severities).optional(), {
    title: 'Severity',
    description: 'That of the canary without it.',
    group: 'description',
    destination: false,
  }),
  namespace: field(plainName.optional(), {
    title: 'Namespace',
    description: 'That of the canary without it.',
    group: 'advanced',
  }),
  timeout: field(durationText({ minimum: '100ms', maximum: '10m' }).optional(), {
    title: 'Timeout',
    description: 'How long one run may take, for example 10s. A run that takes longer is unhealthy.',
    widget: 'duration',
    group: 'advanced',
    destination: false,
  }),
  env: field(variables.optional(), {
    title: 'Variables',
    description: 'Values for the scripts of the check, as env.NAME, beside those of the canary.',
    group: 'advanced',
  }),
  test: field(scriptObject.optional(), {
    title: 'Test',
    description: 'A script that gives true or false; with false the check is unhealthy.',
    group: 'advanced',
  }),
  display: field(scriptObject.optional(), {
    title: 'Display',
    description: 'A script whose text is the message of the result.',
    group: 'advanced',
  }),
  transform: field(scriptObject.optional(), {
    title: 'Transform',
    description:
      'A script that changes the result, or gives a list of objects with a name, each of which becomes a check of its own.',
    group: 'advanced',
  }),
  transformDeleteStrategy: field(z.enum(transformDeleteStrategies).optional(), {
    title: 'Transformed checks that are gone',
    description:
      'What is written last of a check that the transform no longer gives: MarkHealthy, MarkUnhealthy, or nothing with Ignore and without it.',
    group: 'advanced',
    destination: false,
  }),
  metrics: field(z.array(metric).max(20).optional(), {
    title: 'Metrics',
    description: 'Numbers for Prometheus, made of each result.',
    group: 'advanced',
  }),
  relationships: field(relationships.optional(), {
    title: 'Relationships',
    description: 'Components and catalog items that the check says something about.',
    group: 'advanced',
  }),
  retries: field(retries.optional(), {
    title: 'Retries',
    description: 'What is left out is as the canary says.',
    group: 'advanced',
    destination: false,
  }),
  dependsOn: field(z.array(plainName).max(50).optional(), {
    title: 'Depends on',
    description: 'Names of checks of the canary; while one of them is not healthy, this check is not run.',
    group: 'advanced',
    destination: false,
  }),
  markFailOnEmpty: field(z.boolean().optional(), {
    title: 'Nothing found is unhealthy',
    description: 'An empty list of results, or a transform that gives nothing, is unhealthy. Off without it.',
    group: 'advanced',
    destination: false,
  }),
  failureThreshold: field(threshold, {
    title: 'Failures until unhealthy',
    description: 'So many runs in a row must fail before the check is unhealthy; 1 without it.',
    group: 'advanced',
    destination: false,
  }),
  recoveryThreshold: field(threshold, {
    title: 'Passes until healthy',
    description: 'So many runs in a row must pass before an unhealthy check is healthy; 1 without it.',
    group: 'advanced',
    destination: false,
  }),
} as const

/** What the product reads of a check's spec without knowing its type. */
export interface CommonCheckSpec {
  name: string
  description?: string | undefined
  icon?: string | undefined
  labels?: Record<string, string> | undefined
  severity?: Severity | undefined
  namespace?: string | undefined
  timeout?: string | undefined
  env?: z.output<typeof variables> | undefined
  test?: ScriptObject | undefined
  display?: ScriptObject | undefined
  transform?: ScriptObject | undefined
  transformDeleteStrategy?: TransformDeleteStrategy | undefined
  metrics?: MetricSpec[] | undefined
  relationships?: z.output<typeof relationships> | undefined
  retries?: RetrySpec | undefined
  dependsOn?: string[] | undefined
  markFailOnEmpty?: boolean | undefined
  failureThreshold?: number | undefined
  recoveryThreshold?: number | undefined
}
