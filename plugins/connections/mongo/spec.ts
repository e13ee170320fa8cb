import { commonConnectionFields, defineConnection, serverForm } from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  ...serverForm(
    'mongodb://host:27017/database. User and password can be written in it as $(username) and $(password).',
  ),
})

export const connection = defineConnection({
  type: 'mongo',
  title: 'Mongo',
  description: 'A MongoDB database.',
  icon: 'database',
  category: 'database',

  schema,
  example: {
    name: 'shop',
    url: 'mongodb://db.example.com:27017/shop',
    username: 'reader',
    password: 'secret://shop/password',
  },
})
