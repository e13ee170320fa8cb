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
    description: 'Address of a server of your own. Default: https://gitlab.com',
    group: 'advanced',
  }),
})

export const connection = defineConnection({
  type: 'gitlab',
  title: 'GitLab',
  description: 'An account of GitLab.',
  icon: 'git-branch',
  category: 'source',

  schema,
  example: { name: 'code', token: 'secret://gitlab/token' },
})

export type GitlabForm = FormOf<typeof connection>
