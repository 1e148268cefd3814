// Made by sdk/generate.ts from contract/accounts.json; do not edit. `npm run sdk` makes it again.
// Account services 1.0.5

import type { CallOptions, Reply, Send } from './transport.ts'

export type Account = {
  /** Account. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  id: string
  /** DDA, SDA, LOAN and others. */
  accountType: string
  /** Transaction capability code. */
  txnCapability: string
  /** Label for people. */
  description: string
}

export type AccountLookupReply = {
  head: Head
  transaction: TransactionEcho
  institution: Institution
  /** Checking, savings, loans, others; absent on a decline. */
  accounts?: Account[]
  status: PlainStatus
}

export type AccountLookupRequest = {
  head: Head
  deviceInfo: DeviceInfo
  institution: Institution
  transaction: {
    /** Retrieval reference number. Must be 12 digits. */
    rrn: string
    /** A date, YYYYMMDD. Must be a real date, YYYYMMDD. */
    date: string
    /** Fixed for the endpoint. Must be ACCOUNTLOOKUP. */
    type: 'ACCOUNTLOOKUP'
  }
  card?: Card
  customer?: Customer
}

export type AccountReference = {
  /** Account, from the account lookup. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  id: string
}

export type AddPreferencesReply = {
  status: PlainStatus
  success: boolean
  /** For people. */
  message: string
}

export type AddPreferencesRequest = {
  institution: Institution
  card: Card
  deviceInfo: DeviceInfo
  /** Either a full profile, all seven fields, or `{"neverAsk": true}`. */
  profileData: FullProfile | NeverAskProfile
}

export type Amount = {
  /** Amount in major units, exact in the currency. Must be greater than 0. */
  amount: number
  /** ISO 4217 code. Must be an ISO 4217 currency code. */
  currencyCode: string
}

export type AmountEcho = {
  amount: number
  /** ISO 4217 code. Must be an ISO 4217 currency code. */
  currencyCode?: string
  accessFee?: number
}

/** Without `currencyCode` the original's currency holds. */
export type AmountOfOriginal = {
  /** Amount in major units, exact in the currency. Must be greater than 0. */
  amount: number
  /** ISO 4217 code. Must be an ISO 4217 currency code. */
  currencyCode?: string
}

export type AmountWithFee = {
  /** Amount in major units, exact in the currency. Must be greater than 0. */
  amount: number
  /** ISO 4217 code. Must be an ISO 4217 currency code. */
  currencyCode: string
  /** Surcharge of the terminal, part of `amount`. Must not be negative. */
  accessFee?: number
}

/** `dueDate` only on PaymentDue, which only loan accounts have. */
export type Balance = {
  type: 'Available' | 'Balance' | 'PaymentDue'
  amount: number
  /** ISO 4217 code. Must be an ISO 4217 currency code. */
  currencyCode: string
  /** A date, YYYYMMDD. Must be a real date, YYYYMMDD. */
  dueDate?: string
}

export type BalanceInquiryReply = {
  transaction: TransactionEcho
  paymentInstrument: InstrumentEcho
  institution: Institution
  branch?: Branch
  balances?: Balance[]
  status: Status
}

export type BalanceInquiryRequest = {
  head: Head
  deviceInfo: DeviceInfo
  institution: Institution
  transaction: {
    /** Retrieval reference number; new for every transaction and every reversal. Must be 12 digits. */
    rrn: string
    /** A date, YYYYMMDD. Must be a real date, YYYYMMDD. */
    date?: string
    /** Fixed for the endpoint. Must be BALANCEINQUIRY. */
    type: 'BALANCEINQUIRY'
  }
  paymentInstrument: PaymentInstrument
}

