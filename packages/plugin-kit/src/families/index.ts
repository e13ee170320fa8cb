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
