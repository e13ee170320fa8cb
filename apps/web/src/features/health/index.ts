export { loadChecks } from './dashboard/queries.ts'
export { HEALTH_PATH } from './paths.ts'
