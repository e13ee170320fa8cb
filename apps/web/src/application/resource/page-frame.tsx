import { classNames, type Crumb, PageHeader } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { useTrail } from '../pages/trail.ts'

const sizes = {
  /** Lists, which take the height of the window, so that their tables scroll. */
  large: 'max-w-screen-2xl gap-3 md:h-full',
  medium: 'max-w-screen-xl gap-3',
  /** Forms. */
  small: 'max-w-screen-lg gap-4',
} as const

/**
 * The frame of a page: its width and margins, the title of the window, and a header with the breadcrumbs that the
 * registry of pages says.
 * @param props.name what the page is about, for the title of the window, if the registry cannot know it
 * @param props.title omit it if the page draws its own header
 * @param props.crumbs breadcrumbs after those of the registry, such as the type of a thing
 */
export function PageFrame(props: {
  size?: keyof typeof sizes
  name?: string | undefined
  title?: ReactNode
  crumbs?: readonly Crumb[]
  badge?: ReactNode
  actions?: ReactNode
  headerClass?: string
  children: ReactNode
}): ReactNode {
  const { size = 'large', name, title, crumbs = [], badge, actions, headerClass = '' } = props
  const trail = useTrail()
  return (
    <div className={classNames('mx-auto flex min-h-full flex-col p-3 sm:p-4 lg:p-5', sizes[size])}>
      {name !== undefined && <title>{`${name} - Binnacle`}</title>}
      {title !== undefined && (
        <PageHeader
          title={title}
          breadcrumb={[...trail, ...crumbs]}
          badge={badge}
          actions={actions}
          className={headerClass}
        />
      )}
      {props.children}
    </div>
  )
}
