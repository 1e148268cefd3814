// What posts to suspense accounts, in words.

const OF_CASH: Readonly<Record<string, string>> = {
  CASH_LOAD: 'Terminal loaded',
  CASH_UNLOAD: 'Terminal unloaded',
  CASH_COUNT: 'Terminal counted',
  CASH_WRITE_OFF: 'Cash difference written off',
}

export function kindOfJournal(kind: string): string {
  if (kind === 'CORRECTION') return 'Correction'
  const cash = OF_CASH[kind]
  if (cash !== undefined) return cash
  return kind === 'EXCEPTION_WRITE_OFF' ? 'Exception written off' : kind
}
