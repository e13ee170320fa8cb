import { definePort } from '../port.ts'
import type { Job } from './define.ts'

/** Every job that a module declares. Complete once all modules are open. */
export const knownJobs = definePort<readonly Job[]>('the list of jobs')
