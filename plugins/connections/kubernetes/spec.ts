import {
  allowScripts,
  commonConnectionFields,
  defineConnection,
  optionalCredential,
  type FormOf,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  certificate: optionalCredential('Certificate', 'certificate', {
    description: 'A kubeconfig. Leave empty for the cluster that Binnacle runs in.',
    widget: 'multiline',
  }),
  scripts: allowScripts,
})

export const connection = defineConnection({
  type: 'kubernetes',
  title: 'Kubernetes',
  description: 'A Kubernetes cluster.',
  icon: 'ship-wheel',
  category: 'cloud',

  schema,
  example: { name: 'production', certificate: 'secret://cluster/kubeconfig' },
})

export type KubernetesForm = FormOf<typeof connection>
