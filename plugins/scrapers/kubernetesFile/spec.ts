import { field } from '@binnacle/plugin-kit/core'
import { defineScraper, type ScraperSpecOf } from '@binnacle/plugin-kit/scrapers'
import { z } from 'zod'
import { documentFormats } from '@binnacle/clients/documents/read'
import { clusterConnection, clusterFields } from '@binnacle/clients/kubernetes/connection'

const text = z.string().trim().min(1).max(1_000)

const selector = z
  .strictObject({
    namespace: field(text, { title: 'Namespace' }),
    kind: field(z.enum(['Pod', 'Deployment', 'StatefulSet']).optional(), {
      title: 'Kind',
      description: 'What is looked for. A Deployment or StatefulSet is read in one of its pods. Default: Pod',
    }),
    name: field(text.optional(), { title: 'Name', description: 'Default: all that the selectors fit.' }),
    labelSelector: field(text.optional(), {
      title: 'Label selector',
      description: 'For example app=web,tier!=test.',
    }),
    fieldSelector: field(text.optional(), {
      title: 'Field selector',
      description: 'For example status.phase=Running.',
    }),
  })
  .refine(
    (given) =>
      given.name !== undefined || given.labelSelector !== undefined || given.fieldSelector !== undefined,
    {
      error: 'give a name, a label selector or a field selector',
      path: ['name'],
    },
  )

const path = z
  .string()
  .trim()
  .max(4_096, { abort: true })
  .refine((value) => value.startsWith('/') && !value.includes('\0'), {
    error: 'a file in a container has an absolute path, such as /etc/shop/settings.yaml',
  })

const schema = z.strictObject({
  selector: field(selector, { title: 'Selector', description: 'Which containers the files are read in.' }),
  container: field(text.optional(), { title: 'Container', description: 'Default: the first one of the pod' }),
  files: field(
    z
      .array(
        z.strictObject({
          path: field(z.array(path).min(1).max(1_000), {
            title: 'Paths',
            description: 'Absolute paths of files.',
          }),
          format: field(z.enum(documentFormats).optional(), {
            title: 'Format',
            description: 'How the files are written. Default: the format of the scraper',
          }),
        }),
      )
      .min(1)
      .max(100),
    { title: 'Files' },
  ),
  ...clusterFields,
})

export const scraper = defineScraper({
  type: 'kubernetesFile',
  title: 'Kubernetes File',
  description: 'Files in containers of a Kubernetes cluster.',
  setup:
    'The account needs `get` and `list` on pods, Deployments and StatefulSets, and `create` on `pods/exec`. The container needs the program `cat`.',
  icon: 'file-text',
  schema,
  connections: [clusterConnection],
  example: {
    selector: { namespace: 'shop', kind: 'Deployment', name: 'web' },
    files: [{ path: ['/etc/shop/settings.yaml'], format: 'yaml' }],
    kubeconfig: 'secret://cluster/kubeconfig',
  },
  timeoutMilliseconds: 600_000,
  concurrency: 3,
})

export type KubernetesFileSpec = ScraperSpecOf<typeof scraper>
