import { startSearchTargets } from '../search-targets.ts'

export const startTargets = startSearchTargets
