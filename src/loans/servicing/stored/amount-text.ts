// Amounts as text, with nothing for zero.

export function amountText(amount: bigint): string {
  return amount === 0n ? '' : String(amount)
}

/** Separated by colons, without the zeros at the end. */
export function amountsText(amounts: readonly bigint[]): string {
  const used = amounts.findLastIndex((amount) => amount !== 0n)
  return amounts
    .slice(0, used + 1)
    .map(amountText)
    .join(':')
}

/** That many amounts; those missing at the end are zero. */
export function firstAmounts(text: string, count: number): bigint[] {
  const parts = text.split(':')
  return Array.from({ length: count }, (_, i) => BigInt(parts[i] ?? ''))
}
