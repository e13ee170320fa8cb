import type { Area } from '../../application/pages/area.ts'
import { docsPage, documentPage } from './pages.ts'

export const docs: Area = { pages: [docsPage, documentPage] }
