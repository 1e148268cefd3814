// Billers: who can be paid from an institution's accounts.

import { Type } from 'typebox'
import { BILLERS } from '../../../../administration/institutions/billers/billers.ts'
import { chosen } from '../../../../edge/http/operation.ts'
import {
  changeOf,
  identifier,
  recordExample,
  recordName,
  recordOf,
  searchText,
} from '../../../../edge/resource/record-shapes.ts'
import { resource } from '../../onboarding-operation.ts'

const bin = Type.String({
  description: "The biller's BIN; a payment that names another is declined (185)",
  pattern: '^[0-9]{6,8}$',
  expected: 'must be 6 to 8 digits',
})

const newBiller = Type.Object({
  institutionId: chosen(identifier('The institution from whose accounts it is paid')),
  billerId: chosen(identifier("Family A's `biller.institutionId`, unique in the institution; it stays as it is")),
  bin: chosen(bin),
  name: chosen(recordName('Its name')),
  isActive: Type.Optional(chosen(Type.Boolean({ description: 'Whether it can be paid; true unless said' }))),
})

const billerChange = changeOf(newBiller, { fixed: ['institutionId', 'billerId'], without: ['isActive'] })

const billerFilter = Type.Object({
  search: Type.Optional(chosen(searchText('A part of the billerId or the name'))),
  institutionId: Type.Optional(chosen(identifier('The institution'))),
  isActive: Type.Optional(chosen(Type.Boolean({ description: 'Whether it can be paid' }))),
})

const biller = recordOf(newBiller, {
  component: 'BillerRecord',
  shown: { billerId: "Family A's `biller.institutionId`", isActive: 'Whether it can be paid' },
})

const NEW_BILLER = { institutionId: 'FI002', billerId: 'HARBOR-GAS', bin: '510020', name: 'Harbor Gas' }

export const BILLER_OPERATIONS = resource({
  path: '/billers',
  tag: 'Billers',
  module: 'INSTITUTIONS',
  noun: 'biller',
  shape: biller,
  example: { ...recordExample('0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e20'), ...NEW_BILLER, isActive: true },
  sorts: Object.keys(BILLERS.sorts),
  records: ({ billers }) => billers,

  // It can be paid at once unless it is made inactive.
  create: {
    id: 'CreateBiller',
    summary: 'Register a biller',
    description: 'The institution has a biller of this billerId already: 409. Every gateway obeys within two seconds.',
    body: newBiller,
    example: { name: 'biller', summary: 'A biller', value: NEW_BILLER },
    run: (ask) => ask.services.billers.create(ask, ask.body),
  },
  browse: {
    id: 'BrowseBillers',
    summary: 'List billers',
    description: 'Newest first. Users of an institution see its billers.',
  },
  list: {
    id: 'ListBillers',
    summary: 'Find billers',
    description: 'Newest first. What is left out of the filter makes no difference.',
    filter: billerFilter,
    example: { summary: 'Active billers of an institution', value: { institutionId: 'FI002', isActive: true } },
  },
  get: { id: 'GetBiller', summary: 'Read a biller', description: 'As it is now.' },
  change: {
    id: 'UpdateBiller',
    summary: 'Change a biller',
    description: 'What is left out stays as it is. Every gateway obeys within two seconds.',
    body: billerChange,
    example: { name: 'bin', summary: 'Another BIN', value: { version: 1, bin: '510021' } },
    run: (ask, id) => ask.services.billers.update(ask, id, ask.body),
  },
  delete: {
    id: 'DeleteBiller',
    summary: 'Remove a biller',
    description: 'A biller that payments name is in use: 409; deactivate it instead.',
    run: (ask, id) => ask.services.billers.delete(ask, id),
  },
  activate: {
    id: 'SetBillerActivation',
    summary: 'Activate or deactivate a biller',
    description: 'Payments to a deactivated biller are declined (185) by every gateway within two seconds.',
    flagDescription: 'Whether it can be paid',
    example: { name: 'deactivated', summary: 'It cannot be paid', change: { isActive: false } },
    run: (ask, id, isActive) => ask.services.billers.setActive(ask, id, isActive),
  },
})