export type Beneficiary = {
  /** Institution of the destination; the same as `institution.id`. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId: string
}

export type BeneficiaryInstrument = {
  account: AccountReference
}

export type BillPaymentsReply = {
  transaction: TransactionEcho
  paymentInstrument: InstrumentEcho
  institution: Institution
  amount: AmountEcho
  branch?: Branch
  balances?: Balance[]
  status: Status
  biller: Biller
}

export type BillPaymentsRequest = {
  head: Head
  deviceInfo: DeviceInfo
  institution: Institution
  transaction: {
    /** Retrieval reference number; new for every transaction and every reversal. Must be 12 digits. */
    rrn: string
    /** A date, YYYYMMDD. Must be a real date, YYYYMMDD. */
    date?: string
    /** Fixed for the endpoint. Must be BILLPAYMENT. */
    type: 'BILLPAYMENT'
  }
  paymentInstrument: PaymentInstrument
  biller: Biller
  amount: Amount
}

export type Biller = {
  /** Biller. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId: string
  /** The biller's BIN. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  bin: string
}

/** The posting branch. */
export type Branch = {
  id: string
  name: string
  address: string
}

export type Card = {
  /** Card number (PAN). Must be 1 to 32 digits. */
  pan: string
}

/** An account; `card.pan` must not be sent. */
export type CardlessInstrument = {
  account: AccountReference
}

export type CardlessWithdrawalReply = {
  transaction: TransactionEcho
  paymentInstrument: InstrumentEcho
  institution: Institution
  amount: AmountEcho
  branch?: Branch
  balances?: Balance[]
  status: Status
}

export type CardlessWithdrawalRequest = {
  head: Head
  deviceInfo: DeviceInfo
  institution: Institution
  transaction: {
    /** Retrieval reference number; new for every transaction and every reversal. Must be 12 digits. */
    rrn: string
    /** A date, YYYYMMDD. Must be a real date, YYYYMMDD. */
    date?: string
    /** Fixed for the endpoint. Must be CARDLESSWITHDRAWAL. */
    type: 'CARDLESSWITHDRAWAL'
  }
  paymentInstrument: CardlessInstrument
  amount: AmountWithFee
  cash?: Cash
}

export type Cash = {
  /** Cash part. Must be greater than 0. */
  amount: number
}

export type Check = {
  /** Sum of the checks. Must be a decimal string such as "150.00". */
  totAmount: string
  /** The part that is available at once; the rest is held. Must be a decimal string such as "150.00". */
  totDerivedAmount: string
  /** Must list 1 to 200 checks. */
  checkDetails: CheckItem[]
}

export type CheckItem = {
  /** Amount of the check. Must be a decimal string such as "150.00". */
  amount: string
  /** Number of the check. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  checkNumber: string
}

export type CreditsReply = {
  transaction: TransactionEcho
  paymentInstrument: InstrumentEcho
  institution: Institution
  amount: AmountEcho
  branch?: Branch
  balances?: Balance[]
  status: Status
}

export type CreditsRequest = {
  head: Head
  deviceInfo: DeviceInfo
  institution: Institution
  transaction: {
    /** Retrieval reference number; new for every transaction and every reversal. Must be 12 digits. */
    rrn: string
    /** A date, YYYYMMDD. Must be a real date, YYYYMMDD. */
    date?: string
    /** Fixed for the endpoint. Must be CASHDEPOSIT or CHECKDEPOSIT or CASHCHECKDEPOSIT. */
    type: 'CASHDEPOSIT' | 'CHECKDEPOSIT' | 'CASHCHECKDEPOSIT'
  }
  paymentInstrument: PaymentInstrument
  amount: Amount
  cash?: Cash
  check?: Check
}

export type CreditsReverseReply = {
  transaction: TransactionEcho
  paymentInstrument: InstrumentEcho
  institution: Institution
  amount: AmountEcho
  balances?: Balance[]
  status: Status
}

