import { REQUIRED } from '@binnacle/contract/core'
import {
  commonConnectionFields,
  defineConnection,
  optionalCredential,
  optionalField,
  requiredField,
  type FormOf,
} from '@binnacle/plugin-kit/connections'
import { field } from '@binnacle/plugin-kit/core'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  url: requiredField('URL', 'url', { description: 'https://host/path or ssh://git@host/path.' }),
  auth: field(z.enum(['None', 'Basic', 'SSH Key']).default('None'), {
    title: 'Authentication',
    chosenBy: { 'SSH Key': ['certificate'], Basic: ['username', 'password'] },
  }),
  username: optionalCredential('Username', 'username', {
    shownWhen: { field: 'auth', values: ['Basic'] },
    requiredWhenShown: true,
  }),
  password: optionalCredential('Password', 'password', {
    shownWhen: { field: 'auth', values: ['Basic'] },
    requiredWhenShown: true,
  }),
  ssh_key: optionalCredential('SSH Key', 'certificate', {
    shownWhen: { field: 'auth', values: ['SSH Key'] },
    requiredWhenShown: true,
    widget: 'multiline',
  }),
  ref: field(z.string().trim().min(1, REQUIRED).max(250).default('main'), {
    title: 'Ref',
    description: 'Branch or tag. Default: main',
    stored: 'properties.ref',
    destination: false,
  }),
  host_key: optionalField('Host key', 'properties.hostKey', {
    description: 'Fingerprint of the SSH server, such as SHA256:…. Another server is then refused.',
    group: 'advanced',
  }),
})

export const connection = defineConnection({
  type: 'git',
  title: 'Git',
  description: 'A Git repository.',
  icon: 'git-branch',
  category: 'source',

  schema,
  example: {
    name: 'manifests',
    url: 'https://git.example.com/team/manifests.git',
    auth: 'Basic',
    username: 'reader',
    password: 'secret://git/token',
  },
})

export type GitForm = FormOf<typeof connection>
