import { describe, expect, it, test } from 'vitest'
import { failureOfAnswer } from '../../application/requests/failure.ts'
import { sessionFailureTarget, signInTarget } from '../../application/session/sign-in-again.ts'
import { reactionTo } from './flow-failure.ts'
import { loginTitle } from './login-page.tsx'

function reactionToId(id: string, rest: object = {}, status = 400) {
  return reactionTo(failureOfAnswer(status, { error: { id }, ...rest }))
}

describe('the reaction to a failure of a form', () => {
  it('goes to the second factor where the answer says, or to our own page [ID-021]', () => {
    expect(reactionToId('session_aal2_required', { redirect_browser_to: '/login?aal=aal2&x=1' })).toEqual({
      do: 'go',
      to: '/login?aal=aal2&x=1',
    })
    expect(reactionToId('session_aal2_required')).toEqual({ do: 'go', to: '/login?aal=aal2' })
  })

  it('goes home with a session [ID-022]', () => {
    expect(reactionToId('session_already_available')).toEqual({ do: 'go', to: '/' })
  })

  it('asks to confirm an old session [ID-023]', () => {
    expect(reactionToId('session_refresh_required')).toEqual({ do: 'go', to: '/login?refresh=true' })
  })

  it('says that the address to return to is not allowed [ID-024]', () => {
    expect(reactionToId('self_service_flow_return_to_forbidden')).toEqual({
      do: 'restart',
      message: 'The return_to address is not allowed.',
    })
  })

  it('says that the form expired [ID-025]', () => {
    expect(reactionToId('self_service_flow_expired', {}, 410)).toEqual({
      do: 'restart',
      message: 'Your interaction expired, please fill out the form again.',
    })
  })

  it('says that the form may be forged [ID-026]', () => {
    expect(reactionToId('security_csrf_violation', {}, 403)).toEqual({
      do: 'restart',
      message: 'A security violation was detected, please fill out the form again.',
    })
  })

  it('starts again for another person [ID-027]', () => {
    expect(reactionToId('security_identity_mismatch')).toEqual({ do: 'restart' })
  })

  it('goes where the answer says [ID-028]', () => {
    expect(
      reactionToId('browser_location_change_required', { redirect_browser_to: '/registration' }, 422),
    ).toEqual({ do: 'go', to: '/registration' })
  })

  it('signs in again without a session [ID-029]', () => {
    expect(reactionToId('session_inactive', {}, 401)).toEqual({ do: 'go', to: '/login' })
  })

  it('leads back to where someone signed in was', () => {
    const of = (id: string) => reactionTo(failureOfAnswer(401, { error: { id } }), '/profile-settings')
    expect(of('session_inactive')).toEqual({ do: 'go', to: '/login?return_to=%2Fprofile-settings' })
    expect(of('session_refresh_required')).toEqual({
      do: 'go',
      to: '/login?refresh=true&return_to=%2Fprofile-settings',
    })
  })

  it('starts again when the form is gone [ID-030]', () => {
    expect(reactionTo(failureOfAnswer(410, { error: { message: 'gone' } }))).toEqual({ do: 'restart' })
  })

  it('shows every other failure in the words of the service', () => {
    expect(
      reactionTo(failureOfAnswer(500, { error: { reason: 'no mail server', message: 'failed' } })),
    ).toEqual({ do: 'show', message: 'no mail server' })
    expect(reactionTo(failureOfAnswer(500, {}))).toEqual({ do: 'show', message: 'An error occurred' })
  })
})

describe('a failed look at the session', () => {
  it('leads to the second factor for 403 and 422 [ID-032]', () => {
    for (const status of [403, 422])
      expect(sessionFailureTarget(status, '/health')).toBe('/login?aal=aal2&return_to=%2Fhealth')
  })

  it('leads to the sign-in for 401 [ID-033]', () => {
    expect(sessionFailureTarget(401, '/health?query=a&b')).toBe('/login?return_to=%2Fhealth%3Fquery%3Da%26b')
  })

  it('leads nowhere for anything else', () => {
    expect(sessionFailureTarget(500, '/health')).toBeUndefined()
  })
})

describe('any failed request', () => {
  it('leads to the sign-in when nobody is signed in any more [ERR-020]', () => {
    expect(signInTarget(failureOfAnswer(401, {}), '/health')).toBe('/login?return_to=%2Fhealth')
  })

  it('leads to the second factor when that is what is missing, and not when something is just forbidden', () => {
    const missing = failureOfAnswer(403, { error: { id: 'session_aal2_required' } })
    expect(signInTarget(missing, '/health')).toBe('/login?aal=aal2&return_to=%2Fhealth')
    expect(signInTarget(failureOfAnswer(403, { error: 'not yours' }), '/health')).toBeUndefined()
    expect(signInTarget(failureOfAnswer(500, {}), '/health')).toBeUndefined()
    expect(signInTarget(new Error('else'), '/health')).toBeUndefined()
  })
})

test('a role that requires a second factor leads to setting one up, from any answer of the server', () => {
  const page = '/second-factor?return_to=%2Fhealth'
  const body = {
    error: { id: 'session_aal2_required' },
    redirect_browser_to: '/second-factor?return_to=%2F',
  }
  const whole = { ...body, redirect_browser_to: 'https://binnacle.example/second-factor?return_to=%2F' }
  expect(sessionFailureTarget(403, '/health', body)).toBe(page)
  for (const answer of [body, whole, { code: 'ESECONDFACTOR', error: 'set one up' }])
    expect(signInTarget(failureOfAnswer(403, answer), '/health')).toBe(page)
})

test('a change that needs a fresh sign-in leads to one', () => {
  const old = failureOfAnswer(403, { code: 'EREAUTHENTICATE', error: 'sign in again' })
  expect(signInTarget(old, '/profile-settings?token=new')).toBe(
    '/login?refresh=true&return_to=%2Fprofile-settings%3Ftoken%3Dnew',
  )
})

describe('the title of the sign-in', () => {
  it('asks to sign in [ID-002]', () => {
    expect(loginTitle(undefined)).toBe('Sign In to your account')
    expect(loginTitle({ refresh: false, requested_aal: 'aal1' })).toBe('Sign In to your account')
  })

  it('asks to confirm [ID-003]', () => {
    expect(loginTitle({ refresh: true, requested_aal: 'aal1' })).toBe('Confirm Action')
  })

  it('asks for the second factor [ID-004]', () => {
    expect(loginTitle({ refresh: false, requested_aal: 'aal2' })).toBe('Two-Factor Authentication')
  })
})
