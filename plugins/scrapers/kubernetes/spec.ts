import { durationText, field } from '@binnacle/plugin-kit/core'
import { defineScraper, type ScraperSpecOf } from '@binnacle/plugin-kit/scrapers'
import { z } from 'zod'
import { clusterConnection, clusterFields } from '@binnacle/clients/kubernetes/connection'

const text = z.string().trim().min(1).max(1_000)
const patterns = z.array(text).max(1_000)

/** Kinds that are followed unless the spec names others. */
export const usualWatch = [
  { apiVersion: 'apps/v1', kind: 'DaemonSet' },
  { apiVersion: 'apps/v1', kind: 'Deployment' },
  { apiVersion: 'apps/v1', kind: 'ReplicaSet' },
  { apiVersion: 'apps/v1', kind: 'StatefulSet' },
  { apiVersion: 'batch/v1', kind: 'CronJob' },
  { apiVersion: 'batch/v1', kind: 'Job' },
  { apiVersion: 'v1', kind: 'Node' },
  { apiVersion: 'v1', kind: 'Pod' },
]

const watchedKind = z.strictObject({
  apiVersion: field(text, { title: 'API version', description: 'For example apps/v1.' }),
  kind: field(text, { title: 'Kind', description: 'For example Deployment.' }),
})

const exclusions = z.strictObject({
  name: field(patterns.optional(), { title: 'Names', description: 'Names of objects to leave out.' }),
  kind: field(patterns.optional(), { title: 'Kinds', description: 'Kinds to leave out, such as Secret.' }),
  namespace: field(patterns.optional(), {
    title: 'Namespaces',
    description: 'Namespaces to leave out with everything in them.',
  }),
  labels: field(z.record(text, z.string().max(1_000)).optional(), {
    title: 'Labels',
    description: 'Leaves out objects with one of these labels.',
  }),
})

const event = z.strictObject({
  exclusions: field(
    z
      .strictObject({
        name: field(patterns.optional(), { title: 'Names', description: 'Names of events to leave out.' }),
        namespace: field(patterns.optional(), {
          title: 'Namespaces',
          description: 'Leaves out events of these namespaces.',
        }),
        reason: field(patterns.optional(), {
          title: 'Reasons',
          description: 'Reasons of events to leave out, such as Pulled.',
        }),
      })
      .optional(),
    { title: 'Exclusions' },
  ),
  severityKeywords: field(
    z
      .strictObject({
        warn: field(patterns.optional(), {
          title: 'Warning',
          description: 'Reasons that contain one of these words have severity medium.',
        }),
        error: field(patterns.optional(), {
          title: 'Error',
          description: 'Reasons that contain one of these words have severity high.',
        }),
      })
      .optional(),
    { title: 'Severity keywords', description: 'Default: the severity follows the reason.' },
  ),
})

const lookup = (title: string) =>
  field(
    z
      .strictObject({
        value: field(text.optional(), { title: 'Value' }),
        label: field(text.optional(), { title: 'Label', description: 'Takes the value of this label.' }),
        expr: field(z.string().trim().min(1).max(10_000).optional(), {
          title: 'Expression',
          description: 'A CEL expression on the object in config.',
          widget: 'code',
          language: 'cel',
        }),
      })
      .refine((given) => Object.values(given).filter((value) => value !== undefined).length === 1, {
        error: 'give one of "value", "label" and "expr"',
      }),
    { title },
  )

