import {
  disabledFeatures,
  type Feature,
  featureParents,
  featureProperty,
  features,
  featureTitle,
} from '@binnacle/contract/access'
import type { Property } from '@binnacle/contract/health'
import { isLocal } from './flags.ts'

/** A feature as the list of switches shows it. */
export interface FeatureSwitch {
  feature: Feature
  title: string
  isOn: boolean
  /** The property that switches it, if there is one. */
  property: Property | undefined
  /** Why its switch cannot be moved here, in words; undefined where it can. */
  fixed: string | undefined
  /** Titles of the features that are switched off with it. */
  takesAlong: readonly string[]
}

/**
 * The switches of the features that the product has.
 * @param offered features that something belongs to: a switch of any other would do nothing
 * @param properties those in force
 */
export function featureSwitches(
  offered: ReadonlySet<Feature>,
  properties: readonly Property[],
): readonly FeatureSwitch[] {
  const off = disabledFeatures(properties)
  return features
    .filter((feature) => offered.has(feature))
    .map((feature) => {
      const property = properties.find(({ name }) => name === featureProperty(feature))
      const parent = featureParents(feature).find((candidate) => off.has(candidate))
      return {
        feature,
        title: featureTitle(feature),
        isOn: !off.has(feature),
        property,
        fixed:
          property !== undefined && isLocal(property)
            ? 'Set in the properties file of the installation'
            : parent !== undefined
              ? `Off because ${featureTitle(parent)} is off`
              : undefined,
        takesAlong: features
          .filter((other) => offered.has(other) && featureParents(other).includes(feature))
          .map(featureTitle),
      }
    })
}
