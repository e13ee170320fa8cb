import type { Area } from '../../application/pages/area.ts'
import { userPages, type UsersPath } from './pages.ts'

export const users: Area<UsersPath> = { pages: userPages }
