// A reconciliation as it is stored and shown.
//
//   WAITING → RECEIVING → QUEUED → MATCHING → DONE → REPLACED   by a later file of the source and date
//      ↑          │          │         ├────→ FAILED            takes a file again
//      └──────────┘          │                                  an upload that broke off leaves nothing
//                            └→ REPEATED                        the file had been matched already

import { recordKind } from '../../administration/records/column-kind.ts'
import { column, optional, sorted } from '../../administration/records/columns.ts'
import type { RecordFields } from '../../administration/records/record-kind.ts'
import { ofInstitution } from '../../administration/records/scope-conditions.ts'
import type { BusinessDate } from '../../platform/kernel/time/clock.ts'
import type { FileFormat, Mapping } from './reading/mapping.ts'
import { reconciliationProblem } from './reconciliation-problems.ts'

export const RECONCILIATION_STATES = [
  'WAITING',
  'RECEIVING',
  'QUEUED',
  'MATCHING',
  'DONE',
  'FAILED',
  'REPLACED',
  'REPEATED',
] as const
export type ReconciliationState = (typeof RECONCILIATION_STATES)[number]

export const DIFFERENCE_KINDS = ['MISSING_HERE', 'MISSING_THERE', 'DIFFERENT', 'DUPLICATE', 'OTHER_DATE'] as const
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]

/** Those that become exceptions. */
export const EXCEPTIONAL_DIFFERENCES = ['MISSING_HERE', 'MISSING_THERE', 'DIFFERENT'] as const
export type ExceptionalDifference = (typeof EXCEPTIONAL_DIFFERENCES)[number]

/** Minor units as text: JSON has no bigint. */
export interface Sums {
  readonly currency: string
  readonly theirDebits: string
  readonly theirCredits: string
  readonly ourDebits: string
  readonly ourCredits: string
  readonly missingHere: string
  readonly missingThere: string
  readonly different: string
}

export interface ReconciliationResult {
  /** Orders of the business date that moved money, of the partners that the file names. */
  readonly orders: number
  readonly matched: number
  /** Lines among the matched ones, whose order has the date before or after. */
  readonly otherDate: number
  readonly missingHere: number
  readonly missingThere: number
  readonly different: number
  readonly duplicates: number
  readonly sums: readonly Sums[]
}

export interface ReconciliationRecord extends RecordFields {
  readonly institutionId: string
  readonly businessDate: BusinessDate
  readonly source: string
  readonly format: FileFormat
  readonly mapping: Mapping
  readonly state: ReconciliationState
  readonly bytes: number
  readonly lines: number
  readonly leftOut: number
  readonly result?: ReconciliationResult
  readonly error?: string
  readonly sameAs?: string
  readonly replacedBy?: string
  readonly finishedAt?: string
}

export interface ReconciliationFilter {
  /** A part of the source. */
  readonly search?: string | undefined
  readonly institutionId?: string | undefined
  readonly source?: string | undefined
  readonly dateFrom?: BusinessDate | undefined
  readonly dateTo?: BusinessDate | undefined
  readonly state?: readonly ReconciliationState[] | undefined
}

const count = (name: string) => column<number, bigint>(name, { read: Number })

export const RECONCILIATIONS = recordKind<ReconciliationRecord, ReconciliationFilter>({
  resource: 'reconciliation',
  table: 'reconciliations r',
  idColumn: 'reconciliation_id',
  order: 'r.created_at DESC, r.reconciliation_id DESC',
  columns: {
    institutionId: sorted('institution_id'),
    businessDate: column('business_date', { sort: true }),
    source: sorted('source'),
    format: 'format',
    mapping: column('mapping', { write: (mapping) => JSON.stringify(mapping) }),
    state: sorted('state'),
    bytes: count('bytes'),
    lines: count('lines'),
    leftOut: count('left_out'),
    result: optional('result'),
    error: optional('error'),
    sameAs: optional('same_as'),
    replacedBy: optional('replaced_by'),
    finishedAt: column<string, Date | null>('finished_at', { read: (at) => at?.toISOString() }),
  },
  inScope: (scope, parameters) => ofInstitution('r', scope, parameters),
  matching(filter, _reader, where) {
    where.addSearch(filter.search, (pattern) => `r.source ILIKE ${pattern}`)
    where.addFor(filter.institutionId, (value) => `r.institution_id = ${value}`)
    where.addFor(filter.source, (value) => `r.source = ${value}`)
    where.addFor(filter.dateFrom, (value) => `r.business_date >= ${value}`)
    where.addFor(filter.dateTo, (value) => `r.business_date <= ${value}`)
    where.addFor(filter.state, (value) => `r.state = ANY (${value})`)
  },
  ownerOf: ({ institutionId }) => ({ institutionId }),
  refusals: {
    notFound: () => reconciliationProblem('reconciliation-not-found', 'there is no such reconciliation'),
    changed: () => reconciliationProblem('reconciliation-changed', 'the reconciliation has changed'),
  },
})
