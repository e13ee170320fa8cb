import { Button, HealthBadge, IconButton, PlainLink, TruncatedText } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2, Workflow } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useFilters } from '../../application/address/use-filters.ts'
import { SectionList } from '../../application/resource/section-list.tsx'
import { useChange } from '../../application/resource/use-change.ts'
import { useMayChange } from '../../application/resource/kind-form.tsx'
import { AddSelector } from './add-selector.tsx'
import { teamArea } from './area.ts'
import { componentFilters } from './filters.ts'
import { changeSelectors, componentListQuery, componentSearch, type Team } from './queries.ts'
import { describeSelector } from './selectors.ts'

/** The components of a team, and the selectors that find them. */
export function TeamComponents({ item: team }: { item: Team }): ReactNode {
  const { values, set } = useFilters(componentFilters)
  const components = useQuery(componentListQuery(team.id, values))
  const [adding, setAdding] = useState(false)
  const mayChange = useMayChange(teamArea, team)
  const selectors = team.spec?.components ?? []
  const add = (
    <Button onClick={() => setAdding(true)}>
      <Plus aria-hidden="true" className="size-3.5" />
      Add selector
    </Button>
  )
  return (
    <div className="flex flex-col gap-6">
      <section aria-labelledby="team-selectors" className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 id="team-selectors" className="font-medium">
            Selectors
          </h2>
          {mayChange && add}
        </div>
        {selectors.length === 0 ? (
          <p className="text-secondary">
            A selector gives the team the components that it finds, such as all with the label app=shop.
          </p>
        ) : (
          <ul
            aria-labelledby="team-selectors"
            className="divide-y divide-line rounded-panel border border-line bg-surface"
          >
            {selectors.map((selector, place) => (
              <Selector
                // Two equal ones are told apart by their place only.
                // oxlint-disable-next-line react/no-array-index-key
                key={place}
                team={team}
                selector={selector}
                place={place}
                mayChange={mayChange}
              />
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="team-components" className="flex flex-col gap-3">
        <h2 id="team-components" className="font-medium">
          Components
        </h2>
        <SectionList
          label="Components"
          things="components"
          placeholder="Name or type"
          search={componentSearch}
          list={components}
          values={values}
          set={set}
          empty={{
            title: 'No components',
            icon: <Workflow strokeWidth={1.5} />,
            text:
              selectors.length === 0
                ? 'This team has no selectors.'
                : 'No component matches the selectors of this team.',
          }}
        >
          {({ id, name, type, health }) => (
            <li key={id} className="flex min-w-0 items-center gap-3 px-3 py-2">
              <HealthBadge state={health ?? 'unknown'} />
              <PlainLink
                href={`/topology/${id}`}
                className="min-w-0 flex-1 rounded-small font-medium hover:underline"
              >
                <TruncatedText text={name} />
              </PlainLink>
              {(type ?? '') !== '' && <span className="shrink-0 text-secondary">{type}</span>}
            </li>
          )}
        </SectionList>
      </section>
      {adding && <AddSelector team={team} onClose={() => setAdding(false)} />}
    </div>
  )
}

function Selector(props: {
  team: Team
  selector: Readonly<Record<string, unknown>>
  place: number
  mayChange: boolean
}): ReactNode {
  const { team, selector, place, mayChange } = props
  const parts = describeSelector(selector)
  const text = parts.map(({ label, value }) => `${label}: ${value}`).join(', ')
  const remove = useChange({
    run: () =>
      changeSelectors(team.id, (selectors) =>
        // Another selector may be at this place by now.
        selectors.filter((one, index) => index !== place || JSON.stringify(one) !== JSON.stringify(selector)),
      ),
    success: 'The selector is removed',
    keys: [['teams']],
  })
  return (
    <li className="flex min-w-0 items-center gap-3 px-3 py-2">
      <span className="flex min-w-0 flex-1 flex-wrap gap-x-3 gap-y-1">
        {parts.map(({ label, value }) => (
          <span key={label} className="min-w-0 wrap-anywhere">
            <span className="text-secondary">{label}: </span>
            {value}
          </span>
        ))}
      </span>
      {mayChange && (
        <IconButton
          label={`Remove the selector ${text}`}
          icon={<Trash2 className="size-4" />}
          disabled={remove.isPending}
          onClick={() => remove.mutate()}
        />
      )}
    </li>
  )
}
