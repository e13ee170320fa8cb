import { TextLink } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFilters } from '../../../application/address/use-filters.ts'
import { useNavigation } from '../../../application/pages/use-navigation.ts'
import { pathOf } from '../../../application/settings/area.ts'
import { CUSTOM, entryTypesOf } from '../../../application/spec-editor/entry-types.ts'
import { NewSpecPage } from '../../../application/spec-editor/new-spec-page.tsx'
import { tileIconClass, TypePicker } from '../../../application/spec-editor/type-picker.tsx'
import { backendArea } from '../area.ts'
import { BackendEditor } from './backend-editor.tsx'
import { BackendIcon } from './backend-icon.tsx'
import { newBackendFilters } from './filters.ts'
import { backendRequests } from './requests.ts'
import { startingText } from './types.ts'

const breadcrumb = [{ label: backendArea.title, href: pathOf(backendArea) }] as const

const custom = {
  id: CUSTOM,
  title: 'Custom',
  description: 'Starts with YAML for backends of any types.',
  icon: <BackendIcon name="braces" className={tileIconClass} />,
}

/** Makes a log backend of a type that is picked first. */
export function NewBackendPage(): ReactNode {
  const navigation = useNavigation()
  const { values, href } = useFilters(newBackendFilters)
  const schema = useQuery(backendRequests.schema)
  const types = schema.data === undefined ? [] : entryTypesOf(schema.data)
  const type = types.find((candidate) => candidate.type === values.type)
  const isPicked = type !== undefined || values.type === CUSTOM
  return (
    <NewSpecPage title="New log backend" breadcrumb={breadcrumb} schema={schema}>
      {(node) => (
        <>
          {!isPicked && (
            <TypePicker
              thing="log backend"
              placeholder="Where are your logs?"
              tiles={[
                ...types.map(({ type: id, title, description, icon }) => ({
                  id,
                  title,
                  description,
                  icon: <BackendIcon name={icon} className={tileIconClass} />,
                })),
                custom,
              ]}
              groupsOf={(tiles) => (tiles.length === 0 ? [] : [{ title: 'Types', members: tiles }])}
              href={(picked) => href({ type: picked })}
              instead={
                <>
                  <TextLink href={href({ type: 'http' })}>An HTTP service</TextLink> can stand before any
                  other store.
                </>
              }
            />
          )}
          {isPicked && (
            <BackendEditor
              key={values.type}
              spec={{
                id: undefined,
                revision: undefined,
                fields: { name: '', labels: {} },
                text: startingText(type),
              }}
              schema={node}
              startsAsCode={type === undefined}
              onSaved={(id) => navigation.replace(`${pathOf(backendArea)}/${id}`)}
            />
          )}
        </>
      )}
    </NewSpecPage>
  )
}