export type CreditsReverseRequest = {
  head?: OptionalHead
  deviceInfo?: OptionalDeviceInfo
  institution: Institution
  transaction: {
    /** Retrieval reference number; new for every transaction and every reversal. Must be 12 digits. */
    rrn: string
    /** A date, YYYYMMDD. Must be a real date, YYYYMMDD. */
    date?: string
    /** Fixed for the endpoint. Must be CASHDEPOSITREVERSAL or CHECKDEPOSITREVERSAL or CASHCHECKDEPOSITREVERSAL. */
    type: 'CASHDEPOSITREVERSAL' | 'CHECKDEPOSITREVERSAL' | 'CASHCHECKDEPOSITREVERSAL'
  }
  paymentInstrument: PaymentInstrument
  amount: Amount
  reverseInfo: ReverseInfo
}

export type Customer = {
  /** Customer. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  id: string
}

export type DebitsReply = {
  transaction: TransactionEcho
  paymentInstrument: InstrumentEcho
  institution: Institution
  amount: AmountEcho
  branch?: Branch
  balances?: Balance[]
  status: Status
}

export type DebitsRequest = {
  head: Head
  deviceInfo: DeviceInfo
  institution: Institution
  transaction: {
    /** Retrieval reference number; new for every transaction and every reversal. Must be 12 digits. */
    rrn: string
    /** A date, YYYYMMDD. Must be a real date, YYYYMMDD. */
    date?: string
    /** Fixed for the endpoint. Must be CASHWITHDRAWAL. */
    type: 'CASHWITHDRAWAL'
  }
  paymentInstrument: PaymentInstrument
  amount: AmountWithFee
  cash?: Cash
}

export type DebitsReverseReply = {
  transaction: TransactionEcho
  paymentInstrument: InstrumentEcho
  institution: Institution
  amount: AmountEcho
  balances?: Balance[]
  status: Status
}

export type DebitsReverseRequest = {
  head?: OptionalHead
  deviceInfo?: OptionalDeviceInfo
  institution: Institution
  transaction: {
    /** Retrieval reference number; new for every transaction and every reversal. Must be 12 digits. */
    rrn: string
    /** A date, YYYYMMDD. Must be a real date, YYYYMMDD. */
    date?: string
    /** Fixed for the endpoint. Must be CASHWITHDRAWALREVERSAL. */
    type: 'CASHWITHDRAWALREVERSAL'
  }
  paymentInstrument: PaymentInstrument
  amount: AmountWithFee
  reverseInfo: ReverseInfo
}

export type DeletePreferencesReply = {
  status: PlainStatus
  success: boolean
  /** For people. */
  message: string
}

export type DeletePreferencesRequest = {
  institution: Institution
  card: Card
  deviceInfo: DeviceInfo
}

export type DeviceInfo = {
  /** Terminal. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  terminalId: string
  /** Location of the terminal. Must be 1 to 255 characters without control characters. */
  terminalLoc: string
  /** Card acceptor. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  acceptorId: string
}

export type EapiHealthCheckReply = {
  /** Overall. Must be ok or degraded or down. */
  status: 'ok' | 'degraded' | 'down'
  /** Where this runs. Must be sandbox or qa or uat or prod. */
  environment: 'sandbox' | 'qa' | 'uat' | 'prod'
  /** Version of the API. */
  version: string
  dependencies: {
    /** Dependency. Must be Gateway or CoreBanking. */
    name: 'Gateway' | 'CoreBanking'
    /** DEGRADED: slow, or one of several cores is down. Must be UP or DEGRADED or DOWN. */
    status: 'UP' | 'DEGRADED' | 'DOWN'
    /** How long the probe took. */
    latencyMs: number
  }[]
}

export type ErrorBody = {
  status: {
    responseCode: string
  }
  error: {
    /** The specification's word for the status. */
    reason: string
    /** For people. */
    message: string
    details: {
      /** The field or header at fault. */
      path: string
      /** What is wrong with it. */
      message: string
    }[]
  }
  correlationId: string
  timestamp: string
}

