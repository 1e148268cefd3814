// Reads the lines of a CSV file by the columns that the mapping names. Other columns are not looked at.

import { StringDecoder } from 'node:string_decoder'
import { LineCutter, type ParsedLine, parseLines } from '../../../channels/core/builtin/loading/csv-lines.ts'
import { isId, LineFields } from '../../../channels/core/builtin/loading/line-fields.ts'
import { isCurrency } from '../../../platform/kernel/money/currencies.ts'
import { minorFromDecimal } from '../../../platform/kernel/money/money.ts'
import { invalidFields } from '../../../platform/kernel/problems/problem.ts'
import { isCreditType, isOrderType } from '../order-types.ts'
import { emptyFile, type FileLine, type FileReader, LineFaults, type ReadingOptions } from './file-line.ts'
import { CREDIT_VALUES, DEBIT_VALUES, OPTIONAL_COLUMNS, REQUIRED_COLUMNS } from './mapping.ts'

/** A column that a file of the gateway's own has. */
const INSTITUTION = 'institutionId'

type Column = (typeof REQUIRED_COLUMNS)[number] | (typeof OPTIONAL_COLUMNS)[number] | 'partnerId'

export class CsvFile implements FileReader {
  readonly leftOut = 0
  readonly #options: ReadingOptions
  readonly #decoder = new StringDecoder('utf8')
  readonly #cutter = new LineCutter()
  readonly #faults = new LineFaults()
  readonly #debits: ReadonlySet<string>
  readonly #credits: ReadonlySet<string>
  /** The position of each name in the header. */
  #header: ReadonlyMap<string, number> | undefined
  /** The name in the header of each column that it has. */
  #columns: Partial<Readonly<Record<Column, string>>> = {}
  #lines = 0

  constructor(options: ReadingOptions) {
    this.#options = options
    const { debitValues = DEBIT_VALUES, creditValues = CREDIT_VALUES } = options.mapping
    this.#debits = new Set(debitValues)
    this.#credits = new Set(creditValues)
  }

  read(bytes: Buffer): FileLine[] {
    return this.#take(this.#decoder.write(bytes))
  }

