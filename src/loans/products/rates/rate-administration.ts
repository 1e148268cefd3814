// Administration of the rates of loan products. A change concerns what is quoted from now on; offers and loans keep the
// rate that they were made with.

import {
  assertVersion,
  changeRecord,
  deleteRecord,
  type RecordWork,
} from '../../../administration/records/change-record.ts'
import { assertFixed } from '../../../administration/records/fixed-fields.ts'
import type { RecordCaller } from '../../../administration/records/record-kind.ts'
import { Records } from '../../../administration/records/records.ts'
import { createRecord, switchRecord, writeFields } from '../../../administration/records/write-record.ts'
import { compareDecimals } from '../../../platform/kernel/money/decimal-text.ts'
import { invalidFields, type ProblemDetail } from '../../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import { type CatalogueServices, changeCatalogue } from '../change-catalogue.ts'
import type { RateBand, RateType } from '../loan-product.ts'
import { productProblem } from '../product-problems.ts'
import { LOAN_RATES, type LoanRateFilter, type LoanRateRecord } from './rate-records.ts'

export interface NewLoanRate {
  readonly productCode: string
  readonly nominalRate: string
  readonly type: RateType
  /** INDEXED rates only. */
  readonly index?: string | null | undefined
  readonly spread?: string | null | undefined
  readonly effectiveFrom: string
  readonly effectiveTo?: string | null | undefined
  readonly bands?: readonly RateBand[] | null | undefined
  readonly isActive?: boolean | undefined
}

/** Absent fields stay unchanged, null clears; `version` is the one that was read. */
export interface LoanRateChange extends Partial<Omit<NewLoanRate, 'isActive'>> {
  readonly version: number
}

type RateFields = Omit<LoanRateRecord, 'id' | 'version' | 'createdAt' | 'updatedAt' | 'createdBy' | 'updatedBy'>

export class RateAdministration extends Records<LoanRateRecord, LoanRateFilter> {
  readonly #services: CatalogueServices

  constructor(services: CatalogueServices) {
    super(LOAN_RATES, services)
    this.#services = services
  }

  /** Refusals: `not-found` for a product outside the scope, `invalid`. */
  create(caller: RecordCaller, rate: NewLoanRate): Promise<LoanRateRecord> {
    const { index = null, spread = null, effectiveTo = null, isActive = true } = rate
    return this.transaction(caller, async (work) => {
      const product = await lockProduct(work.sql, caller.principal.scope, rate.productCode)
      const { institutionId } = product
      const fields = { ...rate, institutionId, index, spread, effectiveTo, isActive, bands: rate.bands ?? [] }
      assertConsistent(fields, product)
      const { nominalRate, type, effectiveFrom, bands, productCode } = fields
      const terms = { nominalRate, type, index, spread, effectiveFrom, effectiveTo, bands }
      return await createRecord(work, LOAN_RATES, { institutionId, productCode, ...terms, isActive })
    })
  }

  /** Refusals: `not-found`, `invalid`, and `conflict` when the version is stale. */
  update(caller: RecordCaller, id: string, change: LoanRateChange): Promise<LoanRateRecord> {
    return this.transaction(caller, (work) =>
      changeRecord(work, LOAN_RATES, 'loan-rate.update', id, async (before) => {
        const { sql } = work
        assertVersion(LOAN_RATES, before, change.version)
        assertFixed(['productCode'], before, change)
        const fields: RateFields = {
          ...before,
          nominalRate: change.nominalRate ?? before.nominalRate,
          type: change.type ?? before.type,
          index: change.index === undefined ? before.index : change.index,
          spread: change.spread === undefined ? before.spread : change.spread,
          effectiveFrom: change.effectiveFrom ?? before.effectiveFrom,
          effectiveTo: change.effectiveTo === undefined ? before.effectiveTo : change.effectiveTo,
          bands: change.bands === undefined ? before.bands : (change.bands ?? []),
        }
        assertConsistent(fields, await lockProduct(sql, caller.principal.scope, before.productCode))
        const { nominalRate, type, index, spread, effectiveFrom, effectiveTo, bands } = fields
        const terms = { nominalRate, type, index, spread, effectiveFrom, effectiveTo, bands }
        await writeFields(work, LOAN_RATES, id, terms)
      }),
    )
  }

