import type { SpecProblem } from '@binnacle/contract/health'
import { useToast } from '@binnacle/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { RequestFailure } from '../requests/failure.ts'
import { messageOf } from '../requests/queries.ts'
import { validTextOf } from './spec-document.ts'
import { type SpecEditor, type SpecValidation, validationQuery } from './use-spec-editor.ts'

/** What is edited: something stored, or something new. */
export interface EditedSpec<Fields> {
  /** Undefined for a new one. */
  id: string | undefined
  /** The version that was opened; undefined for a new one. */
  revision: string | undefined
  /** What it has besides the spec, such as its name. */
  fields: Fields
  text: string
}

/** A version as the server stores it. */
export interface StoredSpec<Fields> {
  id: string
  name: string
  revision: string
  fields: Fields
  text: string
}

/** What can be done with specs of one kind on the server. */
export interface SpecStorage<Fields> {
  validation: SpecValidation
  /** Creates it. */
  create: (values: { fields: Fields; text: string }) => Promise<StoredSpec<Fields>>
  /** Changes it. Fails with a problem at `revision` where another version is stored by now. */
  update: (
    id: string,
    revision: string,
    values: { fields: Fields; text: string },
  ) => Promise<StoredSpec<Fields>>
  /** Loads the stored version. */
  load: (id: string) => Promise<StoredSpec<Fields>>
}

/** Problems of fields, by field. */
export type FieldProblems = Readonly<Record<string, string>>

/** Another version was stored in the meantime: what can be done about it. */
export interface Conflict {
  overwrite: () => void
  takeTheirs: () => void
}

/** A save of a spec, and everything that can come of it. */
export interface Saving<Fields> {
  fields: Fields
  setFields: (fields: Fields) => void
  fieldProblems: FieldProblems
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

const SPEC = /^spec\.?/

/** Problems of a refused save that are about the spec, with paths that begin there. */
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

/** The entries of fields, each with its name. */
const entriesOf = (fields: object): Map<string, unknown> => new Map(Object.entries(fields))

/**
 * Saves what an editor holds. Nothing that was typed is lost, whatever the server says.
 * @param props.prepare gives the fields as they are sent, or what is wrong with them; with no problem named, the spec
 * itself says what is missing
 */
export function useSave<Fields extends object>(props: {
  spec: EditedSpec<Fields>
  storage: SpecStorage<Fields>
  editor: SpecEditor
  prepare: (fields: Fields) => { fields: Fields } | { problems: FieldProblems }
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
  // The way to the page of what was saved is no way out that needs a question.
  const leaving = useRef(false)

  const mutation = useMutation({
    mutationFn: ({ over, sent }: { over: string | undefined; sent: Sent<Fields> }) => {
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

  /** Shows what is wrong with the spec beside what is wrong with its fields, so that both are mended at once. */
  async function refuse(): Promise<void> {
    setChecking(true)
    try {
      const { problems: found } = await queries.fetchQuery(
        validationQuery(storage.validation, validTextOf(editor.state)),
      )
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
    const prepared = props.prepare(fields)
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
      // A field that changes is no longer the one that was refused.
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

/** What a save stores; what is typed while it is under way is not among it. */
interface Sent<Fields> {
  typed: Fields
  prepared: Fields
  text: string
  /** Of the editor's state. */
  version: number
}
