import { type DeadManState, pingInterval, pingUrl } from '@binnacle/contract/watchdog'
import {
  Age,
  Badge,
  Button,
  ConfirmDialog,
  KeyValueList,
  Notice,
  Panel,
  TextField,
  useToast,
} from '@binnacle/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { FormFrame } from '../../application/forms/form-frame.tsx'
import { showProblems } from '../../application/forms/forms.ts'
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

const names = ['url', 'intervalSeconds'] as const
const seconds = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => (text.trim() === '' ? Number.NaN : Number(text))),
  ),
  pingInterval,
)
/** For a switch that is off. */
const newSwitch = z.object({ url: pingUrl, intervalSeconds: seconds })
/** For a switch that is on: its URL is kept where none is entered. */
const storedSwitch = z.object({
  url: z.union([z.string().check(z.trim(), z.maxLength(0)), pingUrl]),
  intervalSeconds: seconds,
})

function SwitchForm({ state }: { state: DeadManState }): ReactNode {
  const id = useId()
  const focusInvalid = useInvalidFocus(id)
  const toast = useToast()
  const queries = useQueryClient()
  const { isOn, intervalSeconds } = state
  const form = useForm<z.input<typeof newSwitch>, unknown, z.output<typeof newSwitch>>({
    // Not an entry form, whose draft would keep the URL, which is a secret.
    defaultValues: { url: '', intervalSeconds: String(intervalSeconds) },
    resolver: zodResolver(isOn ? storedSwitch : newSwitch),
    shouldFocusError: false,
  })
  const { register, formState } = form
  const save = useMutation({
    mutationFn: saveDeadMan,
    onSettled: () => queries.invalidateQueries({ queryKey: WATCHDOG_KEY }),
  })

  async function submit(values: z.output<typeof newSwitch>): Promise<void> {
    const { url } = values
    try {
      await save.mutateAsync({ ...(url === '' ? {} : { url }), intervalSeconds: values.intervalSeconds })
      form.reset({ url: '', intervalSeconds: String(values.intervalSeconds) })
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
        {...register('url')}
        error={formState.errors.url?.message}
      />
      <TextField
        label="Interval (seconds)"
        inputMode="numeric"
        autoComplete="off"
        help="Default: 60"
        {...register('intervalSeconds')}
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
  const queries = useQueryClient()
  const [asks, setAsks] = useState(false)
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-4">
      <Button loading={test.isPending} onClick={() => test.mutate()}>
        Send request now
      </Button>
      <Button variant="danger" onClick={() => setAsks(true)}>
        Switch off
      </Button>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        onConfirm={async () => {
          await saveDeadMan({ url: null })
          toast.success('Switched off')
          void queries.invalidateQueries({ queryKey: WATCHDOG_KEY })
        }}
        title="Switch off the dead-man’s switch?"
        confirmLabel="Switch off"
      >
        The stored URL is deleted, and the service there may tell you that requests stopped.
      </ConfirmDialog>
    </div>
  )
}
