import type { SchemaNode } from '@binnacle/contract/schema'
import { Button } from '@binnacle/ui'
import {
  FieldGrid,
  FoldedGroup,
  type FormField,
  ObjectFields,
  type SchemaForm,
  useSchemaForm,
} from '@binnacle/ui/schema-form'
import { Copy, Play, Trash2 } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { TypeIcon } from '../../application/pages/type-icon.tsx'
import { type CheckTypeInfo, commonFields } from './check-types.ts'
import { CheckList } from './check-list.tsx'
import type { EditedCheck } from './checks.ts'

/** The form of a spec: its checks beside the fields of the one that is open. */
export function SpecFormView(props: {
  schema: SchemaNode
  types: readonly CheckTypeInfo[]
  checks: readonly EditedCheck[]
  wrong: ReadonlySet<string>
  selected: string
  onSelect: (id: string) => void
  onAdd: (type: CheckTypeInfo) => void
  onRemove: (check: EditedCheck) => void
  onDuplicate: (check: EditedCheck) => void
  onTry: (check: EditedCheck) => void
}): ReactNode {
  const { schema, checks, types } = props
  const form = useSchemaForm()
  const check = checks.find(({ id }) => id === props.selected)
  return (
    <div className="grid gap-4 md:grid-cols-[13rem_minmax(0,1fr)]">
      <CheckList
        checks={checks}
        types={types}
        selected={check?.id ?? ''}
        wrong={props.wrong}
        onSelect={props.onSelect}
        onAdd={props.onAdd}
      />
      <div className="min-w-0 rounded-panel border border-line bg-surface p-4">
        {check === undefined ? (
          <CommonForm schema={schema} checks={checks} />
        ) : (
          <CheckForm
            key={check.id}
            check={check}
            {...props}
            // A check that is alone is edited together with its schedule.
            shared={checks.length === 1 && !check.type.receives ? scheduleFields(schema, form, checks) : []}
            isAlone={checks.length === 1}
          />
        )}
      </div>
    </div>
  )
}

const SCHEDULE = 'schedule'

/** The field of the schedule, required unless the spec says in another way when its checks run, or none of them runs. */
function scheduleFields(schema: SchemaNode, form: SchemaForm, checks: readonly EditedCheck[]): FormField[] {
  const isReplaced = form.valueAt(['interval']) !== undefined || form.valueAt(['replicas']) === 0
  const runs = checks.length === 0 || checks.some(({ type }) => !type.receives)
  return commonFields(schema)
    .filter(({ key }) => key === SCHEDULE)
    .map((field) => ({ ...field, required: runs && !isReplaced }))
}

/** What applies to all checks. The schedule comes first, as only a schedule runs checks by itself. */
function CommonForm({ schema, checks }: { schema: SchemaNode; checks: readonly EditedCheck[] }): ReactNode {
  const form = useSchemaForm()
  const fields = useMemo(() => commonFields(schema), [schema])
  const others = fields.filter(({ key }) => key !== SCHEDULE)
  return (
    <div className="flex flex-col gap-4">
      <h2 className="text-lead font-semibold">All checks</h2>
      <FieldGrid fields={scheduleFields(schema, form, checks)} path={[]} />
      <FoldedGroup
        title="More"
        open={others.some(
          ({ key }) => form.valueAt([key]) !== undefined || form.problemAt([key]) !== undefined,
        )}
      >
        <FieldGrid fields={others} path={[]} />
      </FoldedGroup>
    </div>
  )
}

function CheckForm(props: {
  check: EditedCheck
  shared: readonly FormField[]
  isAlone: boolean
  onRemove: (check: EditedCheck) => void
  onDuplicate: (check: EditedCheck) => void
  onTry: (check: EditedCheck) => void
  onSelect: (id: string) => void
}): ReactNode {
  const { check } = props
  const form = useSchemaForm()
  const schedule = form.valueAt(['schedule'])
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="flex min-w-0 flex-1 basis-40 items-center gap-2 text-lead font-semibold">
          <TypeIcon name={check.type.icon} />
          <span className="min-w-0 wrap-anywhere">{check.type.title}</span>
        </h2>
        {/* The button beside Save tries a check that is alone. */}
        {!props.isAlone && (
          <Button
            size="small"
            icon={<Play aria-hidden="true" className="size-3" />}
            onClick={() => props.onTry(check)}
          >
            Test this check
          </Button>
        )}
        <Button
          size="small"
          icon={<Copy aria-hidden="true" className="size-3" />}
          onClick={() => props.onDuplicate(check)}
        >
          Duplicate check
        </Button>
        <Button
          size="small"
          icon={<Trash2 aria-hidden="true" className="size-3" />}
          onClick={() => props.onRemove(check)}
        >
          Remove check
        </Button>
      </div>
      <p className="text-secondary">{check.type.description}</p>
      {check.type.receives && (
        <p className="text-secondary">It has no schedule: each message that arrives is a result.</p>
      )}
      {!check.type.receives && (!props.isAlone || !check.type.hasForm) && (
        <p className="flex flex-wrap items-center gap-2 text-secondary">
          {typeof schedule === 'string' && schedule !== ''
            ? `Schedule: ${schedule}`
            : 'No schedule: runs only manually'}
          <Button size="small" onClick={() => props.onSelect('')}>
            Change the schedule
          </Button>
        </p>
      )}
      {check.type.hasForm ? (
        <ObjectFields node={check.type.node} path={check.path} shared={props.shared} />
      ) : (
        <div className="flex flex-col items-start gap-2">
          <p>{`${check.type.title} checks are written as code.`}</p>
          <Button onClick={form.showCode}>Edit the code</Button>
        </div>
      )}
    </div>
  )
}
