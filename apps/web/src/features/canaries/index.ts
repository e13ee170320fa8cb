export { CanaryFileProblems } from './canary-file-problems.tsx'
export { canaryPages } from './pages.ts'
export { NEW_CANARY_PATH } from './paths.ts'
