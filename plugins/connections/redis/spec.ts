import { commonConnectionFields, defineConnection, serverForm } from '@binnacle/plugin-kit/connections'
import { field } from '@binnacle/plugin-kit/core'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  ...serverForm('host:port, or redis:// or rediss:// with host and port.'),
  db: field(z.number().int().min(0).default(0), {
    title: 'Database',
    description: 'Number of the database. Default: 0',
    stored: 'properties.db',
    destination: false,
  }),
})

export const connection = defineConnection({
  type: 'redis',
  title: 'Redis',
  description: 'A Redis or Valkey server.',
  icon: 'database',
  category: 'database',

  schema,
  example: {
    name: 'cache',
    url: 'redis://cache.example.com:6379',
    password: 'secret://cache/password',
    db: 1,
  },
})
