// Reads the entries of a CAMT.053 statement (ISO 20022) as they arrive. The reader knows no entities but XML's own five and loads
// nothing; a document type, deep nesting and long texts are refused.

import { StringDecoder } from 'node:string_decoder'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { isId } from '../../../channels/core/builtin/loading/line-fields.ts'
import { isCurrency } from '../../../platform/kernel/money/currencies.ts'
import { minorFromDecimal } from '../../../platform/kernel/money/money.ts'
import { invalidFields } from '../../../platform/kernel/problems/problem.ts'
import { emptyFile, type FileLine, type FileReader, LineFaults, type ReadingOptions } from './file-line.ts'
import type { CamtReference } from './mapping.ts'

const MAX_DEPTH = 32
/** Between two tags, and of a tag with its attributes. */
const MAX_LENGTH = 16_384
/** A payment file books more than this as one entry of several statements. */
const MOST_DETAILS = 10_000
const STATEMENT = 'BkToCstmrStmt'
const BOOKED = 'BOOK'

/** An entry, or one transaction of it. */
interface Part {
  readonly line: number
  readonly references: Partial<Record<string, string>>
  amount?: string
  currency?: string
  sign?: string
}

interface Entry extends Part {
  status?: string
  date?: string
  readonly details: Part[]
}

export class CamtFile implements FileReader {
  leftOut = 0
  readonly #options: ReadingOptions
  readonly #decoder = new StringDecoder('utf8')
  readonly #parser = new SaxesParser({})
  readonly #faults = new LineFaults()
  readonly #reference: CamtReference
  readonly #path: string[] = []
  #text = ''
  #currency: string | undefined
  #entry: Entry | undefined
  #detail: Part | undefined
  #lines: FileLine[] = []
  #entries = 0
  /** Where the parser was at the last event: what it keeps of an unfinished tag or text is since then. */
  #eventAt = 0
  readonly #parts = { line: 0, next: 0 }

