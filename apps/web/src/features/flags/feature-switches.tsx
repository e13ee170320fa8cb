import { featureProperty } from '@binnacle/contract/access'
import type { Property } from '@binnacle/contract/health'
import { ConfirmDialog, Skeleton, Switch, useToast } from '@binnacle/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { usePages } from '../../application/pages/open-pages.ts'
import { messageOf } from '../../application/requests/queries.ts'
import { effectOf } from './flags.ts'
import { createFlag, deleteFlag, updateFlag } from './queries.ts'
import { type FeatureSwitch, featureSwitches } from './switches.ts'

async function switchFeature({ feature, property }: FeatureSwitch, on: boolean): Promise<void> {
  const name = featureProperty(feature)
  if (!on && property === undefined) await createFlag({ name, value: 'true', description: '' })
  else if (!on) await updateFlag({ name, value: 'true', description: property?.description ?? '' })
  // A description that someone wrote is kept.
  else if (property !== undefined && property.description !== '')
    await updateFlag({ name, value: 'false', description: property.description })
  else await deleteFlag(name)
}

/**
 * The features of the product, each with the switch that closes it to everybody.
 * @param props.properties those in force; undefined while they are loaded
 * @param props.mayWrite whether the person may move the switches; they only read them otherwise
 */
export function FeatureSwitches(props: {
  properties: readonly Property[] | undefined
  mayWrite: boolean
}): ReactNode {
  const { properties, mayWrite } = props
  const toast = useToast()
  const queries = useQueryClient()
  const [leaving, setLeaving] = useState<FeatureSwitch>()
  const change = useMutation({
    mutationFn: ({ item, on }: { item: FeatureSwitch; on: boolean }) => switchFeature(item, on),
    onSettled: () => queries.invalidateQueries({ queryKey: ['properties'] }),
  })
  const pages = usePages()
  const switches = useMemo(() => {
    // What is not built yet has no page, and no switch.
    const offered = new Set(pages.flatMap(({ feature }) => (feature === undefined ? [] : [feature])))
    return properties && featureSwitches(offered, properties)
  }, [pages, properties])
  return (
    <section aria-label="Features">
      <h2 className="mb-2 font-semibold text-secondary">Features</h2>
      {switches === undefined ? (
        <Skeleton className="h-20 w-full" />
      ) : (
        <ul className="grid gap-x-4 gap-y-1 rounded-panel border border-line bg-surface px-3 py-2 sm:grid-cols-2 lg:grid-cols-3">
          {switches.map((item) => (
            <li key={item.feature} className="flex min-w-0 flex-wrap items-center gap-x-2">
              {mayWrite ? (
                <Switch
                  label={item.title}
                  checked={item.isOn}
                  disabled={item.fixed !== undefined || change.isPending}
                  onChange={(on) =>
                    on
                      ? change.mutate({ item, on }, { onError: (error) => toast.error(messageOf(error)) })
                      : setLeaving(item)
                  }
                />
              ) : (
                <span className="flex min-h-control-small items-center">
                  {`${item.title}: ${item.isOn ? 'on' : 'off'}`}
                </span>
              )}
              {item.fixed !== undefined && <span className="text-small text-muted">{item.fixed}</span>}
            </li>
          ))}
        </ul>
      )}
      {leaving !== undefined && (
        <ConfirmDialog
          open
          onClose={() => setLeaving(undefined)}
          onConfirm={() => change.mutateAsync({ item: leaving, on: false })}
          title={`Switch off ${leaving.title}?`}
          consequences={leaving.takesAlong.map((title) => `${title} is switched off with it`)}
          confirmLabel="Switch off"
        >
          {effectOf(featureProperty(leaving.feature), 'true')}
        </ConfirmDialog>
      )}
    </section>
  )
}
