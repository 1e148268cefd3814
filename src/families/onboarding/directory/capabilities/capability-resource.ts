// Transaction capabilities: what may be done with an account.

import { Type } from 'typebox'
import { CAPABILITIES } from '../../../../administration/institutions/capabilities/capabilities.ts'
import { chosen } from '../../../../edge/http/operation.ts'
import { changeOf, freeText, recordExample, recordOf, searchText } from '../../../../edge/resource/record-shapes.ts'
import { resource } from '../../onboarding-operation.ts'

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

const newCapability = Type.Object({
  code: chosen(capabilityCode('As accounts name it; it stays as it is')),
  description: chosen(freeText('What it grants')),
  flags: sentFlags,
  isActive: Type.Optional(chosen(Type.Boolean({ description: 'Whether it grants anything; true unless said' }))),
})

const capabilityChange = changeOf(newCapability, { fixed: ['code'], without: ['isActive'] })

const capabilityFilter = Type.Object({
  search: Type.Optional(chosen(searchText('A part of the code or the description'))),
  isSystem: Type.Optional(chosen(Type.Boolean({ description: 'Whether it is part of the platform' }))),
  isActive: Type.Optional(chosen(Type.Boolean({ description: 'Whether it grants anything' }))),
})

const capability = recordOf(newCapability, {
  component: 'TransactionCapability',
  shown: {
    code: 'As accounts name it',
    flags: Type.Object(FLAGS, { description: 'What may be done with an account' }),
    isSystem: Type.Boolean({ description: 'Part of the platform: it never changes' }),
    isActive: 'False: it grants nothing',
  },
})

const CAPABILITY = {
  ...recordExample('0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e71'),
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

export const CAPABILITY_OPERATIONS = resource({
  path: '/transaction-capabilities',
  tag: 'Transaction capabilities',
  module: 'TXN_CAPABILITIES',
  noun: 'capability',
  shape: capability,
  example: CAPABILITY,
  sorts: Object.keys(CAPABILITIES.sorts),
  records: (services) => services.capabilities,

  create: {
    id: 'CreateTransactionCapability',
    summary: 'Make a transaction capability',
    description:
      'For users of the platform; users of an institution may only read them: 403. Flags that are left out are off.',
    body: newCapability,
    example: {
      name: 'capability',
      summary: 'Money may come in',
      value: {
        code: CAPABILITY.code,
        description: CAPABILITY.description,
        flags: { inquiry: true, deposit: true, transferTo: true },
      },
    },
    run: (ask) => ask.services.capabilities.create(ask, ask.body),
  },
  browse: {
    id: 'BrowseTransactionCapabilities',
    summary: 'List transaction capabilities',
    description: 'Newest first, or as `sort` says. They are for all institutions, so everybody sees the same.',
  },
  list: {
    id: 'ListTransactionCapabilities',
    summary: 'Find transaction capabilities',
    description: 'Newest first, or as `sort` says. What is left out of the filter makes no difference.',
    filter: capabilityFilter,
    example: { summary: 'Those that were added', value: { isSystem: false } },
  },
  get: {
    id: 'GetTransactionCapability',
    summary: 'Read a transaction capability',
    description: 'What it grants, and whether it is active.',
  },
  change: {
    id: 'UpdateTransactionCapability',
    summary: 'Change a transaction capability',
    description:
      'What is left out stays as it is. One of the platform (`isSystem`) never changes: 409. Every gateway obeys within two ' +
      'seconds.',
    body: capabilityChange,
    example: { name: 'flag', summary: 'No more deposits', value: { version: 1, flags: { deposit: false } } },
    replyExample: { change: { flags: { ...CAPABILITY.flags, deposit: false } } },
    run: (ask, id) => ask.services.capabilities.update(ask, id, ask.body),
  },
  delete: {
    id: 'DeleteTransactionCapability',
    summary: 'Remove a transaction capability',
    description:
      'One that an account or an account type has is in use: 409; deactivate it instead. So is one of the platform.',
    run: (ask, id) => ask.services.capabilities.delete(ask, id),
  },
  activate: {
    id: 'SetTransactionCapabilityActivation',
    summary: 'Activate or deactivate a transaction capability',
    description:
      'An inactive one grants nothing: orders on accounts that have it are declined with 119. One of the platform never ' +
      'changes: 409.',
    flagDescription: 'Whether it grants anything',
    example: { name: 'deactivated', summary: 'It grants nothing', change: { isActive: false } },
    run: (ask, id, isActive) => ask.services.capabilities.setActive(ask, id, isActive),
  },
})
