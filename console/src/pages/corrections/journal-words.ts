// What posts to suspense accounts, in words.

export function kindOfJournal(kind: string): string {
  if (kind === 'CORRECTION') return 'Correction'
  return kind === 'EXCEPTION_WRITE_OFF' ? 'Exception written off' : kind
}
