// The services of account services, in the words of the console.

export const SERVICES = [
  { value: 'PREFERENCES', label: 'Preferences', hint: 'Language, receipt and fast cash that a customer has chosen' },
  { value: 'LOOKUP', label: 'Account lookup', hint: 'The accounts behind a card' },
  { value: 'BALANCE', label: 'Balance inquiry', hint: 'What an account holds' },
  { value: 'WITHDRAWAL', label: 'Cash withdrawal', hint: 'Cash with a card' },
  { value: 'DEPOSIT', label: 'Deposit', hint: 'Cash and checks' },
  { value: 'TRANSFER', label: 'Transfer', hint: 'Between accounts' },
  { value: 'BILL_PAYMENT', label: 'Bill payment', hint: 'To the billers of the institution' },
  { value: 'CARDLESS', label: 'Cardless withdrawal', hint: 'Cash without a card, ordered on a phone' },
] as const

export function serviceName(service: string): string {
  return SERVICES.find(({ value }) => value === service)?.label ?? service
}
