import {
  type OwnReach,
  reachPlans,
  type ReachPlan,
  urgencies,
  type Urgency,
  urgencyLabels,
} from '@binnacle/contract/on-call'
import { Button, IconButton, Panel, SelectField } from '@binnacle/ui'
import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { NumberField } from './fields.tsx'
import { ON_CALL, REACH, savePlans } from './queries.ts'
import { FormFrame } from '../../application/forms/form-frame.tsx'
import { readBy, useDocumentForm, useFormDocument } from '../../application/forms/use-document-form.ts'

/** The order in which alerts of each urgency reach the person. */
export function ReachPlanFields({ reach }: { reach: OwnReach }): ReactNode {
  // Saved and newer steps come in without a new form, which would take the focus away.
  const form = useDocumentForm(useFormDocument(reach.plans, 'newer'), {
    read: (entered) => readBy(reachPlans, entered),
    fields: /^(high|medium|low)\[\d+\]\..+$/,
    send: savePlans,
    success: 'Steps saved',
    keys: [[REACH], [ON_CALL, 'readiness']],
    onDone: () => {},
  })
  const { value, set, errorOf } = form
  return (
    <Panel
      title="Steps by severity"
      description="While you have not acknowledged an alert, the next step follows. Without steps, every verified way is used at once."
    >
      {reach.methods.length === 0 ? (
        <p className="text-secondary">Add a way to reach you first.</p>
      ) : (
        <FormFrame {...form.frame}>
          {urgencies.map((urgency) => (
            <PlanFields
              key={urgency}
              urgency={urgency}
              plan={value[urgency]}
              reach={reach}
              errorOf={errorOf}
              onChange={(plan) => set({ [urgency]: plan })}
            />
          ))}
          <Button variant="primary" type="submit" className="self-start" loading={form.sending}>
            Save steps
          </Button>
        </FormFrame>
      )}
    </Panel>
  )
}

function PlanFields(props: {
  urgency: Urgency
  plan: ReachPlan
  reach: OwnReach
  errorOf: (path: string) => string | undefined
  onChange: (plan: ReachPlan) => void
}): ReactNode {
  const { urgency, plan, reach, errorOf, onChange } = props
  const change = (place: number, changes: Partial<ReachPlan[number]>) =>
    onChange(plan.map((step, other) => (other === place ? { ...step, ...changes } : step)))
  const options = reach.methods.map(({ id, label, verified }) => ({
    value: id,
    label: verified ? label : `${label} (not verified)`,
  }))
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">{urgencyLabels[urgency]}</legend>
      {plan.length === 0 && <p className="text-small text-muted">Every verified way at once.</p>}
      {plan.map((step, place) => (
        // eslint-disable-next-line react/no-array-index-key -- steps have no name of their own
        <div key={place} className="grid grid-cols-[6.5rem_minmax(0,1fr)_auto] items-start gap-2">
          <NumberField
            label="After (min)"
            minimum={0}
            value={step.afterMinutes}
            error={errorOf(`${urgency}[${place}].afterMinutes`)}
            onChange={(afterMinutes) => change(place, { afterMinutes })}
          />
          <SelectField
            label="Use"
            value={step.methodId}
            options={options}
            error={errorOf(`${urgency}[${place}].methodId`)}
            onChange={(methodId) => change(place, { methodId })}
          />
          <IconButton
            className="mt-5"
            label={`Remove step ${place + 1} of ${urgencyLabels[urgency]}`}
            icon={<Trash2 className="size-3.5" />}
            onClick={() => onChange(plan.filter((_step, other) => other !== place))}
          />
        </div>
      ))}
      <Button
        size="small"
        className="self-start"
        icon={<Plus aria-hidden="true" className="size-3.5" />}
        onClick={() =>
          onChange([
            ...plan,
            {
              methodId: reach.methods[0]?.id ?? '',
              afterMinutes: plan.length === 0 ? 0 : (plan.at(-1)?.afterMinutes ?? 0) + 3,
            },
          ])
        }
      >
        Add step
      </Button>
    </fieldset>
  )
}
