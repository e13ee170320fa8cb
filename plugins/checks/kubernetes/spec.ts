import { commonCheckFields, defineCheck, type SpecOf } from '@binnacle/plugin-kit/checks'
import { field } from '@binnacle/plugin-kit/core'
import { readGlob } from '@binnacle/plugin-kit/glob'
import { z } from 'zod'
import { clusterConnection, clusterFields } from '@binnacle/clients/kubernetes/connection'
import { readSearch } from './search.ts'

const text = z.string().trim().min(1).max(1_000, { abort: true })

// It becomes a part of the address: anything else would lead to other objects, such as Secrets that pass for another kind.
const apiVersion = text.regex(
  /^(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?\/)?[a-z\d](?:[a-z\d-]*[a-z\d])?$/,
  'an API version is written as v1 or apps/v1',
)

/** A name with wildcards, whose braces are bounded. */
const pattern = text.check((context) => {
  try {
    readGlob(context.value)
  } catch (error) {
    context.issues.push({
      code: 'custom',
      message: error instanceof Error ? error.message : String(error),
      input: context.value,
    })
  }
})

const name = (of: string) =>
  field(pattern.optional(), {
    title: 'Name',
    description: `Name of the ${of}; * stands for any characters. Default: all`,
    destination: false,
  })

const labelSelector = field(text.optional(), {
  title: 'Label selector',
  description: 'For example team=shop,tier!=test.',
  destination: false,
})

const fieldSelector = field(text.optional(), {
  title: 'Field selector',
  description: 'For example status.phase!=Succeeded.',
  destination: false,
})

/** Terms of a search of namespaces, which are in no namespace. */
const namespaceTerms = ['id', 'name', 'status', 'label'] as const

const search = (known: Parameters<typeof readSearch>[1], example: string) =>
  field(
    text
      .check((context) => {
        const read = readSearch(context.value, known)
        if (!read.ok) context.issues.push({ code: 'custom', message: read.failure, input: context.value })
      })
      .optional(),
    {
      title: 'Search',
      description: `The start of a name or of the value of a label, in any case, or terms. For example ${example}.`,
      destination: false,
    },
  )

const schema = z.strictObject({
  ...commonCheckFields,
  ...clusterFields,
  apiVersion: field(apiVersion.optional(), {
    title: 'API version',
    description: 'For example apps/v1. Default: the version that the cluster prefers',
    destination: false,
  }),
  kind: field(text, {
    title: 'Kind',
    description: 'Kind of the objects, for example Pod or Deployment.',
    destination: false,
  }),
  namespaceSelector: field(
    z
      .strictObject({
        name: name('namespace'),
        labelSelector,
        fieldSelector,
        search: search(namespaceTerms, 'name=shop-* label=team=shop status=Active'),
      })
      .optional(),
    {
      title: 'Namespaces',
      description: 'Namespaces whose objects are read. Default: all',
      destination: false,
    },
  ),
  resource: field(
    z
      .strictObject({
        name: name('object'),
        labelSelector,
        fieldSelector,
        search: search(undefined, 'name=web-* namespace=shop label=app=web status=!Running'),
      })
      .optional(),
    {
      title: 'Objects',
      description:
        'Objects of the kind that are read. Without any the check is unhealthy, unless it has a test. Default: all',
      destination: false,
    },
  ),
  ignore: field(z.array(pattern).max(1_000).optional(), {
    title: 'Ignored',
    description: 'Names of objects to leave out; * stands for any characters.',
    destination: false,
  }),
  healthy: field(z.boolean().optional(), {
    title: 'Healthy',
    description: 'Unhealthy unless every object is healthy. Default: off',
    destination: false,
  }),
  ready: field(z.boolean().optional(), {
    title: 'Ready',
    description: 'Unhealthy unless every object is ready. Default: off',
    destination: false,
  }),
})

export const check = defineCheck({
  type: 'kubernetes',
  title: 'Kubernetes',
  description: 'Reads objects of a Kubernetes cluster and checks their health.',
  icon: 'ship-wheel',
  category: 'monitoring',
  editor: 'code',
  schema,
  example: {
    name: 'pods of the shop',
    kubeconfig: 'secret://cluster/kubeconfig',
    kind: 'Pod',
    namespaceSelector: { name: 'shop' },
    resource: { labelSelector: 'app=web' },
    ignore: ['*-migration-*'],
    healthy: true,
  },
  timeoutMilliseconds: 60_000,
  concurrency: 10,
  connections: [clusterConnection],
  endpoint: ({ kind, namespaceSelector, resource }) =>
    [namespaceSelector?.name, kind, resource?.name].filter((part) => part !== undefined).join('/'),
  target: ({ connection }) => connection,
})

export type KubernetesSpec = SpecOf<typeof check>
