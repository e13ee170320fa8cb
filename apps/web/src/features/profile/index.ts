import type { Area } from '../../application/pages/area.ts'
import { profilePage, type ProfilePath } from './pages.ts'

export const profile: Area<ProfilePath> = { pages: [profilePage] }
