// Lookups and balance inquiries.

import type { RemoteBalanceInquiry } from '../remote-core.ts'
import type { CheckCase, CheckDesk } from './check-desk.ts'

type Row = [code: string, why: string, asked: (desk: CheckDesk) => Omit<RemoteBalanceInquiry, 'origin'>]

const special = (desk: CheckDesk, name: 'frozen' | 'closed') =>
  desk.given(desk.fixture.accounts?.[name], `accounts.${name}`)

const ROWS: readonly Row[] = [
  ['114', 'an unknown account', () => ({ accountId: 'NO-SUCH-ACCOUNT' })],
  ['114', "another card's account", (d) => ({ accountId: d.newAccount(), pan: d.given(d.fixture.card, 'card').pan })],
  ['182', 'a frozen account', (d) => ({ accountId: special(d, 'frozen') })],
  ['182', 'a closed account', (d) => ({ accountId: special(d, 'closed') })],
  ['111', 'a card number with a wrong check digit', (d) => ({ accountId: d.newAccount(), pan: '4000000000000011' })],
  ['118', 'an unknown card', (d) => ({ accountId: d.newAccount(), pan: '4999999999999996' })],
]

const rowCases = ROWS.map(
  ([code, why, asked]): CheckCase => ({
    title: `${code}: an inquiry on ${why}`,
    async run(desk) {
      desk.expect('the outcome', await desk.core.inquireBalance({ origin: desk.origin(), ...asked(desk) }), { code })
    },
  }),
)

export const INQUIRY_CASES: readonly CheckCase[] = [
  ...rowCases,
  {
    title: 'an inquiry is allowed where nothing else is',
    async run(desk) {
      await desk.balances(desk.given(desk.fixture.accounts?.inquiryOnly, 'accounts.inquiryOnly'))
    },
  },
  {
    title: 'a lookup lists the accounts of a card, and of its customer, in the same order',
    async run(desk) {
      const { pan, customerId, accountIds } = desk.given(desk.fixture.card, 'card')
      const byCard = await desk.core.lookUpAccounts({ origin: desk.origin(), pan })
      const ids = 'accounts' in byCard ? byCard.accounts.map(({ id }) => id) : byCard.code
      desk.expect('the accounts of the card', ids, accountIds)
      const byCustomer = await desk.core.lookUpAccounts({ origin: desk.origin(), customerId })
      desk.expect('the accounts of the customer', byCustomer, byCard)
    },
  },
  {
    title: 'a lookup of an unknown card declines 118, of an unknown customer 114',
    async run(desk) {
      const origin = desk.origin()
      desk.expect('the card', await desk.core.lookUpAccounts({ origin, pan: '4999999999999996' }), { code: '118' })
      desk.expect('the customer', await desk.core.lookUpAccounts({ origin, customerId: 'NOBODY' }), { code: '114' })
    },
  },
]
