import type { OpenLogs } from '@binnacle/plugin-kit/logs'
import type { SearchLogsSpec } from '../search-fields.ts'
import { openSearchLogs } from '../search-run.ts'

export const open: OpenLogs<SearchLogsSpec> = openSearchLogs
