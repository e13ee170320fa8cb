import { severities, type Severity } from '@binnacle/contract/health'
import { z } from 'zod'
import { durationText, field, labels, plainName, variables } from '../core/fields.ts'
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
    description: 'Must differ from the names of other checks of the same type.',
    destination: false,
  }),
  description: field(z.string().max(2_000).optional(), {
    title: 'Description',
    group: 'description',
    destination: false,
  }),
  icon: field(z.string().max(100).optional(), {
    title: 'Icon',
    description: 'Name of an icon. Default: the icon of the type.',
    group: 'description',
    destination: false,
  }),
  labels: field(labels.optional(), {
    title: 'Labels',
    description: 'Added to the labels of the group.',
    group: 'description',
    destination: false,
  }),
  severity: field(z.enum(severities).optional(), {
    title: 'Severity',
    description: 'Default: the severity of the group.',
    group: 'description',
    destination: false,
  }),
  namespace: field(plainName.optional(), {
    title: 'Namespace',
    description: 'Default: the namespace of the group.',
    group: 'advanced',
  }),
  timeout: field(durationText({ minimum: '100ms', maximum: '10m' }).optional(), {
    title: 'Timeout',
    description: 'How long one run may take, such as 10s. A longer run is unhealthy.',
    widget: 'duration',
    group: 'advanced',
    destination: false,
  }),
  env: field(variables.optional(), {
    title: 'Variables',
    aliases: ['envVar', 'envVars'],
    description: 'Values for the scripts of the check, as env.NAME.',
    group: 'advanced',
  }),
  test: field(scriptObject.optional(), {
    title: 'Test',
    description: 'Script that returns true or false. False: the check is unhealthy.',
    group: 'advanced',
  }),
  display: field(scriptObject.optional(), {
    title: 'Display',
    description: 'Script that returns the message of the result.',
    group: 'advanced',
  }),
  transform: field(scriptObject.optional(), {
    title: 'Transform',
    description:
      'Script that changes the result, or returns a list of objects with a name, each of which becomes a check.',
    group: 'advanced',
  }),
  transformDeleteStrategy: field(z.enum(transformDeleteStrategies).optional(), {
    title: 'Removed transformed checks',
    description:
      'Last result of a check that the transform no longer returns: MarkHealthy, MarkUnhealthy or Ignore. Default: Ignore.',
    group: 'advanced',
    destination: false,
  }),
  metrics: field(z.array(metric).max(20).optional(), {
    title: 'Metrics',
    description: 'Prometheus metrics from each result.',
    group: 'advanced',
  }),
  relationships: field(relationships.optional(), {
    title: 'Relationships',
    description:
      'Components and catalog items that the check belongs to, by fixed values, labels or expressions on its result.',
    group: 'advanced',
    inForm: false,
  }),
  retries: field(retries.optional(), {
    title: 'Retries',
    description: 'Default: the retries of the group.',
    group: 'advanced',
    destination: false,
  }),
  dependsOn: field(z.array(plainName).max(50).optional(), {
    title: 'Depends on',
    description: 'Names of checks of the group. This check runs only while all of them are healthy.',
    group: 'advanced',
    destination: false,
  }),
  markFailOnEmpty: field(z.boolean().optional(), {
    title: 'Fail on empty result',
    description:
      'Unhealthy when the list of results is empty or the transform returns nothing. Default: off.',
    group: 'advanced',
    destination: false,
  }),
  failureThreshold: field(threshold, {
    title: 'Failures until unhealthy',
    description: 'Consecutive failed runs before the check is unhealthy. Default: 1.',
    group: 'advanced',
    destination: false,
  }),
  recoveryThreshold: field(threshold, {
    title: 'Passes until healthy',
    description: 'Consecutive passed runs before an unhealthy check is healthy. Default: 1.',
    group: 'advanced',
    destination: false,
  }),
} as const

/** The part of a spec that all check types share. */
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
