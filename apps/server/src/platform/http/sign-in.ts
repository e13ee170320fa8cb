import type { Context, Hono } from 'hono'
import type { NewNetwork } from '../audit/access-log.ts'
import { definePort } from '../port.ts'
import type { Actor } from '../access/actor.ts'
import type { ServerContext } from './server.ts'

/** Authenticates people and programs. */
export interface SignIn {
  /** The sender of a request; undefined for a stranger. */
  authenticate: (headers: Headers) => Promise<Actor | undefined>
  /** Whether a request carries the cookie of a session, valid or not. */
  carriesSession: (context: Context) => boolean
  /** The network of a token that is used from there for the first time; otherwise undefined. */
  newNetwork: (actor: Actor) => Promise<NewNetwork | undefined>
  /** The identity service; answers below /kratos and /api/.ory without a session. */
  http: Hono<ServerContext>
  /** Whether the first administrator must be created, the set-up code, and whether the form always asks for it. */
  setup: () => Promise<{ needed: boolean; code: string; exposed: boolean }>
}

/** Offered by the identity module. */
export const signIn = definePort<SignIn>('sign-in')
