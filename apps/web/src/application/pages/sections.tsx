import { Skeleton } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, Suspense, use } from 'react'
import { useVisitor } from './open-pages.ts'
import { type Page, pageState } from './pages.ts'
import { SectionsContext } from './sections-context.ts'

/** What an area adds to the page of a thing of another area, such as notifications to a check. */
export interface Section extends Pick<Page, 'access' | 'feature'> {
  /** Kind of the thing, such as `check`. */
  of: string
  /** Value of the URL parameter that opens it; unique among the sections of the kind. */
  id: string
  label: string
  /** Shortcut that opens it, and what it is called in the help. */
  keys?: { keys: string; label: string }
  /** Its content, which gets the id of the thing. Made by `lazy`, so that it loads when it is opened. */
  Content: ComponentType<{ id: string }>
}

const none: readonly Section[] = []

/** Returns the sections of a kind of thing that the signed-in person may open; none while they load. */
export function useSections(of: string): readonly Section[] {
  const load = use(SectionsContext)
  const visitor = useVisitor()
  const { data = none } = useQuery({
    queryKey: ['sections'],
    queryFn: () => load?.() ?? none,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data.filter((section) => section.of === of && pageState(section, visitor) === 'open')
}

/** Shows a section of a thing. */
export function SectionContent({ section, id }: { section: Section; id: string }): ReactNode {
  const { Content } = section
  return (
    <Suspense fallback={<Skeleton className="h-64 w-full" />}>
      <Content id={id} />
    </Suspense>
  )
}
