import {
  commonConnectionFields,
  defineConnection,
  requiredField,
  type FormOf,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  path: requiredField('Path', 'properties.path'),
})

export const connection = defineConnection({
  type: 'folder',
  title: 'Folder',
  description: 'A folder of the machine that runs Binnacle.',
  icon: 'folder',
  category: 'storage',

  schema,
  example: { name: 'backups', path: '/var/backups' },
})

export type FolderForm = FormOf<typeof connection>
