import { isRole, roles } from '@binnacle/contract/access'
import { addToken, LONGEST_TOKEN_DAYS } from '../modules/identity/index.ts'
import { MISUSE } from '../misuse.ts'
import { systemClock } from '../platform/clock.ts'
import { withDatabase } from './with-database.ts'

export interface TokenCreateOptions {
  email: string
  name: string
  role: string
  days: string
}

/**
 * Prints an access token, and nothing else, so that a script can take it.
 * @returns the exit code
 */
export async function tokenCreate({ email, name, role, days }: TokenCreateOptions): Promise<number> {
  if (!isRole(role)) {
    console.error(`There is no role "${role}"; there are ${roles.join(', ')}.`)
    return MISUSE
  }
  const count = Number(days)
  if (!Number.isInteger(count) || count < 1 || count > LONGEST_TOKEN_DAYS) {
    console.error(`--days is a whole number from 1 to ${LONGEST_TOKEN_DAYS}.`)
    return MISUSE
  }
  return withDatabase(async (database) => {
    console.log(await addToken(database, { email, name, role, days: count }, systemClock.now()))
    return 0
  })
}
