import type { ComponentType } from 'react'

/** A page outside the application, for people who are not signed in yet. */
interface IdentityPage {
  path: `/${string}`
  load: () => Promise<{ default: ComponentType }>
}

/** Every page outside the application. */
export const identityPages: readonly IdentityPage[] = [
  {
    path: '/login',
    async load() {
      const { LoginPage } = await import('../features/identity/login-page.tsx')
      return { default: LoginPage }
    },
  },
  {
    path: '/registration',
    async load() {
      const { RegistrationPage } = await import('../features/identity/registration-page.tsx')
      return { default: RegistrationPage }
    },
  },
  {
    path: '/recovery',
    async load() {
      const { RecoveryPage } = await import('../features/identity/recovery-page.tsx')
      return { default: RecoveryPage }
    },
  },
  {
    path: '/verification',
    async load() {
      const { VerificationPage } = await import('../features/identity/verification-page.tsx')
      return { default: VerificationPage }
    },
  },
  {
    path: '/second-factor',
    async load() {
      const { SecondFactorPage } = await import('../features/identity/second-factor-page.tsx')
      return { default: SecondFactorPage }
    },
  },
  {
    path: '/error',
    async load() {
      const { ErrorPage } = await import('../features/identity/error-page.tsx')
      return { default: ErrorPage }
    },
  },
  {
    path: '/error/$id',
    async load() {
      const { FlowErrorPage } = await import('../features/identity/flow-error-page.tsx')
      return { default: FlowErrorPage }
    },
  },
  {
    path: '/acknowledge/$token',
    async load() {
      const { AcknowledgePage } = await import('../features/notifications/acknowledge-page.tsx')
      return { default: AcknowledgePage }
    },
  },
]
