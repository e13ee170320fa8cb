import { Notice, PageHeader, Skeleton } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailure } from '../../application/pages/load-failure.tsx'
import { useFilters } from '../../application/address/use-filters.ts'
import { CanaryEditor, type EditedCanary } from './canary-editor.tsx'
import { DEFAULT_NAMESPACE } from './metadata-fields.tsx'
import { CUSTOM, startingText } from './starting-text.ts'
import { newCanaryFilters } from './filters.ts'
import { checkTypesOf } from './check-types.ts'
import { canaryQuery, specSchemaQuery } from './queries.ts'
import { CheckTypePicker } from './type-picker.tsx'
import { useNavigation } from '../../application/pages/use-navigation.ts'

const breadcrumb = [{ label: 'Settings' }, { label: 'Health Checks', href: '/settings/canaries' }] as const
const nothing = { id: undefined, revision: undefined, annotations: {} }

/** Makes a health check: of a type that is picked first, or as a copy of another one. */
export function NewCanaryPage(): ReactNode {
  const navigation = useNavigation()
  const { values, href } = useFilters(newCanaryFilters)
  const schema = useQuery(specSchemaQuery)
  const copied = useQuery({ ...canaryQuery(values.copy), enabled: values.copy !== '' })
  const types = schema.data === undefined ? [] : checkTypesOf(schema.data)
  const type = types.find((candidate) => candidate.type === values.type)
  const isPicked = type !== undefined || values.type === CUSTOM || values.copy !== ''
  const error = schema.error ?? copied.error
  const canary: EditedCanary | undefined =
    values.copy === ''
      ? {
          ...nothing,
          fields: { name: '', namespace: DEFAULT_NAMESPACE, labels: {} },
          text: startingText(type),
        }
      : copied.data && {
          ...nothing,
          fields: {
            name: `${copied.data.name}-copy`,
            namespace: copied.data.namespace,
            labels: copied.data.labels,
          },
          text: copied.data.text,
        }
  return (
    <div className="mx-auto flex min-h-full max-w-screen-lg flex-col gap-4 p-3 sm:p-4 lg:p-5">
      <PageHeader title="New health check" breadcrumb={breadcrumb} />
      {error !== null && <LoadFailure error={error} asked={[schema, copied]} />}
      {error === null && (schema.data === undefined || canary === undefined) && (
        <Skeleton className="h-96 w-full" />
      )}
      {schema.data !== undefined && !isPicked && (
        <CheckTypePicker types={types} href={(picked) => href({ type: picked })} />
      )}
      {schema.data !== undefined && isPicked && canary !== undefined && (
        <CanaryEditor
          key={`${values.type} ${values.copy}`}
          canary={canary}
          schema={schema.data}
          note={
            values.copy !== '' &&
            canary.text.includes('***') && (
              <Notice kind="information">Secrets are not copied. Enter them again, or take them out.</Notice>
            )
          }
          onSaved={(id) => navigation.replace(`/settings/canaries/${id}`)}
        />
      )}
    </div>
  )
}
