import type { Area, OutsidePage } from '../../application/pages/area.ts'

/** The pages of people who are not signed in. */
const identityPages: readonly OutsidePage[] = [
  {
    path: '/login',
    async load() {
      const { LoginPage } = await import('./login-page.tsx')
      return { default: LoginPage }
    },
  },
  {
    path: '/registration',
    async load() {
      const { RegistrationPage } = await import('./registration-page.tsx')
      return { default: RegistrationPage }
    },
  },
  {
    path: '/recovery',
    async load() {
      const { RecoveryPage } = await import('./recovery-page.tsx')
      return { default: RecoveryPage }
    },
  },
  {
    path: '/verification',
    async load() {
      const { VerificationPage } = await import('./verification-page.tsx')
      return { default: VerificationPage }
    },
  },
  {
    path: '/second-factor',
    async load() {
      const { SecondFactorPage } = await import('./second-factor-page.tsx')
      return { default: SecondFactorPage }
    },
  },
  {
    path: '/error',
    async load() {
      const { ErrorPage } = await import('./error-page.tsx')
      return { default: ErrorPage }
    },
  },
  {
    path: '/error/$id',
    async load() {
      const { FlowErrorPage } = await import('./flow-error-page.tsx')
      return { default: FlowErrorPage }
    },
  },
]

// Apart from `index.ts`, whose forms the first screen must not load.
export const identity: Area = { outsidePages: identityPages }
