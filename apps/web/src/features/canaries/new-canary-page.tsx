import { Notice, Skeleton } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFilters } from '../../application/address/use-filters.ts'
import { LoadFailure } from '../../application/pages/load-failure.tsx'
import { TypeIcon } from '../../application/pages/type-icon.tsx'
import { useNavigation } from '../../application/pages/use-navigation.ts'
import { pathOf } from '../../application/resource/kind.ts'
import { DEFAULT_NAMESPACE } from '../../application/spec-editor/name-fields.tsx'
import { NewSpecPage } from '../../application/spec-editor/new-spec-page.tsx'
import { NewTypedSpecPage } from '../../application/spec-editor/new-typed-spec-page.tsx'
import { canaryArea } from './area.ts'
import { CanaryEditor } from './canary-editor.tsx'
import { byCategory, checkTypesOf } from './check-types.ts'
import { newCanaryFilters } from './filters.ts'
import { canaryRequests } from './requests.ts'
import { startingText } from './starting-text.ts'

const header = {
  title: 'New health check',
}
const isNew = { id: undefined, revision: undefined }

/** Makes a health check: of a type that is picked first, or as a copy of another one. */
export function NewCanaryPage(): ReactNode {
  const navigation = useNavigation()
  const { copy } = useFilters(newCanaryFilters).values
  const schema = useQuery(canaryRequests.schema)
  const copied = useQuery({
    queryKey: canaryRequests.keyOf(copy),
    queryFn: ({ signal }) => canaryRequests.load(copy, signal),
    enabled: copy !== '',
  })
  const onSaved = (id: string) => navigation.replace(`${pathOf(canaryArea)}/${id}`)
  if (copy === '')
    return (
      <NewTypedSpecPage
        {...header}
        schema={schema}
        typesOf={checkTypesOf}
        Icon={TypeIcon}
        thing="check"
        placeholder="What do you want to check?"
        custom={{ description: 'Starts with YAML for checks of any types.', category: 'script' }}
        groupsOf={byCategory}
        instead={{ type: 'exec', label: 'An Exec check', text: 'runs any script.' }}
      >
        {(type, node) => {
          const fields = { name: '', namespace: DEFAULT_NAMESPACE, labels: {}, annotations: {} }
          const spec = { ...isNew, fields, text: startingText(type) }
          return <CanaryEditor spec={spec} schema={node} onSaved={onSaved} />
        }}
      </NewTypedSpecPage>
    )
  return (
    <NewSpecPage {...header} schema={schema}>
      {(node) => {
        if (copied.error !== null) return <LoadFailure error={copied.error} queries={[copied]} />
        if (copied.data === undefined) return <Skeleton className="h-96 w-full" />
        const { name, namespace, labels, text } = copied.data
        const fields = { name: `${name}-copy`, namespace, labels, annotations: {} }
        const note = text.includes('***') && (
          <Notice kind="information">Secrets are not copied. Enter them again, or take them out.</Notice>
        )
        return <CanaryEditor spec={{ ...isNew, fields, text }} schema={node} note={note} onSaved={onSaved} />
      }}
    </NewSpecPage>
  )
}
