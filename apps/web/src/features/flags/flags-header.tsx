import { Notice } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { propertiesQuery, useDisabledFeatures } from '../../application/session/flags.ts'
import { useSession } from '../../application/session/session.ts'
import { FeatureSwitches } from './feature-switches.tsx'
import { OWN_FEATURE } from './flags.ts'

/** The features with their switches, above the properties. */
export function FlagsHeader(): ReactNode {
  const session = useSession()
  const { data: properties } = useQuery(propertiesQuery)
  const isHidden = useDisabledFeatures().has(OWN_FEATURE)
  return (
    <>
      {isHidden && (
        <Notice kind="warning">
          This page is hidden from everybody by settings.feature_flags.disable. You can open it because you
          may change flags.
        </Notice>
      )}
      <FeatureSwitches properties={properties} mayWrite={session.may('write', 'feature_flags')} />
      <h2 className="font-semibold text-secondary">Properties</h2>
    </>
  )
}
