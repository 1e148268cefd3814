// From an answer of account services to a message: the fields that an answer repeats, its code, the authorization and balances.

import { numberOfCurrency } from '../../platform/kernel/money/currency-numbers.ts'
import { minorFromNumber } from '../../platform/kernel/money/money.ts'
import type { Dialect } from '../iso8583/dialect.ts'
import type { Parts } from '../iso8583/fields/composite.ts'
import type { Message } from '../iso8583/message-codec.ts'
import type { DeskAnswer } from './switch-desk.ts'

/** An answer repeats what tells the switch which message it answers. */
const REPEATED = [2, 3, 4, 7, 11, 12, 13, 24, 28, 32, 33, 37, 41, 42, 49, 70, 100, 102, 103]
/** In 1993 these numbers have other meanings, or the answer has no use for them. */
const NOT_OF_1993 = new Set([13, 28, 70])

/** Action codes of 1993 for what is accepted, by the second digit of the message type; other approvals have 000. */
const ACCEPTED_1993: Readonly<Record<string, string>> = { 4: '400', 8: '800' }
const APPROVED = '000'

/** `sent` by the code of the gateway. */
function responseCode({ responseCodes, version }: Dialect, mti: string, code: string): string {
  const { sent } = responseCodes
  const accepted = version === 1993 && code === APPROVED ? ACCEPTED_1993[mti[1] ?? ''] : undefined
  // A dialect that has another code for approvals has its own ways.
  if (accepted !== undefined && sent[APPROVED] === APPROVED) return accepted
  return (Object.hasOwn(sent, code) ? sent[code] : sent.other) as string
}

/** An answer without balances: a refusal, or that of network management. */
export function plainAnswer(request: Message, mti: string, code: string, dialect: Dialect): Message {
  const fields: Record<number, Message['fields'][number]> = {}
  for (const number of REPEATED) {
    const value = request.fields[number]
    if (value === undefined || (dialect.version === 1993 && NOT_OF_1993.has(number))) continue
    if (number in dialect.fields) fields[number] = value
  }
  return { mti, fields: { ...fields, 39: responseCode(dialect, mti, code) } }
}

interface BalanceLine {
  readonly type: string
  readonly amount: number
  readonly currencyCode: string
}

interface ReplyText {
  readonly status?: { readonly authId?: string }
  readonly balances?:
    | readonly BalanceLine[]
    | { readonly paymentInstrument: readonly BalanceLine[]; readonly beneficiaryInstrument: readonly BalanceLine[] }
  readonly accounts?: readonly Readonly<Record<'id' | 'accountType' | 'txnCapability' | 'description', string>>[]
}

/** `code` is that of the message, which for an advice is not always that of the order. */
export function orderAnswer(
  request: Message,
  mti: string,
  code: string,
  { reply, status }: Pick<DeskAnswer, 'reply' | 'status'>,
  dialect: Dialect,
): Message {
  const plain = plainAnswer(request, mti, code, dialect)
  if (status !== 200) return plain
  const { status: outcome, balances, accounts } = JSON.parse(reply) as ReplyText
  const amounts = balances === undefined ? [] : additionalAmounts(request, balances)
  return {
    mti,
    fields: {
      ...plain.fields,
      ...(outcome?.authId !== undefined && { 38: outcome.authId }),
      ...(amounts.length > 0 && { 54: amounts }),
      ...(accounts !== undefined && { 48: accountList(accounts) }),
    },
  }
}

/** DE 54. An account's type is that of DE 3, as far as the message says one. */
function additionalAmounts({ fields }: Message, balances: NonNullable<ReplyText['balances']>): Parts[] {
  const code = String(fields[3] ?? '')
  const [from, to] = [code.slice(2, 4) || '00', code.slice(4, 6) || '00']
  if (!('paymentInstrument' in balances)) return balances.flatMap((line) => amountOf(line, from))
  return [
    ...balances.paymentInstrument.flatMap((line) => amountOf(line, from)),
    ...balances.beneficiaryInstrument.flatMap((line) => amountOf(line, to)),
  ]
}

const AMOUNT_TYPES: Readonly<Record<string, string>> = { Balance: '01', Available: '02', PaymentDue: '04' }
const MOST_DIGITS = 12

/** One that does not fit is left out: a balance that is wrong is worse than none. */
function amountOf({ type, amount, currencyCode }: BalanceLine, accountType: string): Parts[] {
  const minor = minorFromNumber(amount, currencyCode)
  const currency = numberOfCurrency(currencyCode)
  const amountType = AMOUNT_TYPES[type]
  if (minor === undefined || currency === undefined || amountType === undefined) return []
  const digits = (minor < 0n ? -minor : minor).toString()
  if (digits.length > MOST_DIGITS) return []
  return [
    { accountType, amountType, currency, sign: minor < 0n ? 'D' : 'C', amount: digits.padStart(MOST_DIGITS, '0') },
  ]
}

const MOST_CHARACTERS = 999

/** DE 48: `id|type|capability|description`, one account after the other with `;` between; as many as there is room for. */
function accountList(accounts: NonNullable<ReplyText['accounts']>): string {
  let list = ''
  for (const { id, accountType, txnCapability, description } of accounts) {
    const entry = [id, accountType, txnCapability, description].map(plainText).join('|')
    const longer = list === '' ? entry : `${list};${entry}`
    if (longer.length > MOST_CHARACTERS) break
    list = longer
  }
  return list
}

function plainText(text: string): string {
  return text.replace(/[|;]|[^ -~\xa1-\xff]/g, ' ')
}
