// The loan products and rates of every institution, cached because every application and loan needs them. The database
// announces every change of a row, and each node then reads them again. Readers always see one whole snapshot.

import { followChanges } from '../../platform/storage/broadcast/follow-changes.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { LoanProduct, LoanRate } from './loan-product.ts'
import { readCatalogue } from './read-catalogue.ts'

/** Announced by a trigger whenever a product or a rate changes. */
export const LOAN_PRODUCTS_TOPIC = 'loan-products'

export interface LoanProducts {
  /** Active or not; `assertOffered` refuses an inactive one. */
  find(productCode: string): LoanProduct | undefined
}

export interface LoanRates {
  /** An active rate of an active product. */
  find(rateId: string): LoanRate | undefined
  /** Active rates of active products, by product, then by date. */
  list(): readonly LoanRate[]
  ofProduct(productCode: string): readonly LoanRate[]
}

export interface LoanCatalogue {
  readonly products: LoanProducts
  readonly rates: LoanRates
  /** Reads everything from the database again. */
  reload(): Promise<void>
  /** Stops following changes; the last snapshot stays readable. */
  close(): void
}

interface Log {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export interface CatalogueOptions {
  readonly database: Database
  readonly log?: Log
}

interface Snapshot {
  readonly products: ReadonlyMap<string, LoanProduct>
  readonly rates: ReadonlyMap<string, LoanRate>
  readonly listed: readonly LoanRate[]
  readonly ratesByProduct: ReadonlyMap<string, readonly LoanRate[]>
}

/** Throws when they cannot be read at first. Later the last snapshot stays in use until a new one can be read. */
export async function openLoanCatalogue({ database, log }: CatalogueOptions): Promise<LoanCatalogue> {
  let snapshot: Snapshot = snapshotOf([], [])
  let reported: ReadonlySet<string> = new Set()

  async function read(): Promise<void> {
    const { products, rates, unusable } = await readCatalogue(database)
    snapshot = snapshotOf(products, rates)
    for (const fault of unusable) {
      // Once while it lasts: every change of any row reloads everything.
      if (!reported.has(fault)) log?.error({}, fault)
    }
    reported = new Set(unusable)
  }
  const { refresh, close } = await followChanges(database, {
    topic: LOAN_PRODUCTS_TOPIC,
    read,
    onFailure: (error) => log?.warn({ err: error }, 'the loan products could not be read'),
  })
  return {
    products: { find: (productCode) => snapshot.products.get(productCode) },
    rates: {
      find: (rateId) => snapshot.rates.get(rateId),
      list: () => snapshot.listed,
      ofProduct: (productCode) => snapshot.ratesByProduct.get(productCode) ?? [],
    },
    reload: refresh,
    close,
  }
}

function snapshotOf(products: readonly LoanProduct[], rates: readonly LoanRate[]): Snapshot {
  const byCode = new Map(products.map((product) => [product.productCode, product]))
  const listed = rates.filter(({ productCode }) => byCode.get(productCode)?.status === 'ACTIVE')
  return {
    products: byCode,
    rates: new Map(listed.map((rate) => [rate.rateId, rate])),
    listed,
    ratesByProduct: Map.groupBy(listed, ({ productCode }) => productCode),
  }
}
