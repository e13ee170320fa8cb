import { createContext } from 'react'
import type { SlotFills } from './types.ts'

/** Loads what all areas add to the pages of others. It is not needed before something opens that has slots. */
export type LoadSlots = () => Promise<readonly SlotFills[]>

/** How to load what areas add to slots. */
export const SlotsContext = createContext<LoadSlots | undefined>(undefined)
