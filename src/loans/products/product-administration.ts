// Administration of loan products. A change or a deactivation concerns new applications; loans keep the agreement that
// they were made with.

import { assertNamedInstitution } from '../../administration/institutions/named-institution.ts'
import {
  assertVersion,
  changeRecord,
  deleteRecord,
  type RecordWork,
} from '../../administration/records/change-record.ts'
import { assertFixed } from '../../administration/records/fixed-fields.ts'
import type { RecordCaller } from '../../administration/records/record-kind.ts'
import { Records } from '../../administration/records/records.ts'
import { createRecord, switchRecord, writeFields } from '../../administration/records/write-record.ts'
import type { Sql } from '../../platform/storage/database.ts'
import { refuseDuplicate } from '../../platform/storage/statements/duplicates.ts'
import { FOREIGN_KEY_VIOLATION, sqlStateOf } from '../../platform/storage/statements/sqlstate.ts'
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
      await assertNamedInstitution(work.sql, caller.principal.scope, institutionId)
      const fields = newFields(product)
      return await refuseDuplicate('loan_products_by_code', codeTaken, () =>
        createRecord(work, LOAN_PRODUCTS, { institutionId, productCode, ...fields, isActive }),
      )
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
        await writeFields(work, LOAN_PRODUCTS, id, fields)
      }),
    )
  }

  setActive(caller: RecordCaller, id: string, isActive: boolean): Promise<LoanProductRecord> {
    return this.transaction(caller, (work) => switchRecord(work, LOAN_PRODUCTS, id, isActive))
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
  const { rows: partners } = await sql.query<{ partner_id: string }>('SELECT partner_id FROM partners')
  for (const table of ['loan_applications', 'loans']) {
    const { rowCount } = await sql.query(
      `SELECT 1 FROM ${table} WHERE partner_id = ANY ($1::text[]) AND product_code = $2 LIMIT 1`,
      [partners.map((row) => row.partner_id), productCode],
    )
    if (rowCount > 0) throw productProblem('product-in-use', 'applications or loans are of this product')
  }
}

function codeTaken(cause: unknown) {
  return productProblem('product-code-taken', 'there is a loan product of this code', { cause })
}
