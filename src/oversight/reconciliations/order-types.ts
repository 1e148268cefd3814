// The sign of an order, as files of sources tell it: a debit takes money from the customer, a credit gives it, and a reversal does
// the opposite of its original.

const ORDER_TYPE = /^[A-Z]{0,20}(WITHDRAWAL|DEPOSIT|TRANSFER|BILLPAYMENT|CARDLESS)(REVERSAL)?$/

export function isOrderType(type: string): boolean {
  return ORDER_TYPE.test(type)
}

export function isReversalType(type: string): boolean {
  return type.endsWith('REVERSAL')
}

export function isCreditType(type: string): boolean {
  return type.includes('DEPOSIT') !== isReversalType(type)
}

/** SQL: isCreditType() of a column. */
export function isCreditSql(column: string): string {
  return `((${column} LIKE '%DEPOSIT%') <> (${column} LIKE '%REVERSAL'))`
}
