import type { Area } from '../../application/pages/area.ts'
import { profilePage } from './pages.ts'

export const profile: Area = { pages: [profilePage] }
