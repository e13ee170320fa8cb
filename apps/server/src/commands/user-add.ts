import { isRole, roles } from '@binnacle/contract/access'
import { normaliseEmail } from '@binnacle/identity'
import { text } from 'node:stream/consumers'
import { addPerson, COMMAND_LINE, createInvitation } from '../modules/identity/index.ts'
import { MISUSE } from '../misuse.ts'
import { audit } from '../platform/audit.ts'
import { systemClock } from '../platform/clock.ts'
import { inTransaction } from '../platform/database/index.ts'
import { withDatabase } from './with-database.ts'

export interface UserAddOptions {
  email: string
  name: string
  role: string
  /** Whether the password comes on standard input; else a link is printed. */
  passwordFromInput: boolean
}

/**
 * Creates an account, or a link with which somebody creates theirs.
 * @returns the exit code
 */
export async function userAdd({ email, name, role, passwordFromInput }: UserAddOptions): Promise<number> {
  if (!isRole(role)) {
    console.error(`There is no role "${role}"; there are ${roles.join(', ')}.`)
    return MISUSE
  }
  const password = passwordFromInput ? (await text(process.stdin)).replace(/\r?\n$/, '') : undefined
  return withDatabase(async (database, configuration) => {
    const now = systemClock.now()
    if (password !== undefined) {
      await addPerson(database, { email, name, role, password }, now, configuration.publicUrl)
      console.log(`Created the account of ${email}.`)
      return 0
    }
    const [firstName = '', ...rest] = name.trim().split(/\s+/)
    const wanted = { email, firstName, lastName: rest.join(' '), role, invitedBy: undefined }
    const { link } = await inTransaction(database.pool, async (client) => {
      const made = await createInvitation(client, wanted, { configuration, now: () => now, mails: undefined })
      const id = normaliseEmail(email)
      const after = { email: id, role }
      await audit(client, COMMAND_LINE, { action: 'invite', resource: 'people', id, name, after })
      return made
    })
    console.log(link)
    return 0
  })
}
