import { healths } from '@binnacle/contract/core'
import { formatCount } from '@binnacle/contract/text'
import type { PublicComponent } from '@binnacle/contract/topology'
import {
  classNames,
  formatAge,
  HealthBadge,
  HealthShape,
  healthAppearance,
  useMediaQuery,
  useNow,
} from '@binnacle/ui'
import { applyTheme, resolveTheme, systemQueries } from '@binnacle/ui/theme'
import { CloudOff, FileQuestion } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { ComponentIcon } from '../component-icon.tsx'
import { STALE_AFTER } from './ask.ts'
import { readOptions, type ViewOptions } from './options.ts'
import { usePublicView, type ViewState } from './use-public-view.ts'
import { keyed, Properties, Reason, ViewCard } from './view-card.tsx'

function useOptions(): ViewOptions {
  const [options, setOptions] = useState(() => readOptions(location))
  useEffect(() => {
    const read = () => setOptions(readOptions(location))
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  return options
}

/** A component and what is below it, for people without an account. Nothing on it changes anything. Source: VIEW-001, VIEW-004. */
export function PublicViewPage(): ReactNode {
  const { id, key, width, theme } = useOptions()
  const dark = useMediaQuery(systemQueries.dark)
  const contrast = useMediaQuery(systemQueries.contrast)
  useLayoutEffect(
    () => applyTheme(resolveTheme(theme, { dark, contrast }), 'comfortable'),
    [theme, dark, contrast],
  )
  return (
    <div className="min-h-screen bg-canvas text-primary">
      <View key={`${id} ${key}`} id={id} secret={key} width={width} />
    </div>
  )
}

function View(props: { id: string; secret: string; width: number }): ReactNode {
  const state = usePublicView(props.id, props.secret)
  const { view, last } = state
  if (view !== undefined) return <Shown component={view.component} state={state} width={props.width} />
  if (last === undefined) return <output className="sr-only">Loading the view</output>
  if (last === 'gone')
    return (
      <Nothing icon={<FileQuestion strokeWidth={1.5} />} title="Component not found">
        Ask for a new link if you had one that worked.
      </Nothing>
    )
  if (last === 'limited')
    return (
      <Nothing icon={<CloudOff strokeWidth={1.5} />} title="Too many wrong links">
        Too many wrong links were opened from this network. This page tries again in a few minutes.
      </Nothing>
    )
  return (
    <Nothing icon={<CloudOff strokeWidth={1.5} />} title="The server does not answer">
      This page tries again by itself.
    </Nothing>
  )
}

function Nothing(props: { icon: ReactNode; title: string; children: ReactNode }): ReactNode {
  return (
    <main className="flex min-h-screen flex-col items-center justify-center gap-2 p-6 text-center">
      <title>{`${props.title} - Binnacle`}</title>
      <span aria-hidden="true" className="text-muted [&>svg]:size-10">
        {props.icon}
      </span>
      <h1 className="text-title font-semibold">{props.title}</h1>
      <p className="text-secondary">{props.children}</p>
    </main>
  )
}

/** Numbers of components by health; those without any are left out. */
function Counts({ counts }: Pick<PublicComponent, 'counts'>): ReactNode {
  return (
    <ul aria-label="Components by health" className="flex flex-wrap gap-x-3">
      {healths
        .filter((state) => counts[state] > 0)
        .map((state) => {
          const { shape, tone, word } = healthAppearance(state)
          return (
            <li key={state} className="inline-flex items-center gap-1 font-medium numeric">
              <HealthShape shape={shape} tone={tone} size={14} />
              {formatCount(counts[state])}
              <span className="sr-only"> {word.toLowerCase()}</span>
            </li>
          )
        })}
    </ul>
  )
}

function Shown(props: { component: PublicComponent; state: ViewState; width: number }): ReactNode {
  const { component, state, width } = props
  const now = useNow('second')
  const age = Math.max(0, now - state.receivedAt)
  const isStale = age >= STALE_AFTER
  const { name, health, counts, components, left_out: leftOut } = component
  return (
    <main className="mx-auto flex max-w-[160rem] flex-col gap-3 p-3 sm:p-4 lg:p-6">
      <title>{`${name} - Binnacle`}</title>
      {isStale && (
        <p
          role="alert"
          className="flex flex-wrap items-center gap-2 rounded-panel border border-unhealthy-line bg-unhealthy-subtle px-3 py-2 text-lead font-semibold text-unhealthy"
        >
          <CloudOff aria-hidden="true" className="size-5 shrink-0" />
          Stale: the server has not answered for {formatAge(age)}. What is shown may be wrong.
        </p>
      )}
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="flex min-w-0 items-center gap-2 text-title font-semibold wrap-anywhere">
          {component.type !== undefined && (
            <ComponentIcon
              icon={component.icon ?? null}
              type={component.type}
              className="size-6 shrink-0 text-muted"
            />
          )}
          {name}
        </h1>
        <HealthBadge pill state={health} />
        {components.length > 0 && <Counts counts={counts} />}
        <p className="ml-auto text-secondary">
          {state.last === 'shown' ? 'Updated' : 'Reconnecting, updated'}{' '}
          <span className="numeric">{formatAge(age)}</span> ago
        </p>
      </header>
      <div className={classNames('flex flex-col gap-3', isStale && 'opacity-60 grayscale')}>
        <Reason component={component} />
        <Properties component={component} />
        {components.length > 0 && (
          <ul
            aria-label="Components"
            className="grid gap-3"
            style={{ gridTemplateColumns: `repeat(auto-fill, minmax(min(${width}px, 100%), 1fr))` }}
          >
            {keyed(components).map(({ key, component: below }) => (
              <li key={key} className="min-w-0">
                <ViewCard component={below} />
              </li>
            ))}
          </ul>
        )}
        {leftOut > 0 && (
          <p className="text-secondary">{formatCount(leftOut)} more components are not shown.</p>
        )}
      </div>
    </main>
  )
}
