import { commonConnectionFields, defineConnection, serverForm } from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  ...serverForm('ldap:// or ldaps:// with host and port.'),
})

export const connection = defineConnection({
  type: 'ldap',
  title: 'LDAP',
  description: 'A directory that speaks LDAP.',
  icon: 'book-user',
  category: 'network',

  schema,
  example: {
    name: 'people',
    url: 'ldaps://ldap.example.com',
    username: 'cn=reader,dc=example,dc=com',
    password: 'secret://ldap/password',
  },
})