  setActive(caller: RecordCaller, id: string, isActive: boolean): Promise<LoanRateRecord> {
    return this.transaction(caller, (work) => switchRecord(work, LOAN_RATES, id, isActive))
  }

  /** Refusals: `not-found`. Offers keep the rate itself, so nothing refers to it. */
  delete(caller: RecordCaller, id: string): Promise<void> {
    return this.transaction(caller, (work) =>
      deleteRecord(work, LOAN_RATES, 'loan-rate.delete', id, async () => {
        await work.sql.query('DELETE FROM loan_rates WHERE id = $1', [id])
      }),
    )
  }

  /** Every node sees the change when the caller is answered. */
  protected override transaction<T, Caller extends RecordCaller>(
    caller: Caller,
    run: (work: RecordWork<Caller>) => Promise<T>,
  ): Promise<T> {
    return changeCatalogue(this.#services, (sql, nowMs) => run({ sql, nowMs, caller }))
  }
}

interface RatedProduct {
  readonly institutionId: string
  readonly min: string
  readonly max: string
}

/**
 * The product cannot be changed or deleted until the transaction ends. A user with a scope does not learn whether a
 * product outside it exists.
 */
async function lockProduct(sql: Sql, scope: Scope, productCode: string): Promise<RatedProduct> {
  const { rows } = await sql.query<RatedProduct>(
    `SELECT institution_id AS "institutionId", min_rate::text AS min, max_rate::text AS max
       FROM loan_products WHERE product_code = $1 AND ($2::text IS NULL OR institution_id = $2)
        FOR SHARE`,
    [productCode, scope.institutionId ?? null],
  )
  const [product] = rows
  if (product !== undefined && scope.subTenantId === undefined) return product
  if (scope.institutionId !== undefined) throw productProblem('product-not-found', 'there is no such loan product')
  throw invalidFields([{ path: 'productCode', message: 'is not a loan product' }])
}

function assertConsistent(fields: RateFields, { min, max }: RatedProduct): void {
  const { nominalRate, type, index, spread, effectiveFrom, effectiveTo, bands } = fields
  const faults: ProblemDetail[] = []
  if (compareDecimals(nominalRate, min) < 0 || compareDecimals(nominalRate, max) > 0) {
    faults.push({ path: 'nominalRate', message: "must be within the product's range" })
  }
  for (const [path, value] of Object.entries({ index, spread })) {
    if (type === 'INDEXED' && value === null) faults.push({ path, message: 'must be given for an INDEXED rate' })
    if (type === 'FIXED' && value !== null) faults.push({ path, message: 'must be absent for a FIXED rate' })
  }
  if (effectiveTo !== null && effectiveTo < effectiveFrom) {
    faults.push({ path: 'effectiveTo', message: 'must not be before effectiveFrom' })
  }
  faults.push(...bands.flatMap(bandFaults))
  if (faults.length > 0) throw invalidFields(faults)
}

function bandFaults({ amount, termMonths }: RateBand, place: number): ProblemDetail[] {
  const faults: ProblemDetail[] = []
  if (amount?.min !== undefined && amount.max !== undefined && compareDecimals(amount.min, amount.max) > 0) {
    faults.push({ path: `bands[${place}].amount.max`, message: 'must not be below min' })
  }
  if (termMonths?.min !== undefined && termMonths.max !== undefined && termMonths.min > termMonths.max) {
    faults.push({ path: `bands[${place}].termMonths.max`, message: 'must not be below min' })
  }
  return faults
}
