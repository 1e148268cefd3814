// The accounts of an order that names a card and leaves its accounts to the bank, as orders of switches may: by the types that it
// names, among the accounts that a lookup by the card lists.

/** Types as ISO 8583 writes them: `00` unspecified, `10` savings, `20` checking. Undefined where the order names the account. */
export interface AccountTypes {
  readonly account?: string | undefined
  readonly beneficiary?: string | undefined
}

/** The accounts of an order that is on record. */
export interface RecordedAccounts {
  readonly accountId: string
  readonly beneficiaryAccountId?: string | undefined
}

interface Instrument {
  readonly account: { readonly id?: string | undefined }
  readonly card?: { readonly pan: string }
}

/** The body of such an order. */
export interface OpenBody {
  readonly transaction: { readonly rrn?: string; readonly date?: string }
  readonly institution: { readonly id?: string }
  readonly paymentInstrument: Instrument
  readonly beneficiaryInstrument?: Instrument
}

export interface ListedAccount {
  readonly id: string
  readonly accountType: string
}

const TYPES: Readonly<Record<string, string>> = { 10: 'SDA', 20: 'DDA' }
const UNSPECIFIED = '00'
const LOAN = 'LOAN'

/** Undefined when the card has no such account. The list is in the order in which a terminal shows it; a loan is never meant. */
export function chooseAccounts(
  types: AccountTypes,
  body: OpenBody,
  listed: readonly ListedAccount[],
): RecordedAccounts | undefined {
  const choose = (type: string, other?: string) =>
    listed.find(
      ({ id, accountType }) =>
        id !== other && (type === UNSPECIFIED ? accountType !== LOAN : accountType === TYPES[type]),
    )?.id
  const named = body.beneficiaryInstrument?.account.id
  const accountId = types.account === undefined ? body.paymentInstrument.account.id : choose(types.account, named)
  if (accountId === undefined) return undefined
  if (types.beneficiary === undefined) return { accountId }
  const beneficiaryAccountId = choose(types.beneficiary, accountId)
  return beneficiaryAccountId === undefined ? undefined : { accountId, beneficiaryAccountId }
}

/** The body with its accounts. What it names stays, so that a repeat with other accounts is told from the first. */
export function withAccounts(body: OpenBody, { accountId, beneficiaryAccountId }: RecordedAccounts): OpenBody {
  const { paymentInstrument, beneficiaryInstrument } = body
  const filled = (instrument: Instrument, id: string | undefined) => ({
    ...instrument,
    account: { id: instrument.account.id ?? id },
  })
  return {
    ...body,
    paymentInstrument: filled(paymentInstrument, accountId),
    ...(beneficiaryInstrument !== undefined && {
      beneficiaryInstrument: filled(beneficiaryInstrument, beneficiaryAccountId),
    }),
  }
}

/** The lookup that lists the accounts to choose from. */
export function lookupBody(body: OpenBody, today: string): object {
  const { paymentInstrument, transaction, ...origin } = body
  const { date = today } = transaction
  return {
    ...Object.fromEntries(Object.entries(origin).filter(([part]) => LOOKUP_PARTS.has(part))),
    transaction: { rrn: transaction.rrn, type: 'ACCOUNTLOOKUP', date },
    card: paymentInstrument.card,
  }
}

const LOOKUP_PARTS = new Set(['head', 'deviceInfo', 'institution'])
