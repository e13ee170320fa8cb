import {
  Button,
  buttonClass,
  Notice,
  PlainLink,
  SegmentedControl,
  Skeleton,
  TextAreaField,
  TextField,
} from '@binnacle/ui'
import { CodeEditor } from '@binnacle/ui/code'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Braces, List } from 'lucide-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { PageFrame } from '../../../application/resource/page-frame.tsx'
import { sortProblems } from '../../../application/forms/forms.ts'
import { usePathParameter } from '../../../application/address/use-path-parameter.ts'
import { LoadFailure } from '../../../application/pages/load-failure.tsx'
import { RequestFailure } from '../../../application/requests/failure.ts'
import { useNavigation } from '../../../application/pages/use-navigation.ts'
import { useChange } from '../../../application/resource/use-change.ts'
import { type Conflict, ConflictNotice } from '../../../application/spec-editor/conflict-notice.tsx'
import { LeaveGuard } from '../../../application/spec-editor/leave-guard.tsx'
import { useInvalidFieldFocus } from '../../../application/spec-editor/use-invalid-field-focus.ts'
import { type ConfigDetail, configQuery } from '../config/queries.ts'
import { Gone } from '../gone.tsx'
import { CATALOG_PATH, configHref } from '../paths.ts'
import { type DocumentLanguage, type DocumentProblem, translated } from './written-document.ts'
import { type ItemField, itemFormFields, readItem, typedOf } from './item-form.ts'
import { ParentField } from './parent-field.tsx'
import { saveItem } from './queries.ts'

/** Makes an item by hand, for what no scraper sees. */
export function NewItemPage(): ReactNode {
  return <ItemForm config={undefined} />
}

/** Changes an item that a person made. */
export function EditItemPage(): ReactNode {
  const id = usePathParameter('id')
  return <EditItem key={id} id={id} />
}

function EditItem({ id }: { id: string }): ReactNode {
  const answer = useQuery(configQuery(id))
  if (answer.data === null) return <Gone id={id} tab="edit" />
  if (answer.data === undefined)
    return (
      <div className="p-4">
        {answer.error === null ? (
          <Skeleton className="h-96 w-full" />
        ) : (
          <LoadFailure error={answer.error} queries={[answer]} />
        )}
      </div>
    )
  return answer.data.manual ? (
    <ItemForm config={answer.data} />
  ) : (
    <div className="p-4">
      <Notice kind="information">
        A scraper found this item, so it is changed where the scraper finds it.
      </Notice>
    </div>
  )
}

/** Whether somebody else saved the item meanwhile. */
function isOutdated(error: unknown): boolean {
  return error instanceof RequestFailure && error.problems.some(({ path }) => path === 'revision')
}

const languages = [
  { value: 'yaml', label: 'YAML', icon: <List /> },
  { value: 'json', label: 'JSON', icon: <Braces /> },
] as const

