import { type SilencePreview, silenceTargets, type SilenceTarget } from '@binnacle/contract/notifications'
import {
  Button,
  buttonClass,
  type ComboboxOption,
  Notice,
  PlainLink,
  Skeleton,
  timeZone,
  useChosenTimeZone,
} from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo } from 'react'
import { PageFrame } from '../../application/resource/page-frame.tsx'
import { useFilters } from '../../application/address/use-filters.ts'
import { FormFrame } from '../../application/forms/form-frame.tsx'
import { NotificationTabs } from '../../application/pages/notification-tabs.tsx'
import { LeaveGuard } from '../../application/spec-editor/leave-guard.tsx'
import { addSilenceFilters } from './filters.ts'
import { emptyForm, type SilenceFormValues } from './form-state.ts'
import { SILENCES_PATH } from './paths.ts'
import { createSilence, resourceQuery } from './queries.ts'
import { SilenceFields } from './silence-fields.tsx'
import { useSilenceForm } from './use-silence-form.ts'

/** The page that adds a silence. Messages link to it with the id of their resource. */
export function AddSilencePage(): ReactNode {
  const { values } = useFilters(addSilenceFilters)
  const zone = useChosenTimeZone() ?? timeZone()
  const target = silenceTargets.find((each) => values[each] !== undefined)
  const id = target === undefined ? undefined : values[target]
  const query = useQuery({
    ...resourceQuery(target ?? 'check_id', id ?? ''),
    enabled: id !== undefined,
  })
  const initial = useMemo(
    () => ({ ...emptyForm(zone), kind: values.kind, ...(target === undefined ? {} : { scope: target }) }),
    [zone, values.kind, target],
  )
  return (
    <PageFrame size="medium" title="Add silence">
      <NotificationTabs value="silences" />
      {id !== undefined && query.isPending ? (
        <Skeleton className="h-96 w-full" />
      ) : (
        <AddSilenceForm
          // Another link begins with another form.
          key={`${target ?? ''} ${id ?? ''} ${values.kind}`}
          initial={initial}
          target={target}
          resource={query.data ?? null}
          missing={id !== undefined && query.data === null}
        />
      )}
    </PageFrame>
  )
}

/** Whether maintenance that recurs is not in force yet, so that the list shows it among what is scheduled. */
function beginsLater(preview: SilencePreview | undefined): boolean {
  const [next] = preview?.windows ?? []
  return next !== undefined && Date.parse(next.from) > Date.now()
}

function AddSilenceForm(props: {
  initial: SilenceFormValues
  target: SilenceTarget | undefined
  resource: ComboboxOption | null
  missing: boolean
}): ReactNode {
  const navigate = useNavigate()
  const form = useSilenceForm({
    initial: { ...props.initial, resource: props.resource },
    save: createSilence,
    success: 'Silence added successfully',
    onSaved(preview) {
      const search = beginsLater(preview) ? { state: 'scheduled' } : {}
      void navigate({ to: SILENCES_PATH, search })
    },
  })
  const { id } = form.frame
  // The link that leads here is in a drawer that closes, which would leave the focus nowhere.
  useEffect(() => {
    document
      .getElementById(id)
      ?.querySelector<HTMLElement>(
        '[role=radio][aria-checked=true], input[type=radio]:checked, [role=combobox]',
      )
      ?.focus()
  }, [id])
  return (
    <>
      {props.missing && (
        <Notice kind="warning">The resource of this link was deleted. Choose another one.</Notice>
      )}
      <FormFrame {...form.frame}>
        <SilenceFields form={form} />
        <div className="flex flex-wrap justify-end gap-2">
          <PlainLink href={SILENCES_PATH} className={buttonClass({})}>
            Cancel
          </PlainLink>
          <Button variant="primary" type="submit" loading={form.sending}>
            Add silence
          </Button>
        </div>
      </FormFrame>
      <LeaveGuard dirty={form.isUnsaved} />
    </>
  )
}
