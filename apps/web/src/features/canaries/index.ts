export { CanaryFileProblems } from './canary-file-problems.tsx'
export { NEW_CANARY_PATH } from './paths.ts'
