import type { Role } from '@binnacle/contract/access'

/** Who makes a request. */
export interface Actor {
  personId: string
  name: string
  email: string
  roles: readonly Role[]
  /** Id of the session or token of the request. */
  sessionId?: string | undefined
  tokenId?: string | undefined
  /** Whether they confirmed with a password or code recently. Always false for a token. */
  privileged?: boolean
  /** Whether they signed in by recovery and have not chosen a new password yet. */
  recovered?: boolean
  /** Network address of the client, set by the server. */
  address?: string | undefined
}
