import type { Section } from '../application/pages/sections.tsx'
import { causeSections } from '../features/causes/sections.ts'
import { notificationSections } from '../features/notifications/sections.ts'

/** What areas add to the pages of others, in the order of their tabs. */
export const sections: readonly Section[] = [...causeSections, ...notificationSections]
