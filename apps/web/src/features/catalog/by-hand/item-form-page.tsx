import {
  Button,
  buttonClass,
  Notice,
  PlainLink,
  SegmentedControl,
  Skeleton,
  TextAreaField,
  TextField,
  useToast,
} from '@binnacle/ui'
import { CodeEditor } from '@binnacle/ui/code'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Braces, List } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { PageFrame } from '../../../application/resource/page-frame.tsx'
import { sortProblems } from '../../../application/forms/forms.ts'
import { useDocumentForm, useFormDocument } from '../../../application/forms/use-document-form.ts'
import { usePathParameter } from '../../../application/address/use-path-parameter.ts'
import { LoadFailure } from '../../../application/pages/load-failure.tsx'
import { RequestFailure } from '../../../application/requests/failure.ts'
import { messageOf } from '../../../application/requests/queries.ts'
import { useNavigation } from '../../../application/pages/use-navigation.ts'
import { type Conflict, ConflictNotice } from '../../../application/spec-editor/conflict-notice.tsx'
import { LeaveGuard } from '../../../application/spec-editor/leave-guard.tsx'
import { type ConfigDetail, configQuery } from '../config/queries.ts'
import { Gone } from '../gone.tsx'
import { CATALOG_PATH, configHref } from '../paths.ts'
import { type DocumentLanguage, readDocument, translated } from './written-document.ts'
import { draftOf, type ItemField, itemFormFields, readItem } from './item-form.ts'
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

/** A failure that the notice of a conflict explains. */
class ItemConflict extends Error {}

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
  const toast = useToast()
  const queries = useQueryClient()
  const [newer, setNewer] = useState<ConfigDetail>()
  const [language, setLanguage] = useState<DocumentLanguage>('yaml')
  // Somebody else may change the item meanwhile: what is typed here must not go for that.
  const draft = useFormDocument(draftOf(config))
  const form = useDocumentForm(draft, {
    read: readItem,
    checks: 'once',
    fields: /^(type|name|description|labels|tags|document|parent)$/,
    async send(item) {
      setNewer(undefined)
      try {
        return await saveItem(config?.id, item)
      } catch (error) {
        const theirs = config !== undefined && isOutdated(error) ? await loadNewer(config.id) : undefined
        setNewer(theirs)
        toast.error(messageOf(error))
        throw theirs === undefined ? error : new ItemConflict(messageOf(error))
      }
    },
    problemsOf(error) {
      if (error instanceof ItemConflict) return []
      const { fields, rest } = sortProblems(itemFormFields, error)
      const problems = [...fields].map(([path, message]) => ({ path, message }))
      return rest === undefined ? problems : [...problems, { path: '', message: rest }]
    },
    success: config === undefined ? 'Item added' : 'Item saved',
    keys: [['configs'], ['config_changes']],
    onDone: (id) => navigation.push(configHref(id)),
  })
  const { value, set, errorOf } = form
  /** What somebody else saved meanwhile; undefined if it cannot be read. */
  const loadNewer = async (id: string) =>
    (await queries.fetchQuery({ ...configQuery(id), staleTime: 0 }).catch(() => undefined)) ?? undefined
  const documentError = errorOf('document')
  const lines = useMemo(() => {
    const read = documentError === undefined ? undefined : readDocument(value.document)
    return read === undefined || read.ok ? [] : read.failure
  }, [documentError, value.document])
  const textOf = (field: ItemField) => ({
    value: value[field],
    error: errorOf(field),
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => set({ [field]: event.target.value }),
  })
  const conflict: Conflict | undefined = newer && {
    overwrite: () => form.save({ revision: newer.revision ?? undefined }),
    takeTheirs() {
      const theirs = draftOf(newer)
      set(theirs)
      draft.settle(theirs)
      setNewer(undefined)
    },
  }
  const { failure } = form.frame
  const back = config === undefined ? CATALOG_PATH : configHref(config.id)
  const title = config === undefined ? 'New item' : `Edit ${config.name}`
  return (
    <PageFrame size="medium" name={title} title={title}>
      <LeaveGuard dirty={form.isUnsaved} />
      <p className="text-secondary">
        For things that no scraper finds. Runs of scrapers never change or delete the item.
      </p>
      <form
        id={form.frame.id}
        noValidate
        onSubmit={(event) => void form.frame.onSubmit(event)}
        aria-label={title}
        className="grid gap-4 lg:grid-cols-[22rem_1fr]"
      >
        <div className="flex min-w-0 flex-col gap-4">
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
            id={value.parent}
            except={config?.id}
            error={errorOf('parent')}
            onChange={(parent) => set({ parent })}
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
                const document = translated(value.document, chosen)
                if (document !== value.document) set({ document })
              }}
            />
          </div>
          <CodeEditor
            language={language}
            label="Document"
            value={value.document}
            onChange={(document) => set({ document })}
            problems={lines}
            size="large"
          />
          {documentError !== undefined && <Notice kind="error">{documentError}</Notice>}
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
          <Button type="submit" variant="primary" loading={form.sending}>
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
