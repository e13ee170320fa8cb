import { commonConnectionFields, defineConnection, serverForm } from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  ...serverForm(
    'mysql://host:3306/database. User and password can be written in it as $(username) and $(password).',
  ),
})

export const connection = defineConnection({
  type: 'mysql',
  title: 'MySQL',
  description: 'A MySQL or MariaDB database.',
  icon: 'database',
  category: 'database',

  schema,
  example: {
    name: 'shop',
    url: 'mysql://db.example.com:3306/shop',
    username: 'reader',
    password: 'secret://shop/password',
  },
})
