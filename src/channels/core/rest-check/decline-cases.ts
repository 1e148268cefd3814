// Declines: one row per reason. A decline moves nothing.

import type { RemoteOrder } from '../remote-core.ts'
import type { CheckCase, CheckDesk } from './check-desk.ts'

const UNKNOWN_ACCOUNT = 'NO-SUCH-ACCOUNT'
/** A valid number that no core has issued, and one whose check digit is wrong. */
const UNKNOWN_PAN = '4999999999999996'
const WRONG_PAN = '4000000000000011'

type Row = [code: string, why: string, order: (desk: CheckDesk, account: string) => RemoteOrder]

const special = (
  desk: CheckDesk,
  name: 'inquiryOnly' | 'frozen' | 'closed' | 'doNotHonour' | 'suspectedFraud' | 'loan',
) => desk.given(desk.fixture.accounts?.[name], `accounts.${name}`)
const otherCurrency = (desk: CheckDesk) =>
  desk.given(desk.fixture.accounts?.inOtherCurrency, 'accounts.inOtherCurrency')
const limits = (desk: CheckDesk) => desk.given(desk.fixture.limits, 'limits')
const note = (desk: CheckDesk) => BigInt(desk.given(desk.fixture.terminal, 'terminal').noteMinor)
const cardPan = (desk: CheckDesk) => desk.given(desk.fixture.card, 'card').pan

const ROWS: readonly Row[] = [
  ['111', 'a card number with a wrong check digit', (d, account) => d.withdrawal(account, 2_000n, { pan: WRONG_PAN })],
  ['118', 'an unknown card', (d, account) => d.withdrawal(account, 2_000n, { pan: UNKNOWN_PAN })],
  ['114', 'an account of another card', (d, account) => d.withdrawal(account, 2_000n, { pan: cardPan(d) })],
  ['114', 'a withdrawal from an unknown account', (d) => d.withdrawal(UNKNOWN_ACCOUNT, 2_000n)],
  ['114', 'a deposit to an unknown account', (d) => d.deposit(UNKNOWN_ACCOUNT, 2_000n)],
  ['114', 'a transfer to an unknown account', (d, account) => d.transfer(account, UNKNOWN_ACCOUNT, 2_000n)],
  [
    '114',
    'an account of another institution',
    (d, account) => d.transfer(account, d.given(d.fixture.otherInstitution, 'otherInstitution').accountId, 2_000n),
  ],
  ['182', 'a withdrawal from a frozen account', (d) => d.withdrawal(special(d, 'frozen'), 2_000n)],
  ['182', 'a transfer from a closed account', (d, account) => d.transfer(special(d, 'closed'), account, 2_000n)],
  ['183', 'a transfer to a closed account', (d, account) => d.transfer(account, special(d, 'closed'), 2_000n)],
  ['183', 'a deposit to a frozen account', (d) => d.deposit(special(d, 'frozen'), 2_000n)],
  ['190', 'a transfer to the same account', (d, account) => d.transfer(account, account, 2_000n)],
  ['185', 'a biller with another BIN', (d, account) => d.billPayment(account, 2_000n, { billerBin: '999999' })],
  ['185', 'an unknown biller', (d, account) => d.billPayment(account, 2_000n, { billerId: 'NO-SUCH-BILLER' })],
  [
    '185',
    'an inactive biller',
    (d, account) => {
      const { billerId, bin } = d.given(d.fixture.billers?.inactive, 'billers.inactive')
      return d.billPayment(account, 2_000n, { billerId, billerBin: bin })
    },
  ],
  ['119', 'a withdrawal where only inquiries are allowed', (d) => d.withdrawal(special(d, 'inquiryOnly'), 2_000n)],
  ['119', 'a transfer from a loan', (d, account) => d.transfer(special(d, 'loan'), account, 2_000n)],
  [
    '181',
    "another currency than the account's",
    (d, account) => d.withdrawal(account, 2_000n, { currency: otherCurrency(d).currency }),
  ],
  ['181', 'a transfer between currencies', (d, account) => d.transfer(account, otherCurrency(d).accountId, 2_000n)],
  ['180', 'cash that the notes do not make up', (d, account) => d.withdrawal(account, note(d) * 4n + 1n)],
  [
    '113',
    'a fee above the cap',
    (d, account) => {
      const accessFeeMinor = BigInt(limits(d).accessFeeMinor) + 1n
      return d.withdrawal(account, note(d) + accessFeeMinor, { accessFeeMinor })
    },
  ],
  ['180', 'a loan payment of more than is owed', (d, account) => d.transfer(account, special(d, 'loan'), 10n ** 14n)],
  ['100', 'an account that is not to be honoured', (d) => d.withdrawal(special(d, 'doNotHonour'), 2_000n)],
  ['102', 'an account under suspicion', (d) => d.withdrawal(special(d, 'suspectedFraud'), 2_000n)],
  [
    '121',
    'more than one withdrawal may take',
    (d, account) => d.withdrawal(account, BigInt(limits(d).perTransactionMinor) + note(d)),
  ],
]

const rowCases = ROWS.map(
  ([code, why, orderOf]): CheckCase => ({
    title: `${code}: ${why}`,
    async run(desk) {
      const account = desk.newAccount()
      const order = orderOf(desk, account)
      await desk.moves([account], [[0n, 0n]], () => desk.decline(order, code))
    },
  }),
)

export const DECLINE_CASES: readonly CheckCase[] = [
  ...rowCases,
  {
    title: 'the state of the card decides before anything about the account',
    async run(desk) {
      for (const { pan, code } of desk.given(desk.fixture.decliningCards, 'decliningCards')) {
        await desk.decline(desk.withdrawal(UNKNOWN_ACCOUNT, 2_000n, { pan }), code)
        desk.expect('a lookup', await desk.core.lookUpAccounts({ origin: desk.origin(), pan }), { code })
      }
    },
  },
  {
    title: '121: more than the day allows, counted with what was taken before; cash that came back does not count',
    async run(desk) {
      const { perTransactionMinor, perDayMinor } = limits(desk)
      const [most, account] = [BigInt(perTransactionMinor), desk.newAccount()]
      const returned = desk.withdrawal(account, most)
      await desk.approve(returned)
      await desk.approve(desk.reversal(returned, most))
      for (let taken = 0n; taken < perDayMinor; taken += most) await desk.approve(desk.withdrawal(account, most))
      await desk.decline(desk.withdrawal(account, note(desk)), '121')
    },
  },
  {
    title: '123: more often than the day allows, also when all come at once',
    async run(desk) {
      const { countPerDay } = limits(desk)
      const account = desk.newAccount()
      const orders = Array.from({ length: countPerDay + 2 }, () => desk.withdrawal(account, note(desk)))
      const outcomes = await Promise.all(orders.map((order) => desk.core.execute(order)))
      const codes = outcomes.map(({ code }) => code).sort()
      desk.expect('the outcomes', codes, [...Array(countPerDay).fill('000'), '123', '123'])
    },
  },
]
