import type { Role } from '@binnacle/contract'

/** Who is asking. */
export interface Actor {
  personId: string
  name: string
  email: string
  roles: readonly Role[]
  /** The session or the token that the request came with. */
  sessionId?: string | undefined
  tokenId?: string | undefined
  /** Whether they gave a password or code a short time ago; never with a token. */
  privileged?: boolean
  /** Whether they came in with a code from an email and have not chosen a new password yet. */
  recovered?: boolean
  /** Address that the request came from; the server fills it in. */
  address?: string | undefined
}
