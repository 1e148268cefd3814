// Change requests on the wire: what is sent, what comes back, and an example of each.

import { Type } from 'typebox'
import { ACTION_IDS, MODULES } from '../../../../administration/access/principal/modules.ts'
import {
  CHANGE_REQUEST_STATES,
  type SeenChangeRequest,
} from '../../../../administration/change-requests/change-request-records.ts'
import { recordNameOf } from '../../../../administration/change-requests/record-name.ts'
import { waitsForReader } from '../../../../administration/change-requests/waits-for.ts'
import { chosen } from '../../../../edge/http/operation.ts'
import { EMERGENCY_EXAMPLE } from '../../../../edge/resource/break-glass-body.ts'
import { anyOf } from '../../../../edge/resource/list-filter.ts'
import { freeText, recordExample, recordFields, timestamp, uuid } from '../../../../edge/resource/record-shapes.ts'
import type { OnboardingAsk } from '../../onboarding-operation.ts'

export const TAG = 'Change requests'

const state = Type.Enum([...CHANGE_REQUEST_STATES], {
  description: 'PENDING until it ends; CARRIED_OUT in an emergency until it is reviewed',
  expected: `must be one of ${CHANGE_REQUEST_STATES.join(', ')}`,
})
const moduleIds = MODULES.map(({ moduleId }) => moduleId)
const module = Type.Enum(moduleIds, { description: 'The module of the change', expected: 'must be a module' })

const snapshot = (description: string) =>
  Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], { description })

const fields = {
  ...recordFields,
  module: chosen(Type.String({ description: 'The module of what is changed' })),
  action: chosen(Type.Enum([...ACTION_IDS], { description: 'The action that the change needs on it' })),
  operation: chosen(Type.String({ description: 'The operation that makes the change' })),
  resource: chosen(Type.String({ description: 'What is changed, as the audit log calls it' })),
  resourceId: Type.Optional(chosen(Type.String({ description: 'The record; absent when it is yet to be made' }))),
  recordName: Type.Optional(
    chosen(Type.String({ description: 'What people call the record; absent where it has no name' })),
  ),
  institutionId: Type.Optional(chosen(Type.String({ description: 'The institution of the record' }))),
  before: chosen(snapshot('The record when the change was requested; null when it is yet to be made')),
  after: chosen(snapshot('The record with the change; null when it is deleted')),
  comment: Type.Optional(chosen(Type.String({ description: 'What the user who decided said' }))),
  failure: Type.Optional(chosen(Type.String({ description: 'FAILED: why it could not be carried out' }))),
  requestedBy: chosen(Type.String({ description: 'Who asked for the change' })),
  decidedBy: Type.Optional(chosen(Type.String({ description: 'Who ended it' }))),
  expiresAt: chosen(timestamp('When it expires unless it is decided')),
  state: chosen(state),
  waitsForMe: chosen(
    Type.Boolean({
      description: 'You may approve it while it is pending, or review it after it was carried out in an emergency',
    }),
  ),
  cannotApprove: Type.Optional(
    chosen(Type.String({ description: 'Why you may not approve or review it, although your role and scope cover it' })),
  ),
  emergency: Type.Optional(
    chosen(
      Type.Object(
        {
          reason: chosen(Type.String({ description: 'Why it could not wait' })),
          at: chosen(timestamp('When it was carried out')),
          reviewDueAt: chosen(timestamp('When another user should have reviewed it')),
          isOverdue: chosen(Type.Boolean({ description: 'Nobody has reviewed it in time' })),
          reviewedBy: Type.Optional(chosen(Type.String({ description: 'Who reviewed it' }))),
          reviewedAt: Type.Optional(chosen(timestamp('When it was reviewed'))),
          comment: Type.Optional(chosen(Type.String({ description: 'What the reviewer said' }))),
        },
        { component: 'EmergencyOfChange', description: 'Of a change that was carried out without an approval' },
      ),
    ),
  ),
}

/** One of many: a page of them with everything that they concern would be long. */
export const listedChangeRequest = Type.Object(fields, { component: 'ListedChangeRequest' })

