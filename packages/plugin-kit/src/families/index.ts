export { actionFamily } from './actions.ts'
export { checkFamily } from './checks.ts'
export { connectionFamily } from './connections.ts'
export {
  defineFamily,
  type Family,
  type FamilyDescription,
  type FamilyGenerator,
  type PageTools,
  type Plugin,
} from './family.ts'
export { logFamily } from './logs.ts'
export { notifierFamily } from './notifiers.ts'
export { scraperFamily } from './scrapers.ts'
