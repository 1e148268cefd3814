// Reason codes of ISO 20022 (external code set) that the platform uses. A new one is added here first.

export type IsoReason =
  | 'AB03' // aborted, settlement timeout
  | 'AB04' // aborted, settlement failed
  | 'AC01' // incorrect account number
  | 'AC02' // invalid debtor account
  | 'AC03' // invalid creditor account
  | 'AC04' // account closed
  | 'AC06' // account blocked
  | 'AC07' // creditor account closed
  | 'AC11' // invalid account currency
  | 'AG01' // transaction forbidden on this type of account
  | 'AG10' // agent suspended
  | 'AG11' // creditor agent suspended
  | 'AM03' // currency not allowed
  | 'AM04' // insufficient funds
  | 'AM12' // invalid amount
  | 'AM14' // amount exceeds the agreed maximum
  | 'AM23' // amount exceeds the settlement limit
  | 'BE01' // name does not match the account
  | 'CURR' // incorrect currency
  | 'CUST' // requested by the customer
  | 'DU05' // duplicate instruction id
  | 'FF01' // invalid format
  | 'MS02' // refused by the customer, no reason given
