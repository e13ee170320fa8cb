import {
  commonConnectionFields,
  defineConnection,
  optionalField,
  requiredCredential,
  requiredField,
  type FormOf,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  organization: requiredField('Organization', 'username'),
  token: requiredCredential('Personal Access Token', 'password'),
  url: optionalField('URL', 'url', {
    description: 'Address of a server of your own. Default: https://dev.azure.com',
    group: 'advanced',
  }),
})

export const connection = defineConnection({
  type: 'azure_devops',
  title: 'Azure DevOps',
  description: 'An organization of Azure DevOps.',
  icon: 'git-branch',
  category: 'source',

  schema,
  example: { name: 'code', organization: 'example', token: 'secret://azure-devops/token' },
})

export type AzureDevopsForm = FormOf<typeof connection>
