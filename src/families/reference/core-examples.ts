// The examples of contract/core.json.

export type WireExamples = Readonly<Record<string, unknown>>

export const REFERENCE = '01890a5d-ac96-774b-bcce-b302099a8057'

const ORIGIN = { partnerId: 'PARTNER01', rrn: '000000000001', terminalId: 'ATM00001', businessDate: '20261115' }
const BASE = { origin: ORIGIN, accountId: '1000000001', amount: { minor: 6_250, currency: 'USD' } }

export const ORDERS = {
  cashWithdrawal: { kind: 'CASH_WITHDRAWAL', ...BASE, pan: '4000000000000010', accessFeeMinor: 250 },
  cardlessWithdrawal: { kind: 'CARDLESS_WITHDRAWAL', ...BASE, accessFeeMinor: 0 },
  deposit: { kind: 'DEPOSIT', ...BASE, cashMinor: 1_250, checkMinor: 5_000, checkAvailableMinor: 1_000 },
  transfer: { kind: 'TRANSFER', ...BASE, beneficiaryAccountId: '1000000002' },
  billPayment: { kind: 'BILL_PAYMENT', ...BASE, billerId: 'BILLER01', billerBin: '510000' },
  reversal: {
    kind: 'REVERSAL',
    ...BASE,
    originalReference: '01890a5d-ac95-7c2e-9f1a-3d5b7e9a1c44',
    reasonCode: 'NOCASH',
    complete: true,
    forced: false,
  },
}

export const APPROVED = {
  reference: REFERENCE,
  state: 'EXECUTED',
  outcome: {
    code: '000',
    branch: { id: '001', name: 'Main Street Branch', address: '1 Main Street, Springfield' },
    balances: { currency: 'USD', availableMinor: 243_750, balanceMinor: 243_750 },
  },
}

export const DECLINED = { reference: REFERENCE, state: 'EXECUTED', outcome: { code: '110' } }
export const CANCELLED = { reference: REFERENCE, state: 'CANCELLED' }

export const LOOKUP = { origin: ORIGIN, pan: '4000000000000010' }
export const INQUIRY = { origin: ORIGIN, accountId: '1000000001' }

export const LISTED = {
  code: '000',
  accounts: [{ id: '1000000001', accountType: 'DDA', txnCapability: '06', description: 'Everyday checking' }],
}