const schema = z.strictObject({
  clusterName: field(text, {
    title: 'Cluster name',
    description: 'Name of the cluster in the catalog. Each cluster needs its own.',
  }),
  ...clusterFields,
  watch: field(z.union([z.boolean(), z.array(watchedKind).max(100)]).optional(), {
    title: 'Watch',
    description:
      'Kinds to follow between two runs, or false for none. Default: DaemonSet, Deployment, ReplicaSet, StatefulSet, CronJob, Job, Node and Pod',
  }),
  exclusions: field(z.union([exclusions, patterns]).optional(), {
    title: 'Exclusions',
    description: 'Objects to leave out. * stands for any text, and a leading ! keeps. A list means names.',
  }),
  event: field(event.optional(), { title: 'Events', group: 'advanced' }),
  namespace: field(text.optional(), {
    title: 'Namespace',
    description: 'Reads this namespace only. Default: all',
    group: 'advanced',
  }),
  scope: field(z.enum(['namespace', 'cluster', 'both', '']).optional(), {
    title: 'Scope',
    description: 'Reads only objects in namespaces, or only objects outside them. Default: both',
    offered: ['both', 'namespace', 'cluster'],
    group: 'advanced',
  }),
  since: field(durationText({ minimum: '1s', maximum: '8760h' }).optional(), {
    title: 'Since',
    description:
      'Reads only objects and events that are newer, for example 24h. Older objects then count as not looked for. Default: all',
    widget: 'duration',
    group: 'advanced',
  }),
  selector: field(text.optional(), {
    title: 'Label selector',
    description: 'Reads only objects with these labels, for example team=shop,tier!=test.',
    group: 'advanced',
  }),
  fieldSelector: field(text.optional(), {
    title: 'Field selector',
    description: 'Reads only objects with these fields, for example metadata.namespace!=kube-system.',
    group: 'advanced',
  }),
  maxInflight: field(z.number().int().min(1).max(1_000).optional(), {
    title: 'Max in flight',
    description: 'Most requests to the API at once. Default: 64',
    aliases: ['maxInFlight'],
    group: 'advanced',
  }),
  useCache: field(z.boolean().optional(), {
    title: 'Use cache',
    description:
      'Reads lists from the cache of the API server, which costs it less and may be slightly old. Default: off',
    group: 'advanced',
  }),
  allowIncomplete: field(z.boolean().optional(), {
    title: 'Allow incomplete',
    description:
      'Only logs kinds that cannot be read, in place of reporting an error. Their items are kept either way. Default: off',
    group: 'advanced',
  }),
  relationships: field(
    z
      .array(
        z.strictObject({
          kind: lookup('Kind'),
          name: lookup('Name'),
          namespace: lookup('Namespace').optional(),
        }),
      )
      .max(100)
      .optional(),
    {
      title: 'Relationships',
      description: 'Relates each object to the one with this kind, name and namespace.',
      group: 'advanced',
    },
  ),
})

export const scraper = defineScraper({
  type: 'kubernetes',
  title: 'Kubernetes',
  description: 'Objects and events of a Kubernetes cluster, custom resources included.',
  setup: `The account needs the verbs \`get\`, \`list\` and \`watch\` on what it reads; the ClusterRole \`view\` has them for most kinds.

Annotations of an object change how it is read. Their prefix is \`binnacle/\`; \`config-db.flanksource.com/\` works too.

| Annotation | Effect |
|---|---|
| \`ignore: "true"\` | Leaves the object out. |
| \`ignore-changes: "Pulled,BackOff*"\` | Leaves out changes of these types. \`diff\` means changes of the document. |
| \`ignore-change-severity: low\` | Leaves out changes of this severity and lower ones. |
| \`tags: "team=shop,tier=web"\` | Adds tags. |

Values of Secrets are replaced by a digest before they are stored. A kubeconfig that starts a program to sign in does not work; use a token or a certificate.`,
  icon: 'ship-wheel',
  schema,
  connections: [clusterConnection],
  follows: ({ watch }) => watch !== false && !(Array.isArray(watch) && watch.length === 0),
  scripts: ({ relationships = [] }) =>
    relationships.flatMap((rule, index) =>
      (['kind', 'name', 'namespace'] as const).flatMap((key) => {
        const source = rule[key]?.expr
        const path = ['relationships', index, key, 'expr']
        return source === undefined ? [] : [{ path, language: 'cel' as const, source }]
      }),
    ),
  example: {
    clusterName: 'production',
    kubeconfig: 'secret://cluster/kubeconfig',
    exclusions: { kind: ['Secret', 'ReplicaSet'], namespace: ['kube-system'] },
  },
  timeoutMilliseconds: 1_800_000,
  concurrency: 3,
})

export type KubernetesSpec = ScraperSpecOf<typeof scraper>
