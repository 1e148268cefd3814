// How the types of reversals and of their originals belong together.

/** Those that are not the type of their original with REVERSAL behind it. Reversed by switches only. */
const SHORTER: Readonly<Record<string, string>> = { CARDLESSWITHDRAWAL: 'CARDLESSREVERSAL' }

export function reversalTypeOf(originalType: string): string {
  return SHORTER[originalType] ?? `${originalType}REVERSAL`
}

export function originalTypeOf(reversalType: string): string {
  const original = Object.keys(SHORTER).find((type) => SHORTER[type] === reversalType)
  return original ?? reversalType.replace(/REVERSAL$/, '')
}

/** SQL: the type of a reversal of an order whose type is `column`. */
export function reversalTypeSql(column: string): string {
  return `CASE ${column} WHEN 'CARDLESSWITHDRAWAL' THEN 'CARDLESSREVERSAL' ELSE ${column} || 'REVERSAL' END`
}
