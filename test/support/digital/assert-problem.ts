import assert from 'node:assert/strict'
import type { DigitalAnswer } from './digital-partner.ts'

/** The members of every problem. */
export function assertProblem(
  { status, body, headers, text }: DigitalAnswer,
  expected: string,
  route: string,
  correlationId?: string,
): void {
  const [, code = ''] = expected.split(' ')
  assert.equal([status, body.code, body.isoReason].filter((part) => part !== undefined).join(' '), expected, text)
  assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/)
  assert.equal(body.type, `urn:tillgate:problem:${code.toLowerCase().replaceAll('_', '-')}`)
  assert.equal(body.status, status)
  const path = route.replace(/^\S+ /, '').replace(/\?.*$/, '')
  assert.equal(body.instance, `/api/digital/v1${path}`)
  assert.ok(body.title.length > 0 && body.detail.length > 0)
  assert.match(body.timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.equal(typeof body.retryable, 'boolean')
  assert.equal(body.correlationId, headers.get('x-correlation-id'))
  if (correlationId !== undefined) assert.equal(body.correlationId, correlationId)
  const known = [
    'type',
    'title',
    'status',
    'detail',
    'instance',
    'code',
    'correlationId',
    'timestamp',
    'retryable',
    'isoReason',
    'transaction',
    'resource',
    'errors',
    'candidates',
  ]
  assert.deepEqual(
    Object.keys(body).filter((name) => !known.includes(name)),
    [],
  )
  for (const error of body.errors ?? []) assert.deepEqual(Object.keys(error), ['pointer', 'code', 'message'])
}
