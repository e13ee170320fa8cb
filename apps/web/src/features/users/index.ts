import type { Area } from '../../application/pages/area.ts'
import { userPages } from './pages.ts'

export const users: Area = { pages: userPages }
