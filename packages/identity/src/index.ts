export type { Flow, FlowError, FlowKind, InputNode, Message } from './flow.ts'
export { hashPassword, verifyPassword } from './password.ts'
export {
  type BrowserRequest,
  createIdentityService,
  type IdentityService,
  isOwnPath,
  normaliseEmail,
  SESSION_MILLISECONDS,
  type SignedIn,
} from './service.ts'
export type { Account, IdentityStore, Person, SessionRecord, StoredFlow } from './store.ts'
