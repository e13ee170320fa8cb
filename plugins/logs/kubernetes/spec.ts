import { field } from '@binnacle/plugin-kit/core'
import { defineLogBackend, type LogSpecOf } from '@binnacle/plugin-kit/logs'
import { clusterConnection, clusterFields } from '@binnacle/clients/kubernetes/connection'
import { z } from 'zod'

const text = z.string().trim().min(1).max(1_000)

const schema = z.strictObject({
  ...clusterFields,
  namespace: field(text.optional(), {
    title: 'Namespace',
    description: 'Only pods of this namespace. Default: as in the log selector, else all',
    destination: false,
  }),
  labelSelector: field(text.optional(), {
    title: 'Label selector',
    description: 'Only pods that it fits, for example app=web,tier!=test.',
    destination: false,
  }),
  container: field(text.optional(), {
    title: 'Container',
    description: 'Only containers of this name. Default: all of a pod',
    destination: false,
  }),
})

export const logs = defineLogBackend({
  type: 'kubernetes',
  title: 'Kubernetes pods',
  description: 'What containers of pods write, by the API of the cluster.',
  setup:
    'The account needs `list` on pods and `get` on `pods/log`. Of a log selector, the labels `namespace`, `pod` and `container` name what is read, and its other labels select pods. An external id of the form `namespace/pod` names one pod.',
  icon: 'ship-wheel',
  schema,
  connections: [clusterConnection],
  example: { namespace: 'shop', labelSelector: 'app=web', kubeconfig: 'secret://cluster/kubeconfig' },
  timeoutMilliseconds: 45_000,
  concurrency: 4,
  stream: ['namespace', 'pod', 'container'],
})

export type KubernetesLogsSpec = LogSpecOf<typeof logs>
