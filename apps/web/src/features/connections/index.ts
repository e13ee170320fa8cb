import type { Area } from '../../application/pages/area.ts'
import { connectionPages, type ConnectionsPath } from './pages.ts'

export const connections: Area<ConnectionsPath> = { pages: connectionPages }
