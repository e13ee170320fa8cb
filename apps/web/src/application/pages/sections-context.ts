import { createContext } from 'react'
import type { Section } from './sections.tsx'

/** Loads the sections of all areas. They are not needed before something opens that has sections. */
export type LoadSections = () => Promise<readonly Section[]>

/** How to load the sections. */
export const SectionsContext = createContext<LoadSections | undefined>(undefined)
