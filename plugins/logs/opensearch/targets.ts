export { startSearchTargets as startTargets } from '../search-targets.ts'
