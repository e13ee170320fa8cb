import { defaultUptimeThresholds } from '@binnacle/contract'
import { createContext } from 'react'

/** Below which percentages an uptime is shown as a warning and as unhealthy; whoever loads settings provides them. */
export const UptimeThresholdsContext = createContext(defaultUptimeThresholds)
