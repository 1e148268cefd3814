// Administration of loan products. A change or a deactivation concerns new applications; loans keep the agreement that
// they were made with.

import { authorOf } from '../../audit/actor.ts'
import { assertFixed } from '../../institutions/fixed-fields.ts'
import { assertNamedInstitution } from '../../institutions/named-institution.ts'
import { newId } from '../../kernel/ids.ts'
import {
  assertVersion,
  changeRecord,
  deleteRecord,
  type RecordWork,
  recordCreation,
  UNCHANGED,
} from '../../records/change-record.ts'
import type { RecordCaller } from '../../records/record-kind.ts'
import { Records } from '../../records/records.ts'
import type { Sql } from '../../storage/database.ts'
import { refuseDuplicate } from '../../storage/duplicates.ts'
import { FOREIGN_KEY_VIOLATION, sqlStateOf } from '../../storage/sqlstate.ts'
import { type CatalogueServices, changeCatalogue } from './change-catalogue.ts'
import {
  changedFields,
  type LoanProductChange,
  type NewLoanProduct,
  newFields,
  type ProductFields,
} from './product-fields.ts'
import { productProblem } from './product-problems.ts'
import { LOAN_PRODUCTS, type LoanProductFilter, type LoanProductRecord } from './product-records.ts'

export class ProductAdministration extends Records<LoanProductRecord, LoanProductFilter> {
  readonly #services: CatalogueServices

  constructor(services: CatalogueServices) {
    super(LOAN_PRODUCTS, services)
    this.#services = services
  }

  /** Refusals: `not-found` for an institution outside the scope, `invalid`, `conflict` when the code is taken. */
  create(caller: RecordCaller, product: NewLoanProduct): Promise<LoanProductRecord> {
    const { institutionId, productCode, isActive = true } = product
    return this.transaction(caller, async (work) => {
      const { sql, nowMs } = work
      await assertNamedInstitution(sql, caller.principal.scope, institutionId)
      const fields = newFields(product)
      const id = newId(nowMs)
      await refuseDuplicate('loan_products_by_code', codeTaken, () =>
        sql.query(
          `INSERT INTO loan_products (id, ${COLUMNS.join(', ')}, institution_id, product_code, is_active, created_by,
                                      updated_by, created_at, updated_at)
           VALUES ($1, ${PLACES.join(', ')}, $${NEXT}, $${NEXT + 1}, $${NEXT + 2}, $${NEXT + 3}, $${NEXT + 3},
                   $${NEXT + 4}, $${NEXT + 4})`,
          [id, ...valuesOf(fields), institutionId, productCode, isActive, authorOf(caller.actor), new Date(nowMs)],
        ),
      )
      return await recordCreation(work, LOAN_PRODUCTS, 'loan-product.create', id)
    })
  }

  /** Refusals: as for create, and `conflict` when the version is stale or a rate lies outside the new range. */
  update(caller: RecordCaller, id: string, change: LoanProductChange): Promise<LoanProductRecord> {
    return this.transaction(caller, (work) =>
      changeRecord(work, LOAN_PRODUCTS, 'loan-product.update', id, async (before) => {
        assertVersion(LOAN_PRODUCTS, before, change.version)
        assertFixed(['institutionId', 'productCode'], before, change)
        const fields = changedFields(before, change)
        await assertRatesFit(work.sql, before.productCode, fields)
        const settings = COLUMNS.map((column, place) => `${column} = ${PLACES[place]}`)
        await work.sql.query(`UPDATE loan_products SET ${settings.join(', ')} WHERE id = $1`, [id, ...valuesOf(fields)])
      }),
    )
  }

  setActive(caller: RecordCaller, id: string, isActive: boolean): Promise<LoanProductRecord> {
    const action = isActive ? 'loan-product.activate' : 'loan-product.deactivate'
    return this.transaction(caller, (work) =>
      changeRecord(work, LOAN_PRODUCTS, action, id, async (before) => {
        if (before.isActive === isActive) return UNCHANGED
        return work.sql.query('UPDATE loan_products SET is_active = $2 WHERE id = $1', [id, isActive])
      }),
    )
  }

  /** Refusals: `not-found`, and `conflict` while it is active, or when a rate, an application or a loan is of the product. */
  delete(caller: RecordCaller, id: string): Promise<void> {
    return this.transaction(caller, (work) =>
      deleteRecord(work, LOAN_PRODUCTS, 'loan-product.delete', id, async ({ isActive, productCode }) => {
        // Every node has heard of a deactivation, so nothing new is made of the product while this looks for its loans.
        if (isActive) throw productProblem('product-in-use', 'the product is active; deactivate it first')
        await assertUnused(work.sql, productCode)
        try {
          await work.sql.query('DELETE FROM loan_products WHERE id = $1', [id])
        } catch (error) {
          if (sqlStateOf(error) !== FOREIGN_KEY_VIOLATION) throw error
          throw productProblem('product-in-use', 'rates are of this product; delete them first', { cause: error })
        }
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

/** A rate that the product cannot be lent at would be quoted in vain. */
async function assertRatesFit(sql: Sql, productCode: string, { rate }: ProductFields): Promise<void> {
  const { rowCount } = await sql.query(
    'SELECT FROM loan_rates WHERE product_code = $1 AND nominal_rate NOT BETWEEN $2 AND $3 LIMIT 1',
    [productCode, rate.min, rate.max],
  )
  if (rowCount > 0)
    throw productProblem('product-in-use', 'a rate of the product lies outside this range; change it first')
}

/** By partner, because the indexes of applications and loans start with it. */
async function assertUnused(sql: Sql, productCode: string): Promise<void> {
  const { rows } = await sql.query(
    `SELECT FROM partners p
      WHERE EXISTS (SELECT FROM loan_applications a WHERE a.partner_id = p.partner_id AND a.product_code = $1)
         OR EXISTS (SELECT FROM loans l WHERE l.partner_id = p.partner_id AND l.product_code = $1)
      LIMIT 1`,
    [productCode],
  )
  if (rows.length > 0) throw productProblem('product-in-use', 'applications or loans are of this product')
}

function codeTaken(cause: unknown) {
  return productProblem('product-code-taken', 'there is a loan product of this code', { cause })
}

/** What a change can set, as columns and as their values, in the same order. */
const COLUMNS = [
  'name',
  'description',
  'currencies',
  'min_amount',
  'max_amount',
  'min_term_count',
  'min_term_unit',
  'max_term_count',
  'max_term_unit',
  'min_rate',
  'max_rate',
  'default_rate',
  'terms',
  'charge_off_days',
  'buckets',
  'fee_cap_percent',
  'max_instalments',
  'daily_rows',
  'overpayment_allowed',
  'risk_signals_required',
  'apr_method',
  'accounting',
] as const
/** $1 is the id. */
const PLACES = COLUMNS.map((_column, place) => `$${place + 2}`)
const NEXT = COLUMNS.length + 2

function valuesOf(fields: ProductFields): unknown[] {
  const { amount, term, rate } = fields
  return [
    fields.name,
    fields.description,
    fields.currencies,
    amount.min,
    amount.max,
    term.min.count,
    term.min.unit,
    term.max.count,
    term.max.unit,
    rate.min,
    rate.max,
    fields.defaultRate,
    JSON.stringify(fields.terms),
    fields.chargeOffDays,
    JSON.stringify(fields.buckets),
    fields.feeCapPercent,
    fields.maxInstalments,
    fields.dailyRows,
    fields.overpaymentAllowed,
    fields.riskSignalsRequired,
    fields.aprMethod,
    fields.accounting,
  ]
}
