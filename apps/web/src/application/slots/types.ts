import type { CheckDetail } from '@binnacle/contract/health'
import type { AlertRow } from '@binnacle/contract/notifications'
import type { TopologyComponent } from '@binnacle/contract/topology'
import type { ComponentType, ReactNode } from 'react'
import type { Page } from '../pages/pages.ts'

/** A catalog item, as areas that add to its page see it. */
export interface ItemSubject {
  id: string
  name: string
  type: string
  health: string | null
  /** Numbers that come with the item, by what they count. */
  counts: Readonly<Record<string, number>>
}

/** A row of a resource table of the settings. */
export interface RowSubject {
  id: string
  /** Resource type of the row in the job history. */
  resourceType: string
}

/** Slots with titles, such as tabs and the sections of a panel, by what they are about. */
interface SectionSubjects {
  /** Tabs of the page of a catalog item. The id is the last segment of the address. */
  'item.tabs': ItemSubject
  /** Tabs of an open check. The id is the value of the parameter `tab`. */
  'check.tabs': CheckDetail
  /** Sections of the panel of a component. The id is the value of the parameter `section`. */
  'component.sections': TopologyComponent
  /** Facts of a component, by their labels. */
  'component.facts': TopologyComponent
  /** Sections of the page of an alert. */
  'alert.sections': AlertRow
  /** Tabs of a row of a resource table, after its own. The id is the value of the parameter `tab`. */
  'row.tabs': RowSubject
}

/** Slots without titles, such as badges and buttons, by what they are about. */
interface PieceSubjects {
  /** Badges beside the name of a catalog item. */
  'item.badges': ItemSubject
  /** Buttons beside the name of a catalog item. */
  'item.actions': ItemSubject
  /** What explains the state of a catalog item, on the tab about what it depends on. */
  'item.causes': Pick<ItemSubject, 'id'> & { hours: string }
  /** Badges beside the name of a check. */
  'check.badges': CheckDetail
  /** Buttons beside the name of a check. */
  'check.actions': CheckDetail
  /** What explains the state of a component, before its facts. */
  'component.causes': TopologyComponent
  /** Badges beside the name of an alert. */
  'alert.badges': AlertRow
  /** Buttons of an alert. */
  'alert.actions': AlertRow
}

/** Menus, by what they are about. */
interface MenuSubjects {
  'component.menu': TopologyComponent
}

/** Lists of related things, by what they belong to. */
interface RelatedSubjects {
  /** What a check belongs to. */
  'check.related': CheckDetail
}

/** Who sees what an area adds, when, and where among the others. */
interface Addition<Subject> extends Pick<Page, 'access' | 'feature'> {
  /** Unique among the additions to a slot. */
  id: string
  /** Place among all that is in the slot: lower ones come first. */
  order: number
  /** Whether this thing has it. Default: all have. */
  shows?: (subject: Subject) => boolean
}

/** What draws the number beside the title of a section; nothing while it is not known. */
export interface CountProps<Subject> {
  subject: Subject
  /** Whether to load what is not loaded yet. */
  eager: boolean
  className: string
  /** What the number counts, where the content shows something else at first. */
  note?: string | undefined
}

/** Something with a title and a content, such as a tab. */
export interface Section<Subject> extends Addition<Subject> {
  label: string
  /** Made by `countOf` or `countIn`. */
  Count?: ComponentType<CountProps<Subject>>
  /** What the number counts, where the content shows something else at first. */
  countNote?: string
  /** Shortcut that opens it, and what it is called in the help. */
  keys?: { keys: string; label: string }
  /** Made by `lazily`, so that its code loads when it is shown. */
  Content: ComponentType<{ subject: Subject }>
}

/** A badge, a button or another part without a title. */
export interface Piece<Subject> extends Addition<Subject> {
  /** Made by `lazily`, so that its code loads when it is shown. */
  Content: ComponentType<{ subject: Subject }>
}

/** An entry of a menu: it leads to an address, or opens a dialog. */
type MenuEntry<Subject> = Addition<Subject> & {
  /** Entries that lead elsewhere come before those that do something. */
  group: 'open' | 'do'
  label: string
  icon: ReactNode
} & (
    | { href: (subject: Subject) => string; Dialog?: never }
    | { Dialog: ComponentType<{ subject: Subject; onClose: () => void }>; href?: never }
  )

/** A thing that another one belongs to. */
export interface Related {
  id: string
  name: string
  type: string | undefined
  /** Where it is, if the person may go there. */
  path: string
}

/** What a list of related things loads by. The first part of its key is its live topic. */
export interface RelatedQuery {
  queryKey: readonly string[]
  meta?: { shows?: readonly string[]; follows?: readonly string[] }
  queryFn: (context: { signal: AbortSignal }) => Promise<readonly Related[]>
}

/** Related things of one kind. */
export interface RelatedList<Subject> extends Addition<Subject> {
  /** The kind of each, as a title: `Component`. */
  label: string
  icon: ReactNode
  query: (subject: Subject) => RelatedQuery
}

/** What each slot is filled with. The page that owns a slot reads it, and areas add to it without knowing of each other. */
export type Slots = { [Slot in keyof SectionSubjects]: Section<SectionSubjects[Slot]> } & {
  [Slot in keyof PieceSubjects]: Piece<PieceSubjects[Slot]>
} & { [Slot in keyof MenuSubjects]: MenuEntry<MenuSubjects[Slot]> } & {
  [Slot in keyof RelatedSubjects]: RelatedList<RelatedSubjects[Slot]>
}

/** Name of a slot. */
export type SlotName = keyof Slots

/** Name of a slot of pieces. */
export type PieceSlot = keyof PieceSubjects

/** What a piece is about. */
export type PieceSubject<Slot extends PieceSlot> = PieceSubjects[Slot]

/**
 * What an area adds to the pages of others, by slot.
 *
 * @example
 *   export const incidentSlots: SlotFills = {
 *     'check.tabs': [
 *       {
 *         id: 'incidents',
 *         label: 'Incidents',
 *         order: 60,
 *         access: { resource: 'incident', action: 'read' },
 *         feature: 'incidents',
 *         Content: lazily(async () => (await import('./check-incidents.tsx')).CheckIncidents),
 *       },
 *     ],
 *   }
 */
export type SlotFills = { [Slot in SlotName]?: readonly Slots[Slot][] }
