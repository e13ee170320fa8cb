import { Skeleton } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { CatchBoundary } from '@tanstack/react-router'
import { type ReactNode, Suspense, use } from 'react'
import { Contained } from '../pages/contained.tsx'
import { useVisitor } from '../pages/open-pages.ts'
import { type Page, pageState, type Visitor } from '../pages/pages.ts'
import { SlotsContext } from './slots-context.ts'
import type { Piece, PieceSlot, PieceSubject, Section, SlotFills, SlotName, Slots } from './types.ts'

/** Key of the query of what areas add to slots. */
export const SLOTS_KEY = ['slots'] as const

const none: readonly SlotFills[] = []

/** What all areas add to slots. */
function useFills(): { data: readonly SlotFills[]; isPending: boolean } {
  const load = use(SlotsContext)
  const { data = none, isPending } = useQuery({
    queryKey: SLOTS_KEY,
    queryFn: () => load?.() ?? none,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { data, isPending }
}

/** Those that the person may open, in their order. */
function openOf<Fill extends Pick<Page, 'access' | 'feature'> & { order: number }>(
  fills: readonly Fill[],
  visitor: Visitor,
): readonly Fill[] {
  return fills
    .filter((fill) => pageState(fill, visitor) === 'open')
    .toSorted((left, right) => left.order - right.order)
}

/** Returns those that a thing has. */
export function shownOf<Subject, Fill extends { shows?: (subject: Subject) => boolean }>(
  fills: readonly Fill[],
  subject: Subject,
): readonly Fill[] {
  return fills.filter(({ shows }) => shows === undefined || shows(subject))
}

/**
 * Returns what areas add to a slot, of which the signed-in person sees only what they may open; nothing while it
 * loads. `shownOf` leaves those that a thing has.
 */
export function useSlot<Slot extends SlotName>(
  slot: Slot,
): { fills: readonly Slots[Slot][]; isPending: boolean } {
  const { data, isPending } = useFills()
  const visitor = useVisitor()
  const fills = data.flatMap((area): readonly Slots[Slot][] => area[slot] ?? [])
  return { fills: openOf(fills, visitor), isPending }
}

type PieceFills = { [Slot in PieceSlot]?: readonly Piece<PieceSubject<Slot>>[] }

/** What areas add to a slot of badges, buttons and the like. */
export function Pieces<Slot extends PieceSlot>(props: {
  slot: Slot
  subject: PieceSubject<Slot>
}): ReactNode {
  const { slot, subject } = props
  const { data } = useFills()
  const visitor = useVisitor()
  const pieces = data.flatMap((area: PieceFills): readonly Piece<PieceSubject<Slot>>[] => area[slot] ?? [])
  return shownOf(openOf(pieces, visitor), subject).map(({ id, Content }) => (
    <Optional key={id}>
      <Content subject={subject} />
    </Optional>
  ))
}

/** Something that a page shows once it is loaded, and does without if it breaks or cannot be loaded. */
export function Optional({ children }: { children: ReactNode }): ReactNode {
  return (
    <CatchBoundary getResetKey={() => ''} errorComponent={() => null}>
      <Suspense>{children}</Suspense>
    </CatchBoundary>
  )
}

/** The content of a section that an area adds. */
export function SectionContent<Subject>(props: { section: Section<Subject>; subject: Subject }): ReactNode {
  const { id, Content } = props.section
  return (
    <Contained part={id}>
      <Suspense fallback={<Skeleton className="h-64 w-full" />}>
        <Content subject={props.subject} />
      </Suspense>
    </Contained>
  )
}