  end(): FileLine[] {
    const lines = this.#take(`${this.#decoder.end()}\n`)
    this.#faults.throwIfAny()
    if (this.#lines === 0) throw emptyFile()
    return lines
  }

  #take(text: string): FileLine[] {
    const parsed = parseLines(this.#cutter.lines(text), this.#options.mapping.delimiter)
    const lines: FileLine[] = []
    for (const one of parsed) {
      if (this.#header === undefined) {
        this.#readHeader(one)
        continue
      }
      this.#lines++
      const line = this.#lineOf(new LineFields(one, this.#header))
      if (line !== undefined) lines.push(line)
    }
    return lines
  }

  #readHeader({ line, fields, fault }: ParsedLine): void {
    if (fields === undefined) throw invalidFields([{ path: `line ${line}`, message: fault ?? 'cannot be read' }])
    const { mapping } = this.#options
    const missing = (column: string) =>
      invalidFields([{ path: `line ${line}`, message: `must be a header that names the column ${column}` }])
    const columns: Partial<Record<Column, string>> = {}
    for (const column of REQUIRED_COLUMNS) {
      columns[column] = mapping[column] ?? column
      if (!fields.includes(columns[column])) throw missing(columns[column])
    }
    for (const column of OPTIONAL_COLUMNS) {
      const name = mapping[column] ?? column
      if (fields.includes(name)) columns[column] = name
      else if (mapping[column] !== undefined) throw missing(name)
    }
    if (mapping.partnerId !== undefined) {
      if (!fields.includes(mapping.partnerId)) throw missing(mapping.partnerId)
      columns.partnerId = mapping.partnerId
    }
    for (const name of Object.values(columns)) {
      if (fields.indexOf(name) !== fields.lastIndexOf(name))
        throw invalidFields([{ path: `line ${line}`, message: `names the column ${name} twice` }])
    }
    this.#columns = columns
    // Names that nobody asks for may stand there twice.
    this.#header = new Map(
      fields.map((name, place) => [fields.indexOf(name) === place ? name : `${name} ${place}`, place]),
    )
  }

  #lineOf(fields: LineFields): FileLine | undefined {
    const line = fields.readable ? this.#readLine(fields) : undefined
    for (const { line: number, field, reason } of fields.faults)
      this.#faults.add({ line: number, column: field, reason })
    return fields.faults.length === 0 ? line : undefined
  }

  #readLine(fields: LineFields): FileLine | undefined {
    const { institutionId, source, partnerIds } = this.#options
    const own = fields.optional(INSTITUTION)
    if (own !== undefined && own !== institutionId)
      fields.fault(INSTITUTION, 'must be the institution of the reconciliation')
    const partnerId = this.#columns.partnerId === undefined ? source : this.#id(fields, 'partnerId')
    if (partnerId !== undefined && !partnerIds.has(partnerId))
      fields.fault(this.#columns.partnerId ?? 'partnerId', 'must be a partner that serves the institution')
    const rrn = this.#id(fields, 'rrn')
    const currency = this.#currency(fields)
    const type = this.#type(fields)
    const amount = currency === undefined ? undefined : this.#amount(fields, currency, type)
    this.#checkDate(fields)
    const [accountId, terminalId] = [this.#optionalId(fields, 'accountId'), this.#optionalId(fields, 'terminalId')]
    if (partnerId === undefined || rrn === undefined || currency === undefined || amount === undefined) return undefined
    return { line: fields.line, part: 0, partnerId, rrn, currency, ...amount, accountId, type, terminalId }
  }

  #nameOf(column: Column): string {
    return this.#columns[column] ?? column
  }

  #id(fields: LineFields, column: Column): string | undefined {
    return fields.id(this.#nameOf(column))
  }

  #optionalId(fields: LineFields, column: Column): string | undefined {
    const name = this.#columns[column]
    const value = name === undefined ? undefined : fields.optional(name)
    if (name === undefined || value === undefined || isId(value)) return value
    return fields.fault(name, 'must be 1 to 35 letters, digits, dots, hyphens or underscores')
  }

  #currency(fields: LineFields): string | undefined {
    const name = this.#nameOf('currencyCode')
    const value = fields.required(name)
    if (value === undefined || isCurrency(value)) return value
    return fields.fault(name, 'must be a currency of ISO 4217')
  }

  #type(fields: LineFields): string | undefined {
    const name = this.#columns.type
    const value = name === undefined ? undefined : fields.optional(name)
    if (name === undefined || value === undefined || isOrderType(value)) return value
    return fields.fault(name, 'must be a type of transaction')
  }

  /** The sign is that of its column, or follows from the type, or is that of the amount: below 0 is a credit. */
  #amount(
    fields: LineFields,
    currency: string,
    type: string | undefined,
  ): { readonly isCredit: boolean; readonly amountMinor: bigint } | undefined {
    const name = this.#nameOf('amount')
    const value = fields.required(name)
    if (value === undefined) return undefined
    const isNegative = value.startsWith('-')
    const minor = this.#minorOf(isNegative ? value.slice(1) : value, currency)
    if (minor === undefined) return fields.fault(name, `must be an amount in ${currency} without surplus decimals`)
    if (minor === 0n) return fields.fault(name, 'must not be 0')
    const isCredit =
      this.#columns.sign === undefined ? (type === undefined ? isNegative : isCreditType(type)) : this.#sign(fields)
    if (isNegative && (this.#columns.sign !== undefined || type !== undefined))
      return fields.fault(name, 'must not be negative where the sign has a column of its own or follows from the type')
    return isCredit === undefined ? undefined : { isCredit, amountMinor: minor }
  }

  #minorOf(text: string, currency: string): bigint | undefined {
    const { amountUnit, decimalMark = '.' } = this.#options.mapping
    if (amountUnit === 'MINOR') {
      const minor = /^\d{1,18}$/.test(text) ? BigInt(text) : undefined
      return minor !== undefined && minor <= MOST_MINOR ? minor : undefined
    }
    if (decimalMark === '.') return minorFromDecimal(text, currency)
    return text.includes('.') ? undefined : minorFromDecimal(text.replace(',', '.'), currency)
  }

  #sign(fields: LineFields): boolean | undefined {
    const name = this.#nameOf('sign')
    const value = fields.required(name)
    if (value === undefined) return undefined
    if (this.#credits.has(value)) return true
    if (this.#debits.has(value)) return false
    return fields.fault(name, `must be one of ${[...this.#debits, ...this.#credits].join(', ')}`)
  }

  #checkDate(fields: LineFields): void {
    const name = this.#columns.date
    const value = name === undefined ? undefined : fields.required(name)
    if (name === undefined || value === undefined) return
    const { dates } = this.#options
    if (dates.has(value.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$1$2$3'))) return
    fields.fault(name, `must be a date (YYYY-MM-DD or YYYYMMDD) of the business date or one day either side`)
  }
}

const MOST_MINOR = BigInt(Number.MAX_SAFE_INTEGER)
