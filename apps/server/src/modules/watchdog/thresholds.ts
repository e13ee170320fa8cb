import type { DetectorName, WatchdogThreshold } from '@binnacle/contract/watchdog'
import { parseDuration } from '@binnacle/contract/text'
import type { PropertyReader } from '../properties/index.ts'

interface Threshold {
  detector: DetectorName
  kind: 'duration' | 'count' | 'percent'
  /** As people write it. */
  usual: string
  description: string
}

/** Limits of the detectors, each a property that people can set. */
const thresholds = {
  'watchdog.checks.overdue.percent': {
    detector: 'checks',
    kind: 'percent',
    usual: '50',
    description: 'Percent of due health checks that may be overdue',
  },
  'watchdog.checks.overdue.intervals': {
    detector: 'checks',
    kind: 'count',
    usual: '3',
    description: 'A health check is overdue after this many of its intervals without a run',
  },
  'watchdog.workers.silence': {
    detector: 'workers',
    kind: 'duration',
    usual: '15s',
    description: 'A process counts as gone after this time without a heartbeat',
  },
  'watchdog.queue.wait': {
    detector: 'queue',
    kind: 'duration',
    usual: '2m',
    description: 'Longest time for which an event or a message may wait in the queue after it is due',
  },
  'watchdog.network.hosts': {
    detector: 'network',
    kind: 'count',
    usual: '5',
    description: 'Fewest different hosts that stop to answer when the network is lost',
  },
  'watchdog.network.window': {
    detector: 'network',
    kind: 'duration',
    usual: '3m',
    description: 'Time within which these hosts stop to answer',
  },
  'watchdog.network.settle': {
    detector: 'network',
    kind: 'duration',
    usual: '5s',
    description:
      'Longest time for which an alert waits for an answer of another target. 0s: alerts do not wait',
  },
  'watchdog.clock.jump': {
    detector: 'clock',
    kind: 'duration',
    usual: '30s',
    description: 'A clock that moves by more than this at once has jumped',
  },
  'watchdog.database.slow': {
    detector: 'database',
    kind: 'duration',
    usual: '500ms',
    description: 'Longest time that the database may take to answer (95th percentile)',
  },
  'watchdog.database.window': {
    detector: 'database',
    kind: 'duration',
    usual: '1m',
    description: 'Time over which the answers of the database are measured',
  },
} as const satisfies Record<string, Threshold>

type ThresholdName = keyof typeof thresholds

function isThreshold(name: string): name is ThresholdName {
  return Object.hasOwn(thresholds, name)
}

const names = Object.keys(thresholds).filter(isThreshold)

/** Reads a value. @returns milliseconds or a number; undefined if it cannot be read */
function readValue({ kind }: Threshold, text: string): number | undefined {
  if (kind === 'duration') {
    const length = parseDuration(text)
    return length.ok ? length.value : undefined
  }
  if (!/^\d{1,6}$/.test(text.trim())) return undefined
  const number = Number(text)
  if (number < 1 || (kind === 'percent' && number > 100)) return undefined
  return number
}

export interface Thresholds {
  /** Milliseconds, or a number. A property that cannot be read counts as not set. */
  value(name: ThresholdName): number
  /** Those of a detector, for people. */
  shown(detector: DetectorName): WatchdogThreshold[]
}

/** Reads the limits of the detectors. */
export function createThresholds(properties: Pick<PropertyReader, 'value'>): Thresholds {
  const stored = (name: ThresholdName) => {
    const text = properties.value(name)
    const value = text === undefined ? undefined : readValue(thresholds[name], text)
    return text === undefined || value === undefined ? undefined : { text: text.trim(), value }
  }
  return {
    value: (name) => stored(name)?.value ?? readValue(thresholds[name], thresholds[name].usual) ?? 0,
    shown: (detector) =>
      names
        .filter((name) => thresholds[name].detector === detector)
        .map((name) => {
          const { usual, description, kind } = thresholds[name]
          const found = stored(name)
          const text = found?.text ?? usual
          return {
            property: name,
            description,
            value: kind === 'percent' ? `${text} %` : text,
            isDefault: found === undefined,
          }
        }),
  }
}
