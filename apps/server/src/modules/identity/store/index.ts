import type { Role } from '@binnacle/contract/access'
import { type IdentityStore, limitedAddress } from '@binnacle/identity'
import { audit } from '../../../platform/audit.ts'
import type { AuditRecorder } from '../../../platform/audit/index.ts'
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
  /** Records the attempts of strangers in the audit log. */
  recorder: AuditRecorder
  now: () => Date
  /** Returns the roles that currently demand a second factor. */
  demandedRoles: () => readonly Role[]
}

/** Creates the store of the identity service in the product's database. */
export function createIdentityStore(tables: Tables, options: StoreOptions): IdentityStore {
  return {
    ...flowStore(tables),
    ...peopleStore(tables, options.now),
    ...sessionStore(tables, options.demandedRoles),
    ...factorStore(tables),
    ...guessStore(tables),
    transaction: (work) =>
      tables.transaction().execute((transaction) => work(createIdentityStore(transaction, options))),
    async audit({ person, sessionId, address, userAgent, action, target, before, after }) {
      const by = { personId: person.id, email: person.email, sessionId, address }
      const { resource, id } = target ?? { resource: 'people', id: person.id }
      await audit(queryableOf(tables), by, {
        action,
        resource,
        id,
        name: person.name,
        before,
        after,
        userAgent,
      })
    },
    auditAttempt({ person, address, userAgent, action, reason }) {
      const email = 'not signed in'
      void options.recorder.record(
        // For an unknown account no text is stored, because people may type a password there.
        { source: limitedAddress(address ?? ''), kind: JSON.stringify([action, reason, person?.id]) },
        {
          by: { personId: person?.id ?? null, email, address },
          change: {
            action,
            resource: 'sessions',
            id: null,
            name: person?.name ?? null,
            after: { reason },
            userAgent,
          },
        },
      )
    },
    sendMail: (mail) => options.mails.queue(queryableOf(tables), mail),
  }
}
