// Invalid values by type of field. All of them are rejected with 400.

const NOT_A_STRING = [20, true, {}, ['20']]
const NOT_A_NUMBER = ['20', true, {}, [20]]

export interface FieldFaults {
  readonly wrongTypes: readonly unknown[]
  readonly malformed: readonly unknown[]
}

const IDENTIFIER: FieldFaults = {
  wrongTypes: NOT_A_STRING,
  malformed: ['', ' ', 'A B', `A\n`, "A'; --", 'Ä', 'x'.repeat(36)],
}
const TEXT: FieldFaults = { wrongTypes: NOT_A_STRING, malformed: ['', 'x'.repeat(256), 'a\u0000b', 'a\nb', '\ud800'] }
const REFERENCE_NUMBER: FieldFaults = {
  wrongTypes: [...NOT_A_STRING, 260115000001],
  malformed: ['', '26011500000', '2601150000011', '26011500000A', '26011500000 ', '٢٦٠١١٥٠٠٠٠٠١'],
}
const DATE: FieldFaults = {
  wrongTypes: [...NOT_A_STRING, 20260115],
  malformed: ['', '2026-01-15', '2026011', '202601150', '20230229', '20241301', '20240100', '20240431', '00000000'],
}
const CARD_NUMBER: FieldFaults = {
  wrongTypes: [...NOT_A_STRING, 4000000000000010],
  malformed: ['', '400000000000001O', '4000 0000 0000 0010', '4000-0000-0000-0010', '4'.repeat(60)],
}
// Four decimals are too many in any currency; bad-input.test.ts goes through the currencies.
const AMOUNT: FieldFaults = { wrongTypes: NOT_A_NUMBER, malformed: [0, -0.01, -20, 20.0001, 1e20, 123456789012345.67] }
const FEE: FieldFaults = { wrongTypes: NOT_A_NUMBER, malformed: [-0.01, 0.0001, 1e20] }
const CURRENCY: FieldFaults = {
  wrongTypes: [...NOT_A_STRING, 840],
  malformed: ['', 'usd', 'US', 'USDX', 'XXX', 'ZZZ', '840', 'U$D'],
}
const DECIMAL: FieldFaults = {
  wrongTypes: [150, true, {}, ['150.00']],
  malformed: ['', ' 150.00', '-150.00', '+150.00', '1,50', '1e2', '.5', '5.', '150.001', 'NaN', '0x10', '1'.repeat(17)],
}
const CHECK_ITEMS: FieldFaults = {
  wrongTypes: [5, 'x', true, {}],
  malformed: [[], Array.from({ length: 201 }, () => ({ amount: '0.50', checkNumber: '1' }))],
}
const TYPE: FieldFaults = { wrongTypes: NOT_A_STRING, malformed: [] }

function oneOf(...others: string[]): FieldFaults {
  return { wrongTypes: NOT_A_STRING, malformed: ['', ...others] }
}

export const FAULTS: Readonly<Record<string, FieldFaults>> = {
  'head.acquirerId': IDENTIFIER,
  'head.description': TEXT,
  'transaction.rrn': REFERENCE_NUMBER,
  'transaction.date': DATE,
  // A string that is not the endpoint's type is 902, not 904, and has its own test.
  'transaction.type': TYPE,
  'deviceInfo.terminalId': IDENTIFIER,
  'deviceInfo.terminalLoc': TEXT,
  'deviceInfo.acceptorId': IDENTIFIER,
  'institution.id': IDENTIFIER,
  'card.pan': CARD_NUMBER,
  'customer.id': IDENTIFIER,
  'paymentInstrument.account.id': IDENTIFIER,
  'paymentInstrument.card.pan': CARD_NUMBER,
  'amount.amount': AMOUNT,
  'amount.currencyCode': CURRENCY,
  'amount.accessFee': FEE,
  'cash.amount': AMOUNT,
  'check.totAmount': DECIMAL,
  'check.totDerivedAmount': DECIMAL,
  'check.checkDetails': CHECK_ITEMS,
  'check.checkDetails[0].amount': DECIMAL,
  'check.checkDetails[0].checkNumber': IDENTIFIER,
  'reverseInfo.reasonCode': IDENTIFIER,
  'reverseInfo.amount': AMOUNT,
  'reverseInfo.authId': IDENTIFIER,
  'reverseInfo.originalRrn': REFERENCE_NUMBER,
  'beneficiary.institutionId': IDENTIFIER,
  'beneficiaryInstrument.account.id': IDENTIFIER,
  'biller.institutionId': IDENTIFIER,
  'biller.bin': IDENTIFIER,
  'profileData.language': oneOf('eng', 'FRA'),
  'profileData.fastCashAmount': oneOf('60', '0600'),
  'profileData.fastCashReceipt': oneOf('0', '4'),
  'profileData.withdrawalReceipt': oneOf('0', '4'),
  'profileData.otherReceipt': oneOf('0', '4'),
  'profileData.receiptBalance': oneOf('2', 'Y'),
  'profileData.account': oneOf('chk', 'DDA'),
}
