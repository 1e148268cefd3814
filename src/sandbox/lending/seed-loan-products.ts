// Writes the sandbox's loan products and their rates, also into a sandbox that is older than lending.

import { newFields } from '../../loans/products/product-fields.ts'
import { newId } from '../../platform/kernel/identifiers/ids.ts'
import { type Clock, isoTimestamp } from '../../platform/kernel/time/clock.ts'
import type { Sql } from '../../platform/storage/database.ts'
import { LOAN_PRODUCTS, LOAN_RATES } from './loan-products.ts'

/** Loans may be dated back, so rates hold from long before. */
const RATES_FROM = '2020-01-01'

/** A product code that is taken already is left alone, and gets no rates. */
export async function seedLoanProducts(sql: Sql, { clock }: { readonly clock: Clock }): Promise<void> {
  const at = isoTimestamp(clock.now())
  const { rows } = await sql.query<{ product_code: string }>(
    `INSERT INTO loan_products (id, institution_id, product_code, name, description, currencies, min_amount, max_amount,
                                min_term_count, min_term_unit, max_term_count, max_term_unit, min_rate, max_rate,
                                default_rate, terms, charge_off_days, buckets, fee_cap_percent, max_instalments,
                                daily_rows, overpayment_allowed, risk_signals_required, apr_method, accounting, created_at, updated_at)
     SELECT row.id, institution_id, product_code, row.name, row.description, row.currencies, min_amount, max_amount,
            min_term_count, min_term_unit, max_term_count, max_term_unit, min_rate, max_rate, default_rate, terms,
            charge_off_days, buckets, fee_cap_percent, max_instalments, daily_rows, overpayment_allowed,
            risk_signals_required, apr_method, accounting, $2, $2
       FROM jsonb_to_recordset($1) AS row (id uuid, institution_id text, product_code text, name text, description text,
            currencies text[], min_amount numeric, max_amount numeric, min_term_count integer, min_term_unit text,
            max_term_count integer, max_term_unit text, min_rate numeric, max_rate numeric, default_rate numeric,
            terms jsonb, charge_off_days integer, buckets jsonb, fee_cap_percent numeric, max_instalments integer,
            daily_rows boolean, overpayment_allowed boolean, risk_signals_required boolean, apr_method text, accounting text)
       JOIN institutions USING (institution_id)
     ON CONFLICT (product_code) DO NOTHING
     RETURNING product_code`,
    [JSON.stringify(LOAN_PRODUCTS.map((product) => ({ id: newId(clock.now()), ...columnsOf(product) }))), at],
  )
  const seeded = new Set(rows.map(({ product_code }) => product_code))
  await sql.query(
    `INSERT INTO loan_rates (id, institution_id, product_code, nominal_rate, type, index_name, spread, effective_from, bands,
                             created_at, updated_at)
     SELECT row.id, institution_id, product_code, nominal_rate, type, index, spread, $3, bands, $2, $2
       FROM jsonb_to_recordset($1) AS row (id uuid, product_code text, nominal_rate numeric, type text, index text,
            spread numeric, bands jsonb)
       JOIN loan_products USING (product_code)`,
    [
      JSON.stringify(
        LOAN_RATES.filter(({ productCode }) => seeded.has(productCode)).map(
          ({ productCode, nominalRate, ...rate }) => ({
            id: newId(clock.now()),
            product_code: productCode,
            nominal_rate: nominalRate,
            ...rate,
          }),
        ),
      ),
      at,
      RATES_FROM,
    ],
  )
}

/** The bounds of products that are older than them, unless someone has changed the product. */
export async function boundLoanProducts(sql: Sql): Promise<void> {
  for (const { productCode, institutionId, maxInstalments, dailyRows } of LOAN_PRODUCTS) {
    if (maxInstalments === undefined) continue
    await sql.query(
      `UPDATE loan_products SET max_instalments = $3, daily_rows = $4
        WHERE product_code = $1 AND institution_id = $2 AND version = 1`,
      [productCode, institutionId, maxInstalments, dailyRows ?? false],
    )
  }
}

function columnsOf(product: (typeof LOAN_PRODUCTS)[number]): object {
  const { name, description, currencies, amount, term, rate, defaultRate, terms, ...fields } = newFields(product)
  return {
    institution_id: product.institutionId,
    product_code: product.productCode,
    ...{ name, description, currencies, terms },
    min_amount: amount.min,
    max_amount: amount.max,
    min_term_count: term.min.count,
    min_term_unit: term.min.unit,
    max_term_count: term.max.count,
    max_term_unit: term.max.unit,
    min_rate: rate.min,
    max_rate: rate.max,
    default_rate: defaultRate,
    charge_off_days: fields.chargeOffDays,
    buckets: fields.buckets,
    fee_cap_percent: fields.feeCapPercent,
    max_instalments: fields.maxInstalments,
    daily_rows: fields.dailyRows,
    overpayment_allowed: fields.overpaymentAllowed,
    risk_signals_required: fields.riskSignalsRequired,
    apr_method: fields.aprMethod,
    accounting: fields.accounting,
  }
}
