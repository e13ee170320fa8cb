import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigation } from '../../../application/pages/use-navigation.ts'
import { pathOf } from '../../../application/resource/kind.ts'
import { entryTypesOf } from '../../../application/spec-editor/entry-types.ts'
import { NewTypedSpecPage } from '../../../application/spec-editor/new-typed-spec-page.tsx'
import { backendArea } from '../area.ts'
import { BackendEditor } from './backend-editor.tsx'
import { BackendIcon } from './backend-icon.tsx'
import { backendRequests } from './requests.ts'
import { startingText } from './types.ts'

/** Makes a log backend of a type that is picked first. */
export function NewBackendPage(): ReactNode {
  const navigation = useNavigation()
  return (
    <NewTypedSpecPage
      title="New log backend"
      schema={useQuery(backendRequests.schema)}
      typesOf={entryTypesOf}
      Icon={BackendIcon}
      thing="log backend"
      placeholder="Where are your logs?"
      custom={{ description: 'Starts with YAML for backends of any types.' }}
      instead={{ type: 'http', label: 'An HTTP service', text: 'can query any other store.' }}
    >
      {(type, schema) => (
        <BackendEditor
          spec={{
            id: undefined,
            revision: undefined,
            fields: { name: '', labels: {} },
            text: startingText(type),
          }}
          schema={schema}
          startsAsCode={type === undefined}
          onSaved={(id) => navigation.replace(`${pathOf(backendArea)}/${id}`)}
        />
      )}
    </NewTypedSpecPage>
  )
}
