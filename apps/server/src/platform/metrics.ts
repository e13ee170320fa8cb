import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Metrics of the product itself, for Prometheus. */
export type Metrics = ReturnType<typeof createMetrics>

/** Creates a separate registry, so that two servers in one process do not share metrics. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const sources: (() => Promise<string>)[] = []
  let lanes: () => readonly { name: string; isStill: boolean }[] = () => []
  const laneStill = new Gauge({
    name: 'binnacle_job_lane_still',
    help: 'Whether a lane of jobs of this process does not look at the queue although it has free places: 1 or 0',
    labelNames: ['lane'],
    registers,
    collect() {
      for (const { name, isStill } of lanes()) this.set({ lane: name }, Number(isStill))
    },
  })
  return {
    contentType: registry.contentType,
    /** Adds the metrics of a module, in Prometheus' text format. */
    addSource(source: () => Promise<string>): void {
      sources.push(source)
    },
    /** Shows whether the lanes of jobs of this process move. */
    watchLanes(read: typeof lanes): void {
      lanes = read
    },
    /** Renders all metrics in Prometheus' text format. */
    async text(): Promise<string> {
      const parts = await Promise.all([registry.metrics(), ...sources.map((source) => source())])
      return parts.map((part) => (part.endsWith('\n') || part === '' ? part : `${part}\n`)).join('')
    },
    httpRequests: new Histogram({
      name: 'binnacle_http_request_duration_seconds',
      help: 'Time to answer a request',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    checkRuns: new Counter({
      name: 'binnacle_check_runs_total',
      help: 'Runs of checks by type and outcome',
      labelNames: ['type', 'state'],
      registers,
    }),
    checkStartDelay: new Histogram({
      name: 'binnacle_check_start_delay_seconds',
      help: 'Time from when a check was due to when it started',
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    checkSkips: new Counter({
      name: 'binnacle_check_ticks_skipped_total',
      help: 'Ticks that passed while the check was still running',
      registers,
    }),
    checksRunning: new Gauge({
      name: 'binnacle_checks_running',
      help: 'Runs of checks under way',
      registers,
    }),
    laneStill,
    laneRestarts: new Counter({
      name: 'binnacle_job_lane_restarts_total',
      help: 'Times that a lane of jobs ended while the process lived, and began again',
      labelNames: ['lane'],
      registers,
    }),
    jobsGivenBack: new Counter({
      name: 'binnacle_jobs_given_back_total',
      help: 'Jobs that this process had claimed without knowing it, and gave back to the queue',
      registers,
    }),
    jobRuns: new Counter({
      name: 'binnacle_job_runs_total',
      help: 'Runs of background jobs by name and outcome',
      labelNames: ['name', 'status'],
      registers,
    }),
  }
}