export type FullProfile = {
  /** Language of the screens. Must be ENG or SPA. */
  language: 'ENG' | 'SPA'
  /** Fast cash amount code. Must be 3 printable ASCII characters. */
  fastCashAmount: string
  /** Receipt for fast cash: 1 print, 2 no print, 3 ask. Must be 1 or 2 or 3. */
  fastCashReceipt: '1' | '2' | '3'
  /** Receipt for a withdrawal: 1 print, 2 no print, 3 ask. Must be 1 or 2 or 3. */
  withdrawalReceipt: '1' | '2' | '3'
  /** Receipt for anything else: 1 print, 2 no print, 3 ask. Must be 1 or 2 or 3. */
  otherReceipt: '1' | '2' | '3'
  /** Print the balance on receipts: 1 yes, 0 no. Must be 0 or 1. */
  receiptBalance: '0' | '1'
  /** Default account. Must be CHK or SAV. */
  account: 'CHK' | 'SAV'
}

export type GetPreferencesReply = {
  status: PlainStatus
  /** 0 not set, 1 active, 2 never ask, 3 deleted; absent on a decline. Must be 0 or 1 or 2 or 3. */
  profileStatus?: '0' | '1' | '2' | '3'
  profileData?: FullProfile | NeverAskProfile | null
}

export type GetPreferencesRequest = {
  institution: Institution
  card: Card
}

export type Head = {
  /** Acquirer institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  acquirerId?: string
  /** What the request is for. Must be 1 to 255 characters without control characters. */
  description: string
}

