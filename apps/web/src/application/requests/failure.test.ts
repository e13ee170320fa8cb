import { describe, expect, it } from 'vitest'
import { failureOfAnswer, failureOfFetch, RequestFailure } from './failure.ts'
import { shouldRetry } from './queries.ts'

const timeout = () => new DOMException('signal timed out', 'TimeoutError')

describe('a request without an answer', () => {
  it('says that it timed out, online or not [ERR-012]', () => {
    for (const online of [true, false])
      expect(failureOfFetch(timeout(), online).message).toBe('Request timed out. Please try again.')
  })

  it('says that the network failed [ERR-013]', () => {
    expect(failureOfFetch(new TypeError('Failed to fetch'), true).message).toBe(
      'Network Error. Please try again.',
    )
  })

  it('says that the browser is offline [ERR-014]', () => {
    expect(failureOfFetch(new TypeError('Failed to fetch'), false).message).toBe(
      'No internet connection. Please try again.',
    )
  })

  it('is tried again three times at most', () => {
    const failure = failureOfFetch(timeout(), true)
    expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, failure))).toEqual([true, true, true, false])
  })
})

describe('an answer with an error status', () => {
  it('gives its error or, without that, its message [ERR-015]', () => {
    expect(failureOfAnswer(400, { error: 'no such field', message: 'else' }).message).toBe('no such field')
    expect(failureOfAnswer(400, { message: 'wrong' }).message).toBe('wrong')
    expect(failureOfAnswer(400, { error: '', message: 'wrong' }).message).toBe('wrong')
    expect(failureOfAnswer(400, { error: { reason: 'deep' }, message: 'wrong' }).message).toBe('wrong')
  })

  it.each([[{}], [null], ['<html>'], [{ error: 7 }]])('is an error that occurred: %j [ERR-016]', (body) => {
    expect(failureOfAnswer(500, body).message).toBe('An error occurred')
  })

  it('keeps the status, the fields that are wrong with their lines, and the request id', () => {
    const problems = [{ path: 'url', message: 'is no address', line: 7, column: 5 }]
    expect(failureOfAnswer(400, { error: 'url: is no address', problems, requestId: 'r1' })).toMatchObject({
      status: 400,
      problems,
      requestId: 'r1',
    })
  })

  it('of the data service keeps the fields that its details name', () => {
    const details = [{ path: 'name', message: 'is taken' }]
    const answer = { code: 'x', message: 'name: is taken', hint: null }
    expect(failureOfAnswer(400, { ...answer, details }).problems).toEqual(details)
    expect(failureOfAnswer(400, { ...answer, details: 'Key (name) exists' }).problems).toEqual([])
  })

  it('is not tried again', () => {
    expect(shouldRetry(0, failureOfAnswer(503, { error: 'away' }))).toBe(false)
    expect(shouldRetry(0, new RequestFailure('An error occurred'))).toBe(false)
  })
})
