// Billers on the wire: what is sent, what comes back, and an example of each.

import { Type } from 'typebox'
import { chosen } from '../../../http/operation.ts'
import { BILLERS, type BillerFilter, type BillerRecord } from '../../../institutions/billers/biller-records.ts'
import type { Resource } from '../record-operations.ts'
import { identifier, name, recordFields, recordName } from '../shapes.ts'

const bin = Type.String({
  description: "The biller's BIN; a payment that names another is declined (185)",
  pattern: '^[0-9]{6,8}$',
  expected: 'must be 6 to 8 digits',
})

export const newBiller = Type.Object({
  institutionId: chosen(identifier('The institution from whose accounts it is paid')),
  billerId: chosen(identifier("Family A's `biller.institutionId`, unique in the institution; it stays as it is")),
  bin: chosen(bin),
  name: chosen(recordName('Its name')),
  isActive: Type.Optional(chosen(Type.Boolean({ description: 'Whether it can be paid; true unless said' }))),
})

export const billerChange = Type.Object({
  version: recordFields.version,
  institutionId: Type.Optional(chosen(identifier('Only as it is: it cannot be changed'))),
  billerId: Type.Optional(chosen(identifier('Only as it is: it cannot be changed'))),
  bin: Type.Optional(chosen(bin)),
  name: Type.Optional(chosen(recordName('Its name'))),
})

export const billerFilter = Type.Object({
  search: Type.Optional(chosen(name('A part of the billerId or the name'))),
  institutionId: Type.Optional(chosen(identifier('The institution'))),
  isActive: Type.Optional(chosen(Type.Boolean({ description: 'Whether it can be paid' }))),
})

export const biller = Type.Object(
  {
    ...recordFields,
    institutionId: chosen(identifier('The institution from whose accounts it is paid')),
    billerId: chosen(identifier("Family A's `biller.institutionId`")),
    bin: chosen(bin),
    name: chosen(Type.String({ description: 'Its name' })),
    isActive: chosen(Type.Boolean({ description: 'Whether it can be paid' })),
  },
  { component: 'BillerRecord' },
)

export const NEW_BILLER = { institutionId: 'FI002', billerId: 'HARBOR-GAS', bin: '510020', name: 'Harbor Gas' }

export const BILLER = {
  id: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e20',
  version: 1,
  createdAt: '2026-01-15T10:00:00.000Z',
  updatedAt: '2026-01-15T10:00:00.000Z',
  createdBy: 'admin@sandbox.example',
  updatedBy: 'admin@sandbox.example',
  ...NEW_BILLER,
  isActive: true,
}

export const billers: Resource<BillerRecord, BillerFilter> = {
  path: '/billers',
  tag: 'Billers',
  module: 'INSTITUTIONS',
  shape: biller,
  example: BILLER,
  reply: (record) => record,
  sorts: Object.keys(BILLERS.sorts ?? {}),
  records: (services) => services.billers,
}
