import type { SpecProblem } from '@binnacle/contract/health'
import { useToast } from '@binnacle/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { RequestFailure } from '../requests/failure.ts'
import { messageOf } from '../requests/queries.ts'
import type { Conflict } from './conflict-notice.tsx'
import { validTextOf } from './spec-document.ts'
import { type SpecEditor, type SpecValidation, validationQuery } from './use-spec-editor.ts'

/** The edited row, stored or new. */
export interface EditedSpec<Fields> {
  /** Undefined for a new row. */
  id: string | undefined
  /** The version that the person opened; undefined for a new row. */
  revision: string | undefined
  /** Fields besides the spec, such as the name. */
  fields: Fields
  text: string
}

/** A stored version. */
export interface StoredSpec<Fields> {
  id: string
  name: string
  revision: string
  fields: Fields
  text: string
}

/** Requests for specs of one kind. */
export interface SpecStorage<Fields> {
  validation: SpecValidation
  /** Creates it. */
  create: (values: { fields: Fields; text: string }) => Promise<StoredSpec<Fields>>
  /** Updates it. Rejects with a problem at `revision` if another version was stored in the meantime. */
  update: (
    id: string,
    revision: string,
    values: { fields: Fields; text: string },
  ) => Promise<StoredSpec<Fields>>
  /** Loads the stored version. */
  load: (id: string) => Promise<StoredSpec<Fields>>
}

/** Error by field name. */
export type FieldProblems = Readonly<Record<string, string>>

/** Returns the fields to send with the spec, or their errors; without any error, the spec itself is incomplete. */
export type Prepare<Fields> = (
  fields: Fields,
  value: Readonly<Record<string, unknown>>,
) => { fields: Fields } | { problems: FieldProblems }

/** State of saving a spec. */
export interface Saving<Fields> {
  fields: Fields
  setFields: (fields: Fields) => void
  fieldProblems: FieldProblems
  /** Returns whether there are unsaved changes. */
  dirty: () => boolean
  saving: boolean
  /** Whether the server rejected the last save because of the spec. */
  refused: boolean
  /** Why the last save failed, if the failure belongs to no field. */
  failure: string | undefined
  /** Number of saves rejected because of a field. A change moves the focus to the first invalid one. */
  refusals: number
  conflict: Conflict | undefined
  save: () => void
}

const SPEC = /^spec\.?/

/** Returns the problems of a rejected save that concern the spec, with paths relative to it. */
function specProblems(problems: readonly SpecProblem[]): SpecProblem[] {
  return problems
    .filter(({ path }) => SPEC.test(path))
    .map((problem) => ({ ...problem, path: problem.path.replace(SPEC, '') }))
}

function fieldProblemsOf(names: readonly string[], problems: readonly SpecProblem[]): FieldProblems {
  return Object.fromEntries(
    problems.flatMap(({ path, message }) => {
      const field = names.find((name) => path.startsWith(name))
      return field === undefined ? [] : [[field, message]]
    }),
  )
}

/** Returns the fields by name. */
const entriesOf = (fields: object): Map<string, unknown> => new Map(Object.entries(fields))

/** Saves the draft of an editor. Whatever the server answers, typed values are kept. */
export function useSave<Fields extends object>(props: {
  spec: EditedSpec<Fields>
  storage: SpecStorage<Fields>
  editor: SpecEditor
  prepare: Prepare<Fields>
  onSaved: (id: string) => void
}): Saving<Fields> {
  const { spec, storage, editor } = props
  const toast = useToast()
  const queries = useQueryClient()
  const [fields, setFields] = useState(spec.fields)
  const [stored, setStored] = useState(spec.fields)
  const [revision, setRevision] = useState(spec.revision)
  const [problems, setProblems] = useState<FieldProblems>({})
  const [refused, setRefused] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const [checking, setChecking] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [newer, setNewer] = useState<StoredSpec<Fields>>()
  // Opening the page of the saved row must not ask about unsaved changes.
  const leaving = useRef(false)

  const mutation = useMutation({
    mutationFn: ({ over, sent }: { over: string | undefined; sent: SaveRequest<Fields> }) => {
      const values = { fields: sent.prepared, text: sent.text }
      return spec.id === undefined ? storage.create(values) : storage.update(spec.id, over ?? '', values)
    },
    onSuccess: (saved, { sent }) => {
      setRevision(saved.revision)
      setStored(sent.typed)
      setNewer(undefined)
      setRefused(false)
      editor.settle(sent)
      toast.success(`${saved.name} ${spec.id === undefined ? 'created' : 'updated'} successfully`)
      leaving.current = spec.id === undefined
      props.onSaved(saved.id)
    },
    onError: async (error) => {
      const found = error instanceof RequestFailure ? error.problems : []
      const wrong = specProblems(found)
      const wrongFields = fieldProblemsOf(Object.keys(fields), found)
      const isExplained = wrong.length > 0 || Object.keys(wrongFields).length > 0
      setProblems(wrongFields)
      setRefused(wrong.length > 0)
      if (wrong.length > 0) editor.refuse(wrong)
      if (isExplained) setRefusals((count) => count + 1)
      const isOutdated = found.some(({ path }) => path === 'revision')
      if (isOutdated && spec.id !== undefined) setNewer(await storage.load(spec.id))
      else if (!isExplained) {
        setFailure(messageOf(error))
        toast.error(messageOf(error))
      }
    },
  })

  /** Validates the spec after the fields were found invalid, so that the person can fix both at once. */
  async function refuse(): Promise<void> {
    setChecking(true)
    try {
      const { problems: found } = await queries.fetchQuery(
        validationQuery(storage.validation, validTextOf(editor.state)),
      )
      editor.refuse(found)
      setRefused(found.length > 0)
    } catch {
      // If the server cannot be reached, still show the invalid fields.
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
    const prepared = props.prepare(fields, editor.state.value)
    setProblems('problems' in prepared ? prepared.problems : {})
    if ('problems' in prepared) {
      void refuse()
      return
    }
    const { state } = editor
    mutation.mutate({
      over,
      sent: { typed: fields, prepared: prepared.fields, text: validTextOf(state), version: state.version },
    })
  }

  const conflict: Conflict | undefined = newer && {
    overwrite: () => send(newer.revision),
    takeTheirs() {
      editor.reset(newer.text)
      setFields(newer.fields)
      setStored(newer.fields)
      setRevision(newer.revision)
      setNewer(undefined)
    },
  }

  return {
    fields,
    setFields(next) {
      const before = entriesOf(fields)
      const after = entriesOf(next)
      setFields(next)
      // An edited field loses its error.
      const same = Object.entries(problems).filter(([field]) => after.get(field) === before.get(field))
      setProblems(Object.fromEntries(same))
    },
    fieldProblems: problems,
    dirty: () => !leaving.current && (editor.dirty || JSON.stringify(fields) !== JSON.stringify(stored)),
    saving: mutation.isPending || checking,
    refused,
    failure,
    refusals,
    conflict,
    save: () => send(revision),
  }
}

/** What a save sends. Later edits are not included. */
interface SaveRequest<Fields> {
  typed: Fields
  prepared: Fields
  text: string
  /** Version of the editor's state. */
  version: number
}
