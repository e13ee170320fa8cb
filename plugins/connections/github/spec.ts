import {
  commonConnectionFields,
  defineConnection,
  optionalField,
  requiredCredential,
  type FormOf,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  token: requiredCredential('Personal Access Token', 'password'),
  url: optionalField('URL', 'url', {
    description: 'Address of the API of a server of your own. Default: https://api.github.com',
    group: 'advanced',
  }),
})

export const connection = defineConnection({
  type: 'github',
  title: 'GitHub',
  description: 'An account of GitHub.',
  icon: 'git-branch',
  category: 'source',

  schema,
  example: { name: 'code', token: 'secret://github/token' },
})

export type GithubForm = FormOf<typeof connection>
