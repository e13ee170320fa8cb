import { subjectKindLabels, subjectKinds } from '@binnacle/contract/kinds'
import { EVERYTHING } from '@binnacle/contract/notifications'
import { Checkbox, Notice, TextField } from '@binnacle/ui'
import { Box, Boxes, FileHeart, Filter, Globe, HeartPulse } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { Choice } from './choice.tsx'
import { isTarget, type Scope } from './form-state.ts'
import { ResourceField } from './resource-field.tsx'
import type { SilenceFormState } from './use-silence-form.ts'

const FilterField = lazy(async () => {
  const { FilterField: component } = await import('./filter-field.tsx')
  return { default: component }
})

/** The resource comes from one of the first three. Source: SIL-005. */
const scopes = [
  { value: 'config_id', label: 'Catalog', icon: <Box /> },
  { value: 'component_id', label: 'Component', icon: <Boxes /> },
  { value: 'check_id', label: 'Check', icon: <HeartPulse /> },
  { value: 'canary_id', label: 'Canary', icon: <FileHeart /> },
  { value: 'selector', label: 'Matching', icon: <Filter /> },
  { value: 'everything', label: 'Everything', icon: <Globe /> },
] as const satisfies readonly { value: Scope; label: string; icon: ReactNode }[]

const kindWord = (kind: (typeof subjectKinds)[number]) => {
  const label = subjectKindLabels[kind]
  return `${label.charAt(0).toUpperCase()}${label.slice(1)}`
}

function SelectorFields({ form }: { form: SilenceFormState }): ReactNode {
  const { value: values, set: change, errorOf } = form
  return (
    <>
      <div role="group" aria-label="Kinds" className="flex flex-wrap gap-x-4 gap-y-1">
        {subjectKinds.map((kind) => (
          <Checkbox
            key={kind}
            label={kindWord(kind)}
            checked={values.kinds.includes(kind)}
            onChange={(checked) =>
              change({
                kinds: checked ? [...values.kinds, kind] : values.kinds.filter((other) => other !== kind),
              })
            }
          />
        ))}
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Names"
          value={values.names}
          onChange={(event) => change({ names: event.target.value })}
          help="api-*, !api-test. * stands for any text, ! excludes"
          error={errorOf('selector')}
        />
        <TextField
          label="Namespaces"
          value={values.namespaces}
          onChange={(event) => change({ namespaces: event.target.value })}
          help="Such as payments, shop-*"
        />
        <TextField
          label="Types"
          value={values.types}
          onChange={(event) => change({ types: event.target.value })}
          help="Such as http, dns"
        />
        <TextField
          label="Labels"
          value={values.labels}
          onChange={(event) => change({ labels: event.target.value })}
          help="team=payments, tier in (web, api), !legacy"
        />
      </div>
    </>
  )
}

/** What a silence covers. */
export function CoverageFields(props: { form: SilenceFormState; inDialog: boolean }): ReactNode {
  const { form, inDialog } = props
  const { value: values, set: change, errorOf, preview } = form
  const { scope } = values
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="sr-only">What</legend>
      <Choice
        label="Resource"
        asList={inDialog}
        options={scopes}
        value={scope}
        // Choosing one kind of resource clears the others. Source: SIL-006.
        onChange={(chosen) => change({ scope: chosen, resource: null, confirmation: '' })}
      />
      {isTarget(scope) && (
        <>
          <ResourceField
            key={scope}
            target={scope}
            value={values.resource}
            onChange={(resource) => change({ resource })}
            error={errorOf('resource')}
          />
          <Checkbox
            label="Recursive: everything inside it too"
            checked={values.recursive}
            onChange={(recursive) => change({ recursive })}
          />
        </>
      )}
      {scope === 'selector' && <SelectorFields form={form} />}
      <Suspense fallback={<div className="h-24" />}>
        <FilterField
          value={values.filter}
          onChange={(filter) => change({ filter })}
          error={errorOf('filter')}
          problems={form.filterProblems}
        />
      </Suspense>
      {form.coversAll && (
        <>
          <Notice kind="warning">
            {preview.data === undefined
              ? 'It silences every resource.'
              : `It silences all ${preview.data.of.toLocaleString('en')} resources.`}{' '}
            Nobody is told about anything until it ends.
          </Notice>
          <TextField
            label={`Enter "${EVERYTHING}" to confirm`}
            required
            value={values.confirmation}
            onChange={(event) => change({ confirmation: event.target.value })}
            error={errorOf('confirmation')}
            autoComplete="off"
          />
        </>
      )}
    </fieldset>
  )
}
