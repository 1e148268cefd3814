// How the lines of a source's file are read: which columns have what, and how amounts are written.

export const FILE_FORMATS = ['CSV', 'CAMT053'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]

export const DELIMITERS = [',', ';', '|', '\t'] as const
export const DECIMAL_MARKS = ['.', ','] as const
export const AMOUNT_UNITS = ['MAJOR', 'MINOR'] as const
/** Where an entry of CAMT.053 has the RRN. */
export const CAMT_REFERENCES = ['EndToEndId', 'InstrId', 'TxId', 'AcctSvcrRef', 'NtryRef'] as const
export type CamtReference = (typeof CAMT_REFERENCES)[number]

export interface Mapping {
  readonly delimiter?: (typeof DELIMITERS)[number] | undefined
  readonly decimalMark?: (typeof DECIMAL_MARKS)[number] | undefined
  readonly amountUnit?: (typeof AMOUNT_UNITS)[number] | undefined
  /** Names of columns; of CAMT053 `rrn` is one of CAMT_REFERENCES, and the others are not used. */
  readonly rrn?: string | undefined
  readonly amount?: string | undefined
  readonly currencyCode?: string | undefined
  readonly sign?: string | undefined
  readonly partnerId?: string | undefined
  readonly date?: string | undefined
  readonly accountId?: string | undefined
  readonly type?: string | undefined
  readonly terminalId?: string | undefined
  /** Values of the column `sign`. */
  readonly debitValues?: readonly string[] | undefined
  readonly creditValues?: readonly string[] | undefined
}

/** Columns that a header may lack, and by which names they are looked for when the mapping names none. */
export const OPTIONAL_COLUMNS = ['sign', 'date', 'accountId', 'type', 'terminalId'] as const
export const REQUIRED_COLUMNS = ['rrn', 'amount', 'currencyCode'] as const

export const DEBIT_VALUES: readonly string[] = ['D', 'DR', 'DEBIT', 'DBIT', '-']
export const CREDIT_VALUES: readonly string[] = ['C', 'CR', 'CREDIT', 'CRDT', '+']
