import {
  Age,
  Button,
  ConfirmDialog,
  Dialog,
  EmptyState,
  KeyValueList,
  Notice,
  Skeleton,
  TextLink,
  timeZone,
  useChosenTimeZone,
  useToast,
} from '@binnacle/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { FormFrame } from '../../application/forms/form-frame.tsx'
import { usePages, useVisitor } from '../../application/pages/open-pages.ts'
import { reachable } from '../../application/pages/reachable.ts'
import { LoadFailure } from '../../application/pages/load-failure.tsx'
import { useSession } from '../../application/session/session.ts'
import { formOf } from './form-of.ts'
import { isTarget } from './form-state.ts'
import {
  deleteSilence,
  endSilence,
  type Silence,
  SILENCE_KEY,
  silenceQuery,
  updateSilence,
} from './queries.ts'
import { SilenceFields } from './silence-fields.tsx'
import { useSilenceForm } from './use-silence-form.ts'
import { coverageWords, durationWords, nameOfSilence, resourcePath, targetOfSilence } from './words.ts'

/** A silence: its form for people who may change it, its facts for everyone else. */
export function SilenceDialog({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  // The form starts with what is stored now, not with what was cached before the last change.
  const query = useQuery({ ...silenceQuery(id), staleTime: 0 })
  const session = useSession()
  const data = query.isFetchedAfterMount ? query.data : undefined
  if (data === undefined || data === null)
    return (
      <Dialog open onClose={onClose} size="large" title="Silence">
        {data === undefined && query.error === null && <Skeleton className="h-80 w-full" />}
        {query.error !== null && <LoadFailure compact error={query.error} queries={[query]} />}
        {data === null && (
          <EmptyState compact title="This silence was deleted" icon={<BellOff strokeWidth={1.5} />}>
            People are told again about what it covered.
          </EmptyState>
        )}
      </Dialog>
    )
  const isOwn = data.source === null || data.source === '' || data.source === 'UI'
  const mayWrite = session.may('write', 'notifications') || session.may('write', 'database')
  return mayWrite && isOwn ? (
    <EditSilence silence={data} onClose={onClose} />
  ) : (
    <Dialog open onClose={onClose} size="medium" title="Silence">
      {!isOwn && <Notice kind="information">It comes from {data.source} and is changed there.</Notice>}
      <SilenceFacts silence={data} />
    </Dialog>
  )
}

function SilenceFacts({ silence }: { silence: Silence }): ReactNode {
  const zone = useChosenTimeZone() ?? timeZone()
  const target = targetOfSilence(silence)
  const pages = usePages()
  const visitor = useVisitor()
  const href = reachable(
    target === undefined ? undefined : resourcePath(target.target, target.id),
    pages,
    visitor,
  )
  const words = coverageWords(silence)
  return (
    <KeyValueList
      items={[
        { label: 'Resource', value: href === undefined ? words : <TextLink href={href}>{words}</TextLink> },
        { label: 'Duration', value: durationWords(silence, zone) },
        { label: 'Reason', value: silence.description },
        { label: 'Filter', value: silence.filter === null ? null : <code>{silence.filter}</code> },
        { label: 'Suppressed', value: silence.suppressed.toLocaleString('en') },
        { label: 'Created by', value: silence.createdBy?.name ?? null },
        { label: 'Created', value: <Age time={silence.created_at} /> },
      ]}
    />
  )
}

function EditSilence({ silence, onClose }: { silence: Silence; onClose: () => void }): ReactNode {
  const session = useSession()
  const zone = useChosenTimeZone() ?? timeZone()
  const [asking, setAsking] = useState<'end' | 'delete'>()
  const [initial] = useState(() => formOf(silence, zone))
  const form = useSilenceForm({
    initial,
    save: (body, values) => updateSilence(silence.id, changesOf(silence, initial, values, body)),
    success: 'Silence updated successfully',
    onSaved: onClose,
  })
  const state =
    silence.suppressed === 0
      ? 'It has not suppressed any message yet.'
      : `It has suppressed ${silence.suppressed.toLocaleString('en')} ${silence.suppressed === 1 ? 'message' : 'messages'}.`
  return (
    <Dialog
      open
      onClose={onClose}
      dirty={form.dirty}
      size="large"
      title="Edit silence"
      description={state}
      footer={
        <>
          {session.may('write', 'identities') && (
            <Button className="mr-auto" onClick={() => setAsking('delete')}>
              Delete
            </Button>
          )}
          {silence.state === 'active' && <Button onClick={() => setAsking('end')}>End now</Button>}
          <Button variant="primary" type="submit" form={form.frame.id} loading={form.sending}>
            Update
          </Button>
        </>
      }
    >
      <FormFrame {...form.frame}>
        {silence.error !== null && (
          <Notice kind="warning">
            It silences nothing, because its filter failed: {silence.error}. Change the filter.
          </Notice>
        )}
        {silence.covers === 'resource' && targetOfSilence(silence) === undefined && (
          <Notice kind="warning">It silences nothing, because its resource was deleted.</Notice>
        )}
        <SilenceFields form={form} inDialog />
      </FormFrame>
      {asking !== undefined && (
        <EndQuestion
          silence={silence}
          verb={asking}
          preview={form.dirty ? undefined : form.preview.data}
          onClose={() => setAsking(undefined)}
          onDone={onClose}
        />
      )}
    </Dialog>
  )
}

/** What to send of a form. Times that nobody touched stay as exact as they are stored. */
function changesOf(
  silence: Silence,
  initial: ReturnType<typeof formOf>,
  values: ReturnType<typeof formOf>,
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const cleared = {
    config_id: null,
    component_id: null,
    check_id: null,
    canary_id: null,
    selector: {},
    filter: '',
    until: null,
    schedule: null,
    time_zone: null,
    duration: null,
  }
  return {
    ...cleared,
    ...body,
    covers: isTarget(values.scope) ? 'resource' : values.scope,
    source: silence.source,
    ...(values.from === initial.from ? { from: silence.from } : {}),
    ...(values.until === initial.until ? { until: silence.until } : {}),
  }
}

/** Asks before a silence ends, and says about what people are told again. */
function EndQuestion(props: {
  silence: Silence
  verb: 'end' | 'delete'
  preview: { total: number; unhealthy: number } | undefined
  onClose: () => void
  onDone: () => void
}): ReactNode {
  const { silence, verb, preview } = props
  const toast = useToast()
  const queries = useQueryClient()
  const isActive = silence.state === 'active'
  const mutation = useMutation({
    mutationFn: () => (verb === 'end' ? endSilence(silence.id) : deleteSilence(silence.id)),
    onSuccess: () => {
      toast.success(verb === 'end' ? 'Silence ended' : 'Silence deleted successfully')
      props.onDone()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [SILENCE_KEY] }),
  })
  const name = nameOfSilence(silence)
  return (
    <ConfirmDialog
      open
      onClose={props.onClose}
      onConfirm={() => mutation.mutateAsync().then(() => undefined)}
      title={verb === 'end' ? `End ${name} now?` : `Delete ${name}?`}
      confirmLabel={verb === 'end' ? 'End now' : 'Delete'}
      danger={verb === 'delete'}
    >
      {isActive && preview !== undefined && preview.unhealthy > 0 && (
        <p>
          {preview.unhealthy === 1
            ? 'One resource that it covers is not healthy: people are told about it again.'
            : `${preview.unhealthy.toLocaleString('en')} resources that it covers are not healthy: people are told about them again.`}
        </p>
      )}
      {isActive && preview !== undefined && preview.unhealthy === 0 && (
        <p>Everything that it covers is healthy, so nobody is told anything at once.</p>
      )}
      {isActive && preview === undefined && <p>People are told again about what it covers.</p>}
      {!isActive && <p>It suppresses no messages at present.</p>}
      {verb === 'delete' && <p className="mt-2">It leaves the list; the audit log keeps it.</p>}
    </ConfirmDialog>
  )
}