export type Institution = {
  /** Financial institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  id: string
}

/** The card is never echoed. */
export type InstrumentEcho = {
  account: {
    /** Account. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
    id: string
  }
}

export type NeverAskProfile = {
  /** No prompts at all. Must be true. */
  neverAsk: true
}

export type OptionalDeviceInfo = {
  /** Terminal. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  terminalId?: string
  /** Location of the terminal. Must be 1 to 255 characters without control characters. */
  terminalLoc?: string
  /** Card acceptor. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  acceptorId?: string
}

export type OptionalHead = {
  /** Acquirer institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  acquirerId?: string
  /** What the request is for. Must be 1 to 255 characters without control characters. */
  description?: string
}

export type PaymentInstrument = {
  account: AccountReference
  card?: Card
}

export type PlainStatus = {
  /** `000` done. */
  responseCode: string
}

export type ReverseInfo = {
  /** Why it is reversed. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  reasonCode: string
  /** How much is reversed; less than the original for a partial reversal. Must be greater than 0. */
  amount: number
  /** `status.authId` of the original's reply. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  authId?: string
  /** RRN of the original. Must be 12 digits. */
  originalRrn?: string
}

export type Status = {
  /** `000` approved; any other code is a decline. */
  responseCode: string
  /** Authorization id; keep it for a reversal. */
  authId?: string
}

/** As sent; without a date sent, the business date. */
export type TransactionEcho = {
  rrn: string
  type: string
  /** A date, YYYYMMDD. Must be a real date, YYYYMMDD. */
  date?: string
}

/** Source and destination. */
export type TransferBalances = {
  paymentInstrument: Balance[]
  beneficiaryInstrument: Balance[]
}

export type TransfersReply = {
  transaction: TransactionEcho
  paymentInstrument: InstrumentEcho
  institution: Institution
  amount: AmountEcho
  branch?: Branch
  balances?: TransferBalances
  status: Status
  beneficiary: {
    /** Institution of the destination. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
    institutionId: string
  }
  beneficiaryInstrument: InstrumentEcho
}

export type TransfersRequest = {
  head: Head
  deviceInfo: DeviceInfo
  institution: Institution
  transaction: {
    /** Retrieval reference number; new for every transaction and every reversal. Must be 12 digits. */
    rrn: string
    /** A date, YYYYMMDD. Must be a real date, YYYYMMDD. */
    date?: string
    /** Fixed for the endpoint. Must be TRANSFER. */
    type: 'TRANSFER'
  }
  paymentInstrument: PaymentInstrument
  beneficiary: Beneficiary
  beneficiaryInstrument: BeneficiaryInstrument
  amount: Amount
}

export type TransfersReverseReply = {
  transaction: TransactionEcho
  paymentInstrument: InstrumentEcho
  institution: Institution
  amount: AmountEcho
  balances?: Balance[]
  status: Status
}

export type TransfersReverseRequest = {
  head?: OptionalHead
  deviceInfo?: OptionalDeviceInfo
  institution: Institution
  transaction: {
    /** Retrieval reference number; new for every transaction and every reversal. Must be 12 digits. */
    rrn: string
    /** A date, YYYYMMDD. Must be a real date, YYYYMMDD. */
    date?: string
    /** Fixed for the endpoint. Must be TRANSFERREVERSAL. */
    type: 'TRANSFERREVERSAL'
  }
  paymentInstrument: PaymentInstrument
  beneficiary: Beneficiary
  beneficiaryInstrument: BeneficiaryInstrument
  amount: AmountOfOriginal
  reverseInfo: ReverseInfo
}

export type EapiHealthCheckAnswer =
  | Reply<200, EapiHealthCheckReply>
  | Reply<405 | 500, ErrorBody>

export type GetPreferencesAnswer =
  | Reply<200, GetPreferencesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorBody>

export type AddPreferencesAnswer =
  | Reply<200, AddPreferencesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorBody>

export type DeletePreferencesAnswer =
  | Reply<200, DeletePreferencesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorBody>

export type AccountLookupAnswer =
  | Reply<200, AccountLookupReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorBody>

export type BalanceInquiryAnswer =
  | Reply<200, BalanceInquiryReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorBody>

export type DebitsAnswer =
  | Reply<200, DebitsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorBody>

export type DebitsReverseAnswer =
  | Reply<200, DebitsReverseReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorBody>

export type CreditsAnswer =
  | Reply<200, CreditsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorBody>

export type CreditsReverseAnswer =
  | Reply<200, CreditsReverseReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorBody>

export type TransfersAnswer =
  | Reply<200, TransfersReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorBody>

export type TransfersReverseAnswer =
  | Reply<200, TransfersReverseReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorBody>

export type BillPaymentsAnswer =
  | Reply<200, BillPaymentsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorBody>

export type CardlessWithdrawalAnswer =
  | Reply<200, CardlessWithdrawalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorBody>

/** Every operation of the contract, over a way to send them. */
export interface AccountsOperations {
  /**
   * Health check
   *
   * For the start of a session, not for polling: the answer is up to two seconds old. No credentials are needed.
   * `degraded`: transactions may be slow or fail now and then. `down`: they will likely fail.
   */
  eapiHealthCheck(options?: CallOptions): Promise<EapiHealthCheckAnswer>
  /**
   * Read the ATM preferences of a card
   *
   * Without a profile: `profileStatus` 0 and `profileData` null; after a deletion 3 and null. On a decline both are
   * absent.
   */
  getPreferences(body: GetPreferencesRequest, options?: CallOptions): Promise<GetPreferencesAnswer>
  /**
   * Save the ATM preferences of a card
   *
   * `profileData` is a full profile, all seven fields, or `{"neverAsk": true}`; both at once are refused. The
   * profile belongs to institution and card, not to the terminal.
   */
  addPreferences(body: AddPreferencesRequest, options?: CallOptions): Promise<AddPreferencesAnswer>
  /**
   * Delete the ATM preferences of a card
   *
   * Idempotent: `success` is true also when there was no profile. POST, for the sake of channel adapters.
   */
  deletePreferences(body: DeletePreferencesRequest, options?: CallOptions): Promise<DeletePreferencesAnswer>
  /**
   * List the accounts of a card
   *
   * Send `card.pan` when the card is present, otherwise `customer.id`. Moves nothing.
   */
  accountLookup(body: AccountLookupRequest, options?: CallOptions): Promise<AccountLookupAnswer>
  /**
   * Balances of an account
   *
   * `Available` is what can be spent; `Balance` is what is booked. Loan accounts show the principal outstanding as
   * `Balance` and have a `PaymentDue` with its `dueDate`. Moves nothing.
   */
  balanceInquiry(body: BalanceInquiryRequest, options?: CallOptions): Promise<BalanceInquiryAnswer>
  /**
   * Cash withdrawal
   *
   * `amount.amount` is debited, the fee included; the cash handed out is `amount.amount` − `amount.accessFee`, and
   * `cash.amount`, when sent, must equal that. `000`: hand the cash out. Keep `status.authId` for a reversal.
   */
  debits(body: DebitsRequest, options?: CallOptions): Promise<DebitsAnswer>
  /**
   * Reverse a cash withdrawal
   *
   * Credits the account. The original is found by `reverseInfo.authId`, else by `reverseInfo.originalRrn`, else it
   * is the newest of the same account and amount. `amount.amount` is the amount of the original,
   * `reverseInfo.amount` what is taken back; taken back in full, the fee is returned too. A card or terminal that is
   * sent must be known, but its state (blocked, expired, inactive) is no obstacle. After a 504 repeat it under the
   * same RRN.
   */
  debitsReverse(body: DebitsReverseRequest, options?: CallOptions): Promise<DebitsReverseAnswer>
  /**
   * Deposit
   *
   * CASHDEPOSIT takes `cash`, CHECKDEPOSIT takes `check`, CASHCHECKDEPOSIT takes both; a block of the other kind is
   * refused. The parts add up to `amount.amount`, the checks to `check.totAmount`. Check amounts are decimal
   * strings.
   */
  credits(body: CreditsRequest, options?: CallOptions): Promise<CreditsAnswer>
  /**
   * Reverse a deposit
   *
   * Debits the account for `reverseInfo.amount`. The type says which kind of deposit the original was. A card or
   * terminal that is sent must be known, but its state (blocked, expired, inactive) is no obstacle. After a 504
   * repeat it under the same RRN.
   */
  creditsReverse(body: CreditsReverseRequest, options?: CallOptions): Promise<CreditsReverseAnswer>
  /**
   * Transfer between accounts of one institution
   *
   * Debits `paymentInstrument`, credits `beneficiaryInstrument`. `beneficiary.institutionId` must equal
   * `institution.id`. Unlike everywhere else, `balances` is an object with the balances of both accounts.
   */
  transfers(body: TransfersRequest, options?: CallOptions): Promise<TransfersAnswer>
  /**
   * Reverse a transfer
   *
   * Credits the original's source and debits its destination. `balances` is the flat list of the source account.
   * Without `amount.currencyCode` the original's currency holds. A card or terminal that is sent must be known, but
   * its state (blocked, expired, inactive) is no obstacle. After a 504 repeat it under the same RRN.
   */
  transfersReverse(body: TransfersReverseRequest, options?: CallOptions): Promise<TransfersReverseAnswer>
  /**
   * Pay a registered biller
   *
   * Since 1.0.5 `biller.bin` is required. A biller that is not registered gives 404; one that is inactive, or whose
   * BIN is another, declines with 185. There is no reversal.
   */
  billPayments(body: BillPaymentsRequest, options?: CallOptions): Promise<BillPaymentsAnswer>
  /**
   * Cardless withdrawal
   *
   * Started by an app with a QR code or NFC token. `paymentInstrument.card.pan` must not be sent. Amounts as for a
   * cash withdrawal. `000`: hand the cash out.
   */
  cardlessWithdrawal(body: CardlessWithdrawalRequest, options?: CallOptions): Promise<CardlessWithdrawalAnswer>
}

export function accountsOperations(send: Send): AccountsOperations {
  return {
    eapiHealthCheck: (options) =>
      send({ operationId: 'EapiHealthCheck', method: 'GET', path: '/api/health' }, undefined, options),
    getPreferences: (body, options) =>
      send({ operationId: 'GetPreferences', method: 'POST', path: '/api/ssb/accountservices/v1/preferences/retrieve' }, body, options),
    addPreferences: (body, options) =>
      send({ operationId: 'AddPreferences', method: 'POST', path: '/api/ssb/accountservices/v1/preferences' }, body, options),
    deletePreferences: (body, options) =>
      send({ operationId: 'DeletePreferences', method: 'POST', path: '/api/ssb/accountservices/v1/preferences/delete' }, body, options),
    accountLookup: (body, options) =>
      send({ operationId: 'AccountLookup', method: 'POST', path: '/api/ssb/accountservices/v1/accounts' }, body, options),
    balanceInquiry: (body, options) =>
      send({ operationId: 'BalanceInquiry', method: 'POST', path: '/api/ssb/accountservices/v1/accounts/balance' }, body, options),
    debits: (body, options) =>
      send({ operationId: 'Debits', method: 'POST', path: '/api/ssb/accountservices/v1/transactions/debits' }, body, options),
    debitsReverse: (body, options) =>
      send({ operationId: 'DebitsReverse', method: 'POST', path: '/api/ssb/accountservices/v1/transactions/debits/reverse' }, body, options),
    credits: (body, options) =>
      send({ operationId: 'Credits', method: 'POST', path: '/api/ssb/accountservices/v1/transactions/credits' }, body, options),
    creditsReverse: (body, options) =>
      send({ operationId: 'CreditsReverse', method: 'POST', path: '/api/ssb/accountservices/v1/transactions/credits/reverse' }, body, options),
    transfers: (body, options) =>
      send({ operationId: 'Transfers', method: 'POST', path: '/api/ssb/accountservices/v1/transactions/transfers' }, body, options),
    transfersReverse: (body, options) =>
      send({ operationId: 'TransfersReverse', method: 'POST', path: '/api/ssb/accountservices/v1/transactions/transfers/reverse' }, body, options),
    billPayments: (body, options) =>
      send({ operationId: 'BillPayments', method: 'POST', path: '/api/ssb/accountservices/v1/transactions/billpayments' }, body, options),
    cardlessWithdrawal: (body, options) =>
      send({ operationId: 'CardlessWithdrawal', method: 'POST', path: '/api/ssb/accountservices/v1/transactions/cardless' }, body, options),
  }
}

/** What each response code means, in the words of the catalogue. */
export const RESPONSE_CODES: Readonly<Record<string, string>> = {
  '100': 'Do not honour',
  '101': 'Card expired',
  '102': 'Suspected fraud',
  '104': 'Restricted card',
  '110': 'Insufficient funds',
  '111': 'Invalid card number',
  '113': 'Unacceptable fee',
  '114': 'No such account',
  '115': 'Function not supported',
  '118': 'No card record',
  '119': 'Not permitted to cardholder',
  '120': 'Not permitted to terminal',
  '121': 'Exceeds amount limit',
  '123': 'Exceeds count limit',
  '125': 'Card not active',
  '180': 'Invalid amount',
  '181': 'Currency not accepted',
  '182': 'Source account not usable',
  '183': 'Destination account not usable',
  '184': 'Biller not registered',
  '185': 'Biller not usable',
  '188': 'Reversal window over',
  '190': 'Same source and destination',
  '208': 'Lost card',
  '209': 'Stolen card',
  '480': 'Already reversed',
  '483': 'Reversal exceeds what is left',
  '484': 'Original was declined',
  '485': 'Reversed before it arrived',
  '902': 'Invalid transaction',
  '904': 'Format error',
  '906': 'Cutover in process',
  '907': 'Core inoperative',
  '909': 'System malfunction',
  '911': 'Core timed out',
  '912': 'Issuer unavailable',
  '913': 'Duplicate transmission',
  '914': 'Original not found',
  '940': 'Unknown terminal',
  '950': 'Violation of business arrangement',
  '000': 'Approved',
}
