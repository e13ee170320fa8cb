import type { Area } from '../../application/pages/area.ts'
import { connectionPages } from './pages.ts'

export const connections: Area = { pages: connectionPages }
