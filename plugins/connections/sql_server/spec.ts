import { commonConnectionFields, defineConnection, serverForm } from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  ...serverForm(
    'sqlserver://host:1433?database=name. User and password can be written in it as $(username) and $(password).',
  ),
})

export const connection = defineConnection({
  type: 'sql_server',
  title: 'SQL Server',
  description: 'A Microsoft SQL Server database.',
  icon: 'database',
  category: 'database',

  schema,
  example: {
    name: 'shop',
    url: 'sqlserver://db.example.com:1433?database=shop',
    username: 'reader',
    password: 'secret://shop/password',
  },
})
