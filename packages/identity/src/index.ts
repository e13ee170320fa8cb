export { digest, newToken } from './codes.ts'
export {
  type BrowserRequest,
  DEVICE_MILLISECONDS,
  IDLE_MILLISECONDS,
  isComplete,
  isRecovered,
  lacksDemandedFactor,
  SESSION_MILLISECONDS,
  type IssuedSession,
  pages,
} from './core.ts'
export { normaliseEmail, parseEmail } from './email.ts'
export { failures } from './failures.ts'
export type { AssuranceLevel, FlowError, FlowKind } from './flow.ts'
export { CODE_ATTEMPTS, FLOW_LIMITS, admitGuess } from './guessing.ts'
export { mails } from './mails.ts'
export { partsOfName } from './names.ts'
export { hashPassword } from './password.ts'
export { passwordFault } from './password-policy.ts'
export { createIdentityService, type IdentityService } from './service.ts'
export type {
  Account,
  CompletedMethod,
  FlowContent,
  IdentityStore,
  ListedSession,
  NewPerson,
  Person,
  SessionRecord,
} from './store.ts'
export { totpCode } from './totp.ts'
export { limitedAddress } from './limited-address.ts'
