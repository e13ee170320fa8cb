import type { Area } from '../../application/pages/area.ts'
import { docsPage, type DocsPath, documentPage } from './pages.ts'

export const docs: Area<DocsPath> = { pages: [docsPage, documentPage] }