export const changeRequest = Type.Object(
  {
    ...fields,
    changes: chosen(
      Type.Array(
        Type.Object(
          {
            resource: chosen(Type.String({ description: 'What is changed' })),
            resourceId: Type.Optional(chosen(Type.String({ description: 'The record' }))),
            before: chosen(snapshot('Before')),
            after: chosen(snapshot('After')),
          },
          { component: 'RequestedChange' },
        ),
        { description: 'Every record that the change concerns' },
      ),
    ),
    mayBreakGlass: Type.Optional(
      chosen(Type.Boolean({ description: 'True: you asked for it, and may carry it out now in an emergency' })),
    ),
    excluded: Type.Optional(
      chosen(
        Type.Array(
          Type.Object(
            {
              mailID: Type.Optional(chosen(Type.String({ description: 'The user; absent outside your scope' }))),
              why: chosen(Type.String({ description: 'What one of the two has done to the other' })),
            },
            { component: 'ExcludedApprover' },
          ),
          {
            description:
              'PENDING and CARRIED_OUT: users who could approve or review it, and may not because the two may be one person',
          },
        ),
      ),
    ),
  },
  { component: 'ChangeRequest' },
)

export const changeRequestFilter = Type.Object({
  state: Type.Optional(chosen(anyOf(state, 200, 'States'))),
  module: Type.Optional(chosen(anyOf(module, 200, 'Modules'))),
  waitsForMe: Type.Optional(
    chosen(Type.Boolean({ description: 'Whether you may approve it while it is pending, or review it' })),
  ),
})

export const decision = Type.Object({ comment: Type.Optional(chosen(freeText('What to say about it'))) })

/** The answer to a change that waits. */
export const heldReply = Type.Object(
  { changeRequestId: chosen(uuid('The change request that keeps the change')) },
  { component: 'SentForApproval' },
)

export const HELD_EXAMPLE = { changeRequestId: '0197f8c6-1b20-7a35-8e4d-3c8f1b7d2f66' }

const CONNECTION = {
  institutionId: 'FI001',
  environment: 'prod',
  coreType: 'REST',
  name: 'Core of the bank',
  version: 3,
}

export const LISTED_CHANGE_REQUEST = {
  ...recordExample(HELD_EXAMPLE.changeRequestId),
  module: 'CORE_CONNECTIVITY',
  action: 'ACTIVATE',
  operation: 'SetCoreConnectivityActivation',
  resource: 'core-connectivity',
  resourceId: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e55',
  recordName: 'Core of the bank',
  institutionId: 'FI001',
  before: { ...CONNECTION, status: 'TESTED' },
  after: { ...CONNECTION, version: 4, status: 'ACTIVE' },
  requestedBy: 'admin@sandbox.example',
  expiresAt: '2026-01-22T10:00:00.000Z',
  state: 'PENDING',
  waitsForMe: true,
}

const { resource, resourceId, before, after } = LISTED_CHANGE_REQUEST
export const CHANGE_REQUEST = { ...LISTED_CHANGE_REQUEST, changes: [{ resource, resourceId, before, after }] }

export const REVIEWED_CHANGE_REQUEST = {
  ...CHANGE_REQUEST,
  version: 3,
  state: 'REVIEWED',
  decidedBy: CHANGE_REQUEST.requestedBy,
  waitsForMe: false,
  emergency: {
    ...EMERGENCY_EXAMPLE,
    at: '2026-01-15T10:05:00.000Z',
    reviewDueAt: '2026-01-16T10:05:00.000Z',
    isOverdue: false,
    reviewedBy: 'second@sandbox.example',
    reviewedAt: '2026-01-15T14:00:00.000Z',
    comment: 'Checked with the duty officer',
  },
}

export function listedReply({ principal, services }: OnboardingAsk, record: SeenChangeRequest): object {
  const { requestedById: _, subTenantId: __, changes: ___, ...shown } = record
  const recordName = recordNameOf(record)
  return {
    ...shown,
    ...(recordName !== undefined && { recordName }),
    waitsForMe: waitsForReader(record, principal, services.clock.now()),
  }
}

export function changeRequestReply(ask: OnboardingAsk, record: SeenChangeRequest): object {
  return { ...listedReply(ask, record), changes: record.changes.map(({ mark: _, ...change }) => change) }
}
