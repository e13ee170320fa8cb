import { definePort } from '../../platform/port.ts'
import type { OpenCatalogStore } from './store/index.ts'

/** Where runs of scrapers store what they find. */
export const catalogStore = definePort<OpenCatalogStore>('the store of the catalog')
