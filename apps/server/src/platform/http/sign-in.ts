import type { Context, Hono } from 'hono'
import type { NewNetwork } from '../audit/access-log.ts'
import { definePort } from '../port.ts'
import type { Actor } from '../access/actor.ts'
import type { ServerContext } from './server.ts'

/** How people and programs say who they are. */
export interface SignIn {
  /** Who a request comes from; undefined for a stranger. */
  authenticate: (headers: Headers) => Promise<Actor | undefined>
  /** Whether a request carries the cookie of a session, valid or not. */
  carriesSession: (context: Context) => boolean
  /** The network that a token is used from for the first time; undefined for others. */
  newNetwork: (actor: Actor) => Promise<NewNetwork | undefined>
  /** The identity service; answers below /kratos and /api/.ory without a session. */
  http: Hono<ServerContext>
  /** Whether the first administrator has yet to be created, with which code, and whether it is always asked for. */
  setup: () => Promise<{ needed: boolean; code: string; exposed: boolean }>
}

/** Offered by the module that knows people. */
export const signIn = definePort<SignIn>('sign-in')
