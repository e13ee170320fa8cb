import { resolveDateMath } from '@binnacle/contract/notifications'
import {
  absoluteRange,
  Button,
  Checkbox,
  type ChosenTimeRange,
  formatFullTime,
  formatWallTime,
  SelectField,
  TextField,
  TimeRangePicker,
  timeZones,
  useNow,
} from '@binnacle/ui'
import { CalendarDays, Clock, Code } from 'lucide-react'
import type { ReactNode } from 'react'
import { Choice } from './choice.tsx'
import { silenceEnds } from './ends.ts'
import { recurs, type SilenceFormValues } from './form-state.ts'
import type { SilenceFormState } from './use-silence-form.ts'
import { weekDays } from './words.ts'

const repetitions = [
  { value: 'once', label: 'Once', icon: <Clock /> },
  { value: 'weekly', label: 'On days', icon: <CalendarDays /> },
  { value: 'cron', label: 'Cron', icon: <Code /> },
] as const

/** The instant of a typed time. Undefined if it cannot be read. */
function instantOf(text: string, now: number, zone: string): number | undefined {
  const time = resolveDateMath(text, new Date(now), zone)
  return time.ok ? time.value.getTime() : undefined
}

/** A time as date math or as a date, with what it means now. */
function TimeField(props: {
  form: SilenceFormState
  field: 'from' | 'until'
  label: string
  required: boolean
}): ReactNode {
  const { form, field } = props
  const now = useNow('minute')
  const value = form.value[field]
  const instant = value.trim() === '' ? undefined : instantOf(value, now, form.zone)
  return (
    <TextField
      label={props.label}
      required={props.required}
      value={value}
      onChange={(event) => form.set({ [field]: event.target.value })}
      error={form.errorOf(field)}
      help={
        instant === undefined
          ? 'now+4h, now+1d/d+9h or 2026-05-01 08:00. Empty: no end'
          : formatFullTime(new Date(instant), form.zone)
      }
      autoComplete="off"
      spellCheck={false}
    />
  )
}

/** Chooses both ends on a calendar, or a length from now. Source: SIL-008. */
function RangeButton({ form }: { form: SilenceFormState }): ReactNode {
  const now = useNow('minute')
  const { value: values, zone } = form
  const ends = [instantOf(values.from, now, zone), instantOf(values.until, now, zone)]
  const [from, to] = ends
  const shown: ChosenTimeRange | undefined =
    from !== undefined && to !== undefined && from < to ? absoluteRange({ from, to }) : undefined
  return (
    <TimeRangePicker
      label="Silence Duration"
      presets="future"
      size="small"
      value={shown}
      onChange={(range) => {
        if (range?.type === 'relative') form.set({ from: 'now', until: range.range })
        if (range?.type === 'absolute')
          form.set({
            from: formatWallTime(Date.parse(range.from), zone),
            until: formatWallTime(Date.parse(range.to), zone),
          })
      }}
    />
  )
}

function changeOfRepetition(repeats: SilenceFormValues['repeats'], values: SilenceFormValues) {
  // Windows have no end unless somebody sets one.
  const untouched = values.until === 'now+1h'
  if (repeats === 'once') return { repeats, until: values.until === '' ? 'now+1h' : values.until }
  return { repeats, until: untouched ? '' : values.until }
}

/** When a silence holds. */
export function TimesFields({ form }: { form: SilenceFormState }): ReactNode {
  const { value: values, set: change, errorOf } = form
  const repeating = recurs(values)
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="sr-only">When</legend>
      {values.kind === 'maintenance' && (
        <Choice
          label="Repeats"
          options={repetitions}
          value={values.repeats}
          onChange={(repeats) => change(changeOfRepetition(repeats, values))}
        />
      )}
      {repeating && <WindowFields form={form} />}
      {!repeating && (
        <div className="flex flex-wrap items-center gap-2">
          {silenceEnds.map(({ label, until }) => (
            <Button
              key={until}
              size="small"
              aria-pressed={values.from === 'now' && values.until === until}
              onClick={() => change({ from: 'now', until })}
            >
              {label}
            </Button>
          ))}
          <RangeButton form={form} />
        </div>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <TimeField form={form} field="from" label={repeating ? 'First day' : 'From'} required={!repeating} />
        <TimeField form={form} field="until" label={repeating ? 'Last day' : 'Until'} required={!repeating} />
      </div>
      {errorOf('days') !== undefined && <p className="text-small text-unhealthy">{errorOf('days')}</p>}
    </fieldset>
  )
}

function WindowFields({ form }: { form: SilenceFormState }): ReactNode {
  const { value: values, set: change, errorOf } = form
  return (
    <>
      {values.repeats === 'weekly' && (
        <div
          role="group"
          aria-label="Days"
          data-invalid={errorOf('days') === undefined ? undefined : ''}
          className="flex flex-wrap gap-x-4 gap-y-1"
        >
          {weekDays.map(({ value, label }) => (
            <Checkbox
              key={value}
              label={label}
              checked={values.days.includes(value)}
              onChange={(checked) =>
                change({
                  days: checked ? [...values.days, value] : values.days.filter((day) => day !== value),
                })
              }
            />
          ))}
        </div>
      )}
      <div className="grid gap-3 sm:grid-cols-3">
        {values.repeats === 'weekly' ? (
          <TextField
            label="Starts at"
            type="time"
            required
            value={values.at}
            onChange={(event) => change({ at: event.target.value })}
            error={errorOf('at') ?? errorOf('schedule')}
          />
        ) : (
          <TextField
            label="Schedule"
            required
            value={values.schedule}
            onChange={(event) => change({ schedule: event.target.value })}
            error={errorOf('schedule')}
            help="Five cron fields: when each window starts"
            spellCheck={false}
          />
        )}
        <TextField
          label="Length"
          required
          value={values.duration}
          onChange={(event) => change({ duration: event.target.value })}
          error={errorOf('duration')}
          help="Such as 2h or 90m"
        />
        <SelectField
          label="Time zone"
          value={values.timeZone}
          onChange={(timeZone) => change({ timeZone })}
          options={timeZones().map((zone) => ({ value: zone, label: zone }))}
          error={errorOf('timeZone')}
        />
      </div>
    </>
  )
}
