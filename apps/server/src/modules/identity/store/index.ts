import type { Role } from '@binnacle/contract'
import type { IdentityStore } from '@binnacle/identity'
import { audit } from '../../../platform/audit.ts'
import { queryableOf } from '../../../platform/database/index.ts'
import type { Mails } from '../../../platform/mail/index.ts'
import type { Tables } from '../tables.ts'
import { factorStore } from './factors.ts'
import { flowStore } from './flows.ts'
import { guessStore } from './guesses.ts'
import { peopleStore } from './people.ts'
import { sessionStore } from './sessions.ts'

export interface StoreOptions {
  mails: Mails
  now: () => Date
  /** Roles that demand a second factor at present. */
  demandedRoles: () => readonly Role[]
}

/** The identity service's memory, in the product's database. */
export function createIdentityStore(tables: Tables, options: StoreOptions): IdentityStore {
  return {
    ...flowStore(tables),
    ...peopleStore(tables, options.now),
    ...sessionStore(tables, options.demandedRoles),
    ...factorStore(tables),
    ...guessStore(tables),
    transaction: (work) =>
      tables.transaction().execute((transaction) => work(createIdentityStore(transaction, options))),
    async audit({ person, sessionId, address, action, before, after }) {
      const by = { personId: person.id, email: person.email, sessionId, address }
      const { id, name } = person
      await audit(queryableOf(tables), by, { action, resource: 'people', id, name, before, after })
    },
    sendMail: (mail) => options.mails.queue(queryableOf(tables), mail),
  }
}
