export { createChain } from './chain.ts'
export { type AuditRecorder } from './recorder.ts'
export { readHead } from './seal.ts'

export { type ExpectedDigest, type Verification, verifyChain } from './verify.ts'
export { createAccessLog, type NewNetwork } from './access-log.ts'
