import type { EditableCanary, SpecProblem } from '@binnacle/contract'
import { useToast } from '@binnacle/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { RequestFailure } from '../../../application/failure.ts'
import { messageOf } from '../../../application/queries.ts'
import { canaryQuery, createCanary, judgementQuery, updateCanary } from '../queries.ts'
import type { EditedCanary } from './canary-editor.tsx'
import type { Metadata } from './metadata-fields.tsx'
import { validTextOf } from './spec-document.ts'
import { REQUIRED } from '../form/spec-form.ts'
import type { SpecEditor } from './use-spec-editor.ts'

/** Another version was stored in the meantime: what can be done about it. */
export interface Conflict {
  overwrite: () => void
  takeTheirs: () => void
}

/** A save of a health check, and everything that can come of it. */
export interface Saving {
  metadata: Metadata
  /** What it is saved as; empty while neither it nor a check has a name. */
  name: string
  setMetadata: (metadata: Metadata) => void
  /** What is wrong with name, namespace and labels. */
  metadataProblems: Readonly<Record<string, string>>
  /** Whether something was changed that is not stored. */
  dirty: () => boolean
  saving: boolean
  /** Whether the last save was refused for what the spec says. */
  refused: boolean
  /** Why the last save failed, where no field says it. */
  failure: string | undefined
  /** Counts the saves that were refused for what a field says, to lead to the first of them. */
  refusals: number
  conflict: Conflict | undefined
  save: () => void
}

/** What a save stores; what is typed while it is under way is not among it. */
interface Sent {
  metadata: Metadata
  name: string
  text: string
  /** Of the editor's state. */
  version: number
}

const SPEC = /^spec\.?/

/** Problems of a refused save that are about the spec, with paths that begin there. */
function specProblems(problems: readonly SpecProblem[]): SpecProblem[] {
  return problems
    .filter(({ path }) => SPEC.test(path))
    .map((problem) => ({ ...problem, path: problem.path.replace(SPEC, '') }))
}

function metadataProblemsOf(problems: readonly SpecProblem[]): Record<string, string> {
  return Object.fromEntries(
    problems.flatMap(({ path, message }) => {
      const field = /^(?:name|namespace|labels)/.exec(path)?.[0]
      return field === undefined ? [] : [[field, message]]
    }),
  )
}

/**
 * Saves what an editor holds. Nothing that was typed is lost, whatever the server says.
 * @param props.defaultName what it is called while no name is entered; undefined where nothing has a name to take
 */
export function useSave(props: {
  canary: EditedCanary
  editor: SpecEditor
  defaultName: string | undefined
  onSaved: (id: string) => void
}): Saving {
  const { canary, editor, defaultName, onSaved } = props
  const toast = useToast()
  const queries = useQueryClient()
  const [metadata, setMetadata] = useState(canary.metadata)
  const [stored, setStored] = useState(canary.metadata)
  const [revision, setRevision] = useState(canary.revision)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [refused, setRefused] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const [checking, setChecking] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [newer, setNewer] = useState<EditableCanary>()
  const name = (metadata.name.trim() === '' ? (defaultName ?? '') : metadata.name).trim()
  // The way to the page of what was saved is no way out that needs a question.
  const leaving = useRef(false)

  const mutation = useMutation({
    mutationFn: ({ over, sent }: { over: string | undefined; sent: Sent }) => {
      const values = {
        ...sent.metadata,
        name: sent.name,
        namespace: sent.metadata.namespace.trim(),
        labels: { ...sent.metadata.labels },
        annotations: { ...canary.annotations },
        text: sent.text,
      }
      return canary.id === undefined ? createCanary(values) : updateCanary(canary.id, over ?? '', values)
    },
    onSuccess: (saved, { sent }) => {
      setRevision(saved.revision)
      setStored(sent.metadata)
      setNewer(undefined)
      setRefused(false)
      editor.settle(sent)
      queries.setQueryData(canaryQuery(saved.id).queryKey, saved)
      void queries.invalidateQueries({ queryKey: ['checks'] })
      toast.success(
        canary.id === undefined ? `${saved.name} created successfully` : `${saved.name} updated successfully`,
      )
      leaving.current = canary.id === undefined
      onSaved(saved.id)
    },
    onError: async (error) => {
      const found = error instanceof RequestFailure ? error.problems : []
      const wrong = specProblems(found)
      const fields = metadataProblemsOf(found)
      setProblems(fields)
      setRefused(wrong.length > 0)
      if (wrong.length > 0) editor.refuse(wrong)
      if (wrong.length > 0 || Object.keys(fields).length > 0) setRefusals((count) => count + 1)
      const isOutdated = found.some(({ path }) => path === 'revision')
      if (isOutdated && canary.id !== undefined)
        setNewer(await queries.fetchQuery({ ...canaryQuery(canary.id), staleTime: 0 }))
      else if (wrong.length === 0 && Object.keys(fields).length === 0) {
        setFailure(messageOf(error))
        toast.error(messageOf(error))
      }
    },
  })

  /** Shows what is wrong with the spec beside what is wrong with its name, so that both are mended at once. */
  async function refuse(): Promise<void> {
    setChecking(true)
    try {
      const { problems: found } = await queries.fetchQuery({
        ...judgementQuery(canary.id, validTextOf(editor.state)),
        retry: false,
      })
      editor.refuse(found)
      setRefused(found.length > 0)
    } catch {
      // Without the server the fields that are known to be empty are still shown.
      setRefused(false)
    } finally {
      setChecking(false)
      setRefusals((count) => count + 1)
    }
  }

  function send(over: string | undefined): void {
    if (mutation.isPending || checking) return
    setFailure(undefined)
    setNewer(undefined)
    const problemsOfFields: Record<string, string> = {}
    // A check without a name says so itself, in its own field.
    if (name === '' && defaultName === undefined) problemsOfFields['name'] = REQUIRED
    if (metadata.namespace.trim() === '') problemsOfFields['namespace'] = REQUIRED
    setProblems(problemsOfFields)
    if (name === '' || Object.keys(problemsOfFields).length > 0) {
      void refuse()
      return
    }
    const { state } = editor
    mutation.mutate({ over, sent: { metadata, name, text: validTextOf(state), version: state.version } })
  }

  const conflict: Conflict | undefined = newer && {
    overwrite: () => send(newer.revision),
    takeTheirs() {
      const theirs = { name: newer.name, namespace: newer.namespace, labels: newer.labels }
      editor.reset(newer.text)
      setMetadata(theirs)
      setStored(theirs)
      setRevision(newer.revision)
      setNewer(undefined)
    },
  }

  return {
    metadata,
    name,
    setMetadata(next) {
      setMetadata(next)
      // A field that changes is no longer the one that was refused.
      const same = Object.entries(problems).filter(([field]) =>
        field === 'name' || field === 'namespace' || field === 'labels'
          ? next[field] === metadata[field]
          : true,
      )
      setProblems(Object.fromEntries(same))
    },
    metadataProblems: problems,
    dirty: () => !leaving.current && (editor.dirty || JSON.stringify(metadata) !== JSON.stringify(stored)),
    saving: mutation.isPending || checking,
    refused,
    failure,
    refusals,
    conflict,
    save: () => send(revision),
  }
}
