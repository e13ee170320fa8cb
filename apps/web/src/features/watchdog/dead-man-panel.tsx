import { type DeadManState, pingInterval, pingUrl } from '@binnacle/contract/watchdog'
import { Age, Badge, Button, KeyValueList, Notice, Panel, TextField, useToast } from '@binnacle/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { FormFrame } from '../../application/forms/form-frame.tsx'
import { rule, showProblems } from '../../application/forms/forms.ts'
import { useInvalidFocus } from '../../application/forms/invalid-focus.ts'
import { useChange } from '../../application/resource/use-change.ts'
import { useSession } from '../../application/session/session.ts'
import { saveDeadMan, testDeadMan, WATCHDOG_KEY } from './queries.ts'

/** The state of the dead-man's switch, and the form that changes it. */
export function DeadManPanel({ state }: { state: DeadManState }): ReactNode {
  const mayWrite = useSession().may('write', 'database')
  const { isOn, withheld, error } = state
  return (
    <Panel
      title="Dead-man’s switch"
      badge={isOn && <Badge tone="accent">On</Badge>}
      description="Requests a URL at regular intervals, only while Binnacle works. A service elsewhere tells you when the requests stop."
    >
      <div className="flex max-w-xl flex-col gap-4">
        {withheld !== null && <Notice kind="warning">No requests are sent at present: {withheld}</Notice>}
        {error !== null && <Notice kind="error">The last request failed: {error}</Notice>}
        {isOn && (
          <KeyValueList
            items={[
              { label: 'Last request', value: <Ago time={state.attemptedAt} /> },
              { label: 'Last answer', value: <Ago time={state.succeededAt} /> },
              { label: 'Interval', value: `${state.intervalSeconds} s` },
            ]}
          />
        )}
        {mayWrite ? (
          <>
            <SwitchForm state={state} />
            {isOn && <Actions />}
          </>
        ) : (
          !isOn && <p className="text-muted">Off. Administrators and editors can switch it on.</p>
        )}
      </div>
    </Panel>
  )
}

function Ago({ time }: { time: string | null }): ReactNode {
  return time === null ? (
    'Never'
  ) : (
    <>
      <Age time={time} /> ago
    </>
  )
}

interface Values {
  url: string
  intervalSeconds: string
}

const names = ['url', 'intervalSeconds'] as const
const optionalUrl = z.union([z.literal(''), pingUrl])
const seconds = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => (text.trim() === '' ? Number.NaN : Number(text))),
  ),
  pingInterval,
)

function SwitchForm({ state }: { state: DeadManState }): ReactNode {
  const id = useId()
  const focusInvalid = useInvalidFocus(id)
  const toast = useToast()
  const queries = useQueryClient()
  const { isOn, intervalSeconds } = state
  const form = useForm<Values>({
    defaultValues: { url: '', intervalSeconds: String(intervalSeconds) },
  })
  const { register, formState } = form
  const save = useMutation({
    mutationFn: saveDeadMan,
    onSettled: () => queries.invalidateQueries({ queryKey: WATCHDOG_KEY }),
  })

  async function submit(values: Values): Promise<void> {
    const url = values.url.trim()
    try {
      await save.mutateAsync({
        ...(url === '' ? {} : { url }),
        intervalSeconds: Number(values.intervalSeconds),
      })
      form.reset({ url: '', intervalSeconds: values.intervalSeconds })
      toast.success('Saved')
    } catch (error) {
      showProblems(form, names, error)
      focusInvalid()
    }
  }

  return (
    <FormFrame
      id={id}
      restored={false}
      failure={formState.errors.root?.message}
      onSubmit={form.handleSubmit(submit, focusInvalid)}
    >
      <TextField
        label="URL"
        type="url"
        autoComplete="off"
        placeholder="https://monitor.example.com/ping/abc"
        help={
          isOn
            ? 'A URL is stored, encrypted, and never shown. Leave empty to keep it.'
            : 'It is stored encrypted and never shown again.'
        }
        {...register('url', isOn ? rule(optionalUrl) : rule(pingUrl))}
        error={formState.errors.url?.message}
      />
      <TextField
        label="Interval (seconds)"
        inputMode="numeric"
        autoComplete="off"
        help="Default: 60"
        {...register('intervalSeconds', rule(seconds))}
        error={formState.errors.intervalSeconds?.message}
      />
      <div>
        <Button type="submit" variant="primary" loading={save.isPending}>
          Save
        </Button>
      </div>
    </FormFrame>
  )
}

/** Buttons for a switch that is on. */
function Actions(): ReactNode {
  const toast = useToast()
  const test = useChange({
    run: testDeadMan,
    keys: [WATCHDOG_KEY],
    onDone({ error }) {
      if (error === null) toast.success('The URL answered')
      else toast.error(`The request failed: ${error}`)
    },
  })
  const remove = useChange({
    run: () => saveDeadMan({ url: null }),
    said: 'Switched off',
    keys: [WATCHDOG_KEY],
  })
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-4">
      <Button loading={test.isPending} onClick={() => test.mutate()}>
        Send request now
      </Button>
      <Button variant="danger" loading={remove.isPending} onClick={() => remove.mutate()}>
        Switch off
      </Button>
    </div>
  )
}
