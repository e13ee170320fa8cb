import type { ComponentType } from 'react'
import type { SlotFills } from '../slots/types.ts'
import type { Page } from './pages.ts'

/** A page outside the frame of the application, for people who are not signed in yet. */
export interface OutsidePage {
  path: `/${string}`
  load: () => Promise<{ default: ComponentType }>
}

declare const paths: unique symbol

/**
 * What an area gives to the application: the `index.ts` of its folder exports it, and `routes/registry.ts` lists it. Its
 * type names the paths of its pages, to which links may lead.
 */
export interface Area<Path extends string = never> {
  /** Only in the type: what is computed from pages would depend on itself, as pages have links. */
  readonly [paths]?: Path
  /** Pages behind the sign-in. */
  pages?: readonly Page[]
  outsidePages?: readonly OutsidePage[]
  /** Loads what it adds to the pages of others: its `slots.ts`, with nothing that is drawn. */
  slots?: () => Promise<SlotFills>
}

/** The paths of areas. */
export type PathsOf<Areas extends readonly unknown[]> = Areas[number] extends infer One
  ? One extends Area<infer Path>
    ? Path
    : never
  : never
