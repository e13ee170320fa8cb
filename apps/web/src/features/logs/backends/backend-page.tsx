import type { EditableLogBackend } from '@binnacle/contract/logs'
import { defineKindPage } from '../../../application/resource/kind-page.tsx'
import { SpecSection } from '../../../application/resource/spec-section.tsx'
import { backendArea } from '../area.ts'
import { backendLogsHref } from '../paths.ts'
import { ViewLogs } from '../view-logs.tsx'
import { BackendEditor } from './backend-editor.tsx'
import { Readers } from './readers.tsx'
import { backendRemoval } from './removal.ts'
import { backendKind, backendRequests } from './requests.ts'

/** Page of one log backend. One that has a source cannot be changed. Source: SET-037. */
export const backendPage = defineKindPage<EditableLogBackend>(backendArea, {
  keyOf: backendRequests.keyOf,
  load: backendRequests.load,
  Actions: ({ item }) => <ViewLogs href={backendLogsHref(item.id)} />,
  Spec: ({ item }) => (
    <>
      <Readers item={item} />
      <SpecSection
        area={backendArea}
        item={item}
        kind={backendKind}
        removal={backendRemoval}
        Editor={BackendEditor}
      />
    </>
  ),
})
