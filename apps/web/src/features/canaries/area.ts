import { HeartPulse } from 'lucide-react'
import type { ResourceKind } from '../../application/resource/kind.ts'
import { NEW_CANARY_PATH } from './paths.ts'

/** Health checks, which specs and clients call canaries. */
export const canaryArea: ResourceKind = {
  table: 'canaries',
  resourceType: 'canary',
  title: 'Health Checks',
  singular: 'Health check',
  icon: HeartPulse,
  keys: 'g k',
  keywords: ['checks', 'monitors', 'health'],
  access: 'canaries',
  feature: 'settings.health',
  // That of checks first: their results change the counts of a canary, and every change of a canary changes its checks.
  topics: ['checks', 'canaries', 'canary_files'],
  add: { label: 'New health check', href: NEW_CANARY_PATH, keywords: ['add', 'create', 'canary', 'monitor'] },
}
