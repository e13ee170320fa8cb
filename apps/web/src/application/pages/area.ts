import type { ComponentType } from 'react'
import type { SlotFills } from '../slots/types.ts'
import type { Page } from './pages.ts'

/** A page outside the frame of the application, for people who are not signed in yet. */
export interface OutsidePage {
  path: `/${string}`
  load: () => Promise<{ default: ComponentType }>
}

/** What an area gives to the application: the `index.ts` of its folder exports it, and `routes/registry.ts` lists it. */
export interface Area {
  /** Pages behind the sign-in. */
  pages?: readonly Page[]
  outsidePages?: readonly OutsidePage[]
  /** Loads what it adds to the pages of others: its `slots.ts`, with nothing that is drawn. */
  slots?: () => Promise<SlotFills>
}
