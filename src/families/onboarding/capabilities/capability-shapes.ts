// Transaction capabilities on the wire: what is sent, what comes back, and an example.

import { Type } from 'typebox'
import { chosen } from '../../../http/operation.ts'
import {
  CAPABILITY_SORTS,
  type CapabilityFilter,
  type CapabilityRecord,
} from '../../../institutions/capabilities/capability-records.ts'
import type { Resource } from '../record-operations.ts'
import { freeText, name, recordFields } from '../shapes.ts'

export const capabilityCode = (description: string) =>
  Type.String({ description, pattern: '^[A-Za-z0-9]{2}$', expected: 'must be two letters or digits' })

const flag = (description: string) => Type.Boolean({ description })

const FLAGS = {
  inquiry: flag('Balance inquiries'),
  withdrawal: flag('Cash withdrawals'),
  deposit: flag('Deposits'),
  transferFrom: flag('Transfers from the account'),
  transferTo: flag('Transfers to the account'),
  billPayment: flag('Bill payments'),
  cardless: flag('Cardless withdrawals'),
}

/** What is sent: absent flags are off in a new record, and stay in a change. */
const sentFlags = chosen(
  Type.Object(
    {
      inquiry: Type.Optional(FLAGS.inquiry),
      withdrawal: Type.Optional(FLAGS.withdrawal),
      deposit: Type.Optional(FLAGS.deposit),
      transferFrom: Type.Optional(FLAGS.transferFrom),
      transferTo: Type.Optional(FLAGS.transferTo),
      billPayment: Type.Optional(FLAGS.billPayment),
      cardless: Type.Optional(FLAGS.cardless),
    },
    { description: 'What may be done with an account' },
  ),
)

export const newCapability = Type.Object({
  code: chosen(capabilityCode('As accounts name it; it stays as it is')),
  description: chosen(freeText('What it grants')),
  flags: sentFlags,
  isActive: Type.Optional(chosen(Type.Boolean({ description: 'Whether it grants anything; true unless said' }))),
})

export const capabilityChange = Type.Object({
  version: recordFields.version,
  code: Type.Optional(chosen(capabilityCode('Only as it is: it cannot be changed'))),
  description: Type.Optional(chosen(freeText('What it grants'))),
  flags: Type.Optional(sentFlags),
})

export const capabilityFilter = Type.Object({
  search: Type.Optional(chosen(name('A part of the code or the description'))),
  isSystem: Type.Optional(chosen(Type.Boolean({ description: 'Whether it is part of the platform' }))),
  isActive: Type.Optional(chosen(Type.Boolean({ description: 'Whether it grants anything' }))),
})

export const capability = Type.Object(
  {
    ...recordFields,
    code: chosen(capabilityCode('As accounts name it')),
    description: chosen(Type.String({ description: 'What it grants' })),
    flags: chosen(Type.Object(FLAGS, { description: 'What may be done with an account' })),
    isSystem: chosen(Type.Boolean({ description: 'Part of the platform: it never changes' })),
    isActive: chosen(Type.Boolean({ description: 'False: it grants nothing' })),
  },
  { component: 'TransactionCapability' },
)

export const CAPABILITY = {
  id: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e71',
  version: 1,
  createdAt: '2026-01-15T10:00:00.000Z',
  updatedAt: '2026-01-15T10:00:00.000Z',
  createdBy: 'admin@sandbox.example',
  updatedBy: 'admin@sandbox.example',
  code: '20',
  description: 'Inquiry and deposits by transfer or cash',
  flags: {
    inquiry: true,
    withdrawal: false,
    deposit: true,
    transferFrom: false,
    transferTo: true,
    billPayment: false,
    cardless: false,
  },
  isSystem: false,
  isActive: true,
}

export const capabilities: Resource<CapabilityRecord, CapabilityFilter> = {
  path: '/transaction-capabilities',
  tag: 'Transaction capabilities',
  module: 'TXN_CAPABILITIES',
  shape: capability,
  example: CAPABILITY,
  reply: (record) => record,
  sorts: Object.keys(CAPABILITY_SORTS),
  records: (services) => services.capabilities,
}
