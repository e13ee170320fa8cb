import { defaultUptimeThresholds } from '@binnacle/contract/health'
import { createContext } from 'react'

/** Percentages below which an uptime is shown as a warning and as unhealthy. The application provides them from its settings. */
export const UptimeThresholdsContext = createContext(defaultUptimeThresholds)
