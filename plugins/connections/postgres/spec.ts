import { commonConnectionFields, defineConnection, serverForm } from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  ...serverForm(
    'postgres://host:5432/database. User and password can be written in it as $(username) and $(password).',
  ),
})

export const connection = defineConnection({
  type: 'postgres',
  title: 'Postgres',
  description: 'A PostgreSQL database.',
  icon: 'database',
  category: 'database',

  schema,
  example: {
    name: 'shop',
    url: 'postgres://db.example.com:5432/shop',
    username: 'reader',
    password: 'secret://shop/password',
  },
})
