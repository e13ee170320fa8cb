import type { Page } from '../application/pages.ts'
import { healthPage } from './health.ts'

/** Every page behind the sign-in, in the order of the navigation. */
export const pages: readonly Page[] = [healthPage]
