import { Logs } from 'lucide-react'
import type { ResourceKind } from '../../application/resource/kind.ts'
import { NEW_BACKEND_PATH } from './paths.ts'

/** Log backends: where log lines are read. */
export const backendArea: ResourceKind = {
  table: 'logging_backends',
  resourceType: 'logging_backend',
  title: 'Log Backends',
  singular: 'Log backend',
  icon: Logs,
  keys: 'g b',
  keywords: ['logging', 'loki', 'elasticsearch', 'journal'],
  access: 'logging_backends',
  feature: 'settings.logging_backends',
  topics: ['logging_backends'],
  add: { label: 'New log backend', href: NEW_BACKEND_PATH, keywords: ['add', 'create', 'logs'] },
}