function ItemForm({ config }: { config: ConfigDetail | undefined }): ReactNode {
  const navigation = useNavigation()
  // Somebody else may change the item meanwhile: what is typed here must not go for that.
  const [before, setBefore] = useState(() => typedOf(config))
  const [revision, setRevision] = useState(config?.revision ?? undefined)
  const [newer, setNewer] = useState<ConfigDetail>()
  const queries = useQueryClient()
  const [typed, setTyped] = useState(before)
  const [language, setLanguage] = useState<DocumentLanguage>('yaml')
  const [problems, setProblems] = useState<ReadonlyMap<ItemField, string>>(new Map())
  const [lines, setLines] = useState<readonly DocumentProblem[]>([])
  const [failure, setFailure] = useState<string>()
  const { box, anywhere: focusInvalid } = useInvalidFieldFocus()
  const saved = useRef(false)
  const save = useChange<string, string | undefined>({
    async run(over) {
      const read = readItem(typed)
      if (!read.ok) throw new Error('Some fields are wrong')
      try {
        return await saveItem(config?.id, { ...read.value, revision: over })
      } catch (error) {
        const theirs = config !== undefined && isOutdated(error) ? await loadNewer(config.id) : undefined
        if (theirs === undefined) {
          const { fields, rest } = sortProblems(itemFormFields, error)
          setProblems(fields)
          setFailure(rest)
          if (fields.size > 0) focusInvalid()
        } else setNewer(theirs)
        throw error
      }
    },
    success: config === undefined ? 'Item added' : 'Item saved',
    keys: [['configs'], ['config_changes']],
    onDone(id) {
      saved.current = true
      navigation.push(configHref(id))
    },
  })
  /** What somebody else saved meanwhile; undefined if it cannot be read. */
  const loadNewer = async (id: string) =>
    (await queries.fetchQuery({ ...configQuery(id), staleTime: 0 }).catch(() => undefined)) ?? undefined
  const isDirty = () => !saved.current && itemFormFields.some((field) => typed[field] !== before[field])
  const set = (field: ItemField) => (text: string) => {
    setTyped((present) => ({ ...present, [field]: text }))
    setProblems((present) => new Map([...present].filter(([name]) => name !== field)))
    if (field === 'document') setLines([])
  }
  const textOf = (field: ItemField) => ({
    value: typed[field],
    error: problems.get(field),
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => set(field)(event.target.value),
  })
  function submit(event: FormEvent): void {
    event.preventDefault()
    const read = readItem(typed)
    setProblems(read.ok ? new Map() : read.problems)
    setLines(read.ok ? [] : read.lines)
    if (read.ok) send(revision)
    else {
      setFailure(undefined)
      focusInvalid()
    }
  }
  function send(over: string | undefined): void {
    if (save.isPending) return
    setNewer(undefined)
    setFailure(undefined)
    save.mutate(over)
  }
  const conflict: Conflict | undefined = newer && {
    overwrite: () => send(newer.revision ?? undefined),
    takeTheirs() {
      const theirs = typedOf(newer)
      setTyped(theirs)
      setBefore(theirs)
      setRevision(newer.revision ?? undefined)
      setProblems(new Map())
      setLines([])
      setNewer(undefined)
    },
  }
  const back = config === undefined ? CATALOG_PATH : configHref(config.id)
  const title = config === undefined ? 'New item' : `Edit ${config.name}`
  return (
    <PageFrame size="medium" name={title} title={title}>
      <LeaveGuard dirty={isDirty} />
      <p className="text-secondary">
        For things that no scraper finds. Runs of scrapers never change or delete the item.
      </p>
      <form noValidate onSubmit={submit} aria-label={title} className="grid gap-4 lg:grid-cols-[22rem_1fr]">
        <div ref={box} className="flex min-w-0 flex-col gap-4">
          <TextField
            label="Type"
            required
            help="Provider and kind, such as Office::Printer."
            spellCheck={false}
            {...textOf('type')}
          />
          <TextField label="Name" required {...textOf('name')} />
          <TextField label="Description" {...textOf('description')} />
          <ParentField
            id={typed.parent}
            except={config?.id}
            error={problems.get('parent')}
            onChange={set('parent')}
          />
          <TextAreaField
            label="Labels"
            help="One a line, as name=value."
            rows={3}
            spellCheck={false}
            code
            {...textOf('labels')}
          />
          <TextAreaField
            label="Tags"
            help="One a line, as name=value. Lists show and group by them."
            rows={3}
            spellCheck={false}
            code
            {...textOf('tags')}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-2">
          <div className="flex items-center justify-between gap-2">
            <h2 className="font-semibold">Document</h2>
            <SegmentedControl
              label="Language of the document"
              value={language}
              segments={languages}
              onChange={(chosen) => {
                setLanguage(chosen)
                setTyped((present) => ({ ...present, document: translated(present.document, chosen) }))
              }}
            />
          </div>
          <CodeEditor
            language={language}
            label="Document"
            value={typed.document}
            onChange={set('document')}
            problems={lines}
            size="large"
          />
          {problems.has('document') && <Notice kind="error">{problems.get('document')}</Notice>}
          <p className="text-small text-muted">
            What looks like a secret is masked before it is stored. Tab indents; press Escape, then Tab to
            leave the editor.
          </p>
        </div>
        {failure !== undefined && (
          <div className="lg:col-span-2">
            <Notice kind="error">{failure}</Notice>
          </div>
        )}
        {conflict !== undefined && (
          <div className="lg:col-span-2">
            <ConflictNotice thing="item" conflict={conflict} />
          </div>
        )}
        <div className="flex gap-2 lg:col-span-2">
          <Button type="submit" variant="primary" loading={save.isPending}>
            Save
          </Button>
          <PlainLink href={back} className={buttonClass({})}>
            Cancel
          </PlainLink>
        </div>
      </form>
    </PageFrame>
  )
}
