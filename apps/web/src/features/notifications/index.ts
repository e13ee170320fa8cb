export { AcknowledgeCheck } from './acknowledge-later.ts'
export { notificationPages } from './pages.ts'
export { HISTORY_PATH } from './paths.ts'