  constructor(options: ReadingOptions) {
    this.#options = options
    this.#reference = (options.mapping.rrn ?? 'EndToEndId') as CamtReference
    const parser = this.#parser
    parser.on('error', () => this.#refuse('is not well-formed XML'))
    parser.on('doctype', () => this.#refuse('must have no document type'))
    parser.on('opentag', (tag) => this.#open(tag))
    parser.on('closetag', (tag) => this.#close(localName(tag.name)))
    parser.on('text', (text) => this.#addText(text))
    parser.on('cdata', (text) => this.#addText(text))
    parser.on('comment', () => this.#mark())
    parser.on('processinginstruction', () => this.#mark())
  }

  read(bytes: Buffer): FileLine[] {
    this.#write(this.#decoder.write(bytes))
    return this.#taken()
  }

  end(): FileLine[] {
    this.#write(this.#decoder.end())
    this.#parser.close()
    this.#faults.throwIfAny()
    if (this.#entries === 0) throw emptyFile()
    return this.#taken()
  }

  #write(text: string): void {
    // In pieces, so that what the parser keeps stays below the limit.
    for (let at = 0; at < text.length; at += MAX_LENGTH) {
      this.#parser.write(text.slice(at, at + MAX_LENGTH))
      if (this.#parser.position - this.#eventAt > 2 * MAX_LENGTH) this.#refuse('has a text or a tag that is too long')
    }
  }

  #taken(): FileLine[] {
    const lines = this.#lines
    this.#lines = []
    return lines
  }

  #refuse(reason: string): never {
    throw invalidFields([{ path: `line ${this.#parser.line}`, message: reason }])
  }

  #mark(): void {
    this.#eventAt = this.#parser.position
  }

  #addText(text: string): void {
    this.#mark()
    if (this.#text.length + text.length > MAX_LENGTH) this.#refuse('has a text that is too long')
    this.#text += text
  }

  #open(tag: SaxesTagPlain): void {
    this.#mark()
    const name = localName(tag.name)
    if (this.#path.length >= MAX_DEPTH) this.#refuse(`is nested more than ${MAX_DEPTH} levels deep`)
    if (this.#path.length === 0 && name !== 'Document') this.#refuse('must be a Document of CAMT.053')
    if (this.#path.length === 1) {
      if (name !== STATEMENT) this.#refuse(`must be a Document of CAMT.053 with ${STATEMENT}`)
    }
    this.#path.push(name)
    this.#text = ''
    if (name === 'Amt') this.#currency = tag.attributes.Ccy
    if (name === 'Ntry') this.#entry = { line: this.#parser.line, references: {}, details: [] }
    if (name === 'TxDtls' && this.#entry !== undefined) this.#detail = { line: this.#parser.line, references: {} }
  }

  #close(name: string): void {
    this.#mark()
    const entry = this.#entry
    if (entry !== undefined) this.#keep(entry, this.#text.trim())
    this.#path.pop()
    this.#text = ''
    if (entry === undefined) return
    if (name === 'TxDtls' && this.#detail !== undefined) {
      if (entry.details.length >= MOST_DETAILS) this.#refuse(`has an entry of more than ${MOST_DETAILS} transactions`)
      entry.details.push(this.#detail)
      this.#detail = undefined
    }
    if (name !== 'Ntry') return
    this.#entry = undefined
    this.#add(entry)
  }

  /** Keeps the text of an element that matters. */
  #keep(entry: Entry, text: string): void {
    if (text === '') return
    const inEntry = this.#path.slice(this.#path.indexOf('Ntry') + 1).join('/')
    const detail = this.#detail
    const inDetail = inEntry.replace(/^NtryDtls\/TxDtls\//, '')
    if (detail !== undefined) {
      if (inDetail === 'Amt' || inDetail === 'AmtDtls/TxAmt/Amt') {
        detail.amount ??= text
        if (this.#currency !== undefined) detail.currency ??= this.#currency
      } else if (inDetail === 'CdtDbtInd') detail.sign = text
      else if (inDetail.startsWith('Refs/')) detail.references[inDetail.slice('Refs/'.length)] = text
    } else if (inEntry === 'Amt') {
      entry.amount = text
      if (this.#currency !== undefined) entry.currency = this.#currency
    } else if (inEntry === 'CdtDbtInd') entry.sign = text
    else if (inEntry === 'Sts' || inEntry === 'Sts/Cd') entry.status = text
    else if (inEntry === 'BookgDt/Dt' || inEntry === 'BookgDt/DtTm') entry.date = text.slice(0, 10)
    else if (inEntry === 'NtryRef' || inEntry === 'AcctSvcrRef') entry.references[inEntry] = text
  }

  #add(entry: Entry): void {
    this.#entries++
    if (entry.status !== undefined && entry.status !== BOOKED) {
      this.leftOut++
      return
    }
    this.#checkDate(entry)
    const { details } = entry
    const [only] = details
    if (only === undefined || details.length === 1) {
      // The amount of the entry is what was booked.
      this.#addLine(entry, { ...only?.references, ...entry.references, ...only?.references }, entry)
      return
    }
    for (const detail of details) this.#addLine(detail, { ...entry.references, ...detail.references }, entry)
  }

  #checkDate({ line, date }: Entry): void {
    if (date === undefined || this.#options.dates.has(date.replaceAll('-', ''))) return
    this.#faults.add({ line, column: 'BookgDt', reason: 'must be the business date or one day either side' })
  }

  #addLine(part: Part, references: Part['references'], entry: Entry): void {
    const line = this.#lineOf(part, references, entry)
    if (line !== undefined) this.#lines.push(line)
  }

  #lineOf(part: Part, references: Part['references'], entry: Entry): FileLine | undefined {
    const { line, amount, currency = entry.currency, sign = entry.sign } = part
    const faulty = (column: string, reason: string): undefined => this.#faults.add({ line, column, reason })
    const rrn = references[this.#reference]
    if (rrn === undefined || !isId(rrn))
      return faulty(this.#reference, 'must be 1 to 35 letters, digits, dots, hyphens or underscores')
    if (currency === undefined || !isCurrency(currency)) return faulty('Amt', 'must have a currency of ISO 4217 as Ccy')
    const amountMinor = amount === undefined ? undefined : minorFromDecimal(amount, currency)
    if (amountMinor === undefined || amountMinor === 0n)
      return faulty('Amt', `must be an amount above 0 in ${currency} without surplus decimals`)
    if (sign !== 'CRDT' && sign !== 'DBIT') return faulty('CdtDbtInd', 'must be CRDT or DBIT')
    const partnerId = this.#options.source
    return { line, part: this.#partOf(line), partnerId, rrn, isCredit: sign === 'CRDT', currency, amountMinor }
  }

  #partOf(line: number): number {
    const parts = this.#parts
    if (parts.line !== line) Object.assign(parts, { line, next: 0 })
    return parts.next++
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
