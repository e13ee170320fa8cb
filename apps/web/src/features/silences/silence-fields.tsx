import { Panel, TextAreaField, TextField } from '@binnacle/ui'
import { BellOff, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import { Choice } from './choice.tsx'
import { CoverageFields } from './coverage-fields.tsx'
import { SilencePreviewPanel } from './preview-panel.tsx'
import { TimesFields } from './times-fields.tsx'
import type { SilenceFormState } from './use-silence-form.ts'

const kinds = [
  { value: 'silence', label: 'Silence', icon: <BellOff /> },
  { value: 'maintenance', label: 'Maintenance', icon: <Wrench /> },
] as const

/** All fields of a silence, with its preview beside or below them. */
export function SilenceFields(props: { form: SilenceFormState; inDialog?: boolean }): ReactNode {
  const { form, inDialog = false } = props
  const { value: values, set: change } = form
  return (
    <div className="grid gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="flex min-w-0 flex-col gap-4">
        <Choice
          label="Kind"
          options={kinds}
          value={values.kind}
          onChange={(kind) => change({ kind, until: values.until === '' ? 'now+1h' : values.until })}
        />
        <Panel title="What" description="Checks go on; only messages about them are suppressed.">
          <CoverageFields form={form} inDialog={inDialog} />
        </Panel>
        <Panel title="When">
          <TimesFields form={form} />
        </Panel>
        <Panel title="Why" description="People read the reason next to the silence.">
          <div className="flex flex-col gap-3">
            <TextAreaField
              label="Reason"
              rows={2}
              value={values.description}
              onChange={(event) => change({ description: event.target.value })}
            />
            <div className="grid gap-3 sm:grid-cols-2">
              <TextField
                label="Name"
                value={values.name}
                onChange={(event) => change({ name: event.target.value })}
              />
              <TextField
                label="Namespace"
                value={values.namespace}
                onChange={(event) => change({ namespace: event.target.value })}
              />
            </div>
          </div>
        </Panel>
      </div>
      <div className="min-w-0">
        <SilencePreviewPanel form={form} />
      </div>
    </div>
  )
}
