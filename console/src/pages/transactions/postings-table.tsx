// The lines of a transaction's journal, with debits and credits that must be equal.

import { Stack, Table, Text } from '@mantine/core'
import { formatAmount } from '../../kit/show/format.ts'
import type { TransactionDetail } from './transaction-words.ts'

type Postings = TransactionDetail['postings']

export function PostingsTable({ postings }: { postings: Postings }) {
  const currencies = [...new Set(postings.map(({ currencyCode }) => currencyCode))]
  return (
    <Table.ScrollContainer minWidth={420}>
      <Table aria-label="Postings">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Account</Table.Th>
            <Table.Th className="numeric">Debit</Table.Th>
            <Table.Th className="numeric">Credit</Table.Th>
            <Table.Th>Currency</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {postings.map(({ account, amount, currencyCode }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a journal have no id and never change
            <Table.Tr key={at}>
              <Table.Td>
                <Stack gap={0}>
                  <Text size="sm">{account}</Text>
                  <Text size="xs" c="dimmed">
                    {accountInWords(account)}
                  </Text>
                </Stack>
              </Table.Td>
              <Table.Td className="numeric">{amount < 0 ? formatAmount(-amount, currencyCode) : ''}</Table.Td>
              <Table.Td className="numeric">{amount >= 0 ? formatAmount(amount, currencyCode) : ''}</Table.Td>
              <Table.Td>{currencyCode}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          {currencies.map((currency) => (
            <Sum key={currency} currency={currency} postings={postings} />
          ))}
        </Table.Tfoot>
      </Table>
    </Table.ScrollContainer>
  )
}

function Sum({ currency, postings }: { currency: string; postings: Postings }) {
  const own = postings.filter(({ currencyCode }) => currencyCode === currency).map(({ amount }) => amount)
  const total = (amounts: number[]) =>
    formatAmount(Math.abs(amounts.reduce((sum, amount) => sum + amount, 0)), currency)
  const debits = total(own.filter((amount) => amount < 0))
  const credits = total(own.filter((amount) => amount > 0))
  return (
    <Table.Tr>
      <Table.Th scope="row">{debits === credits ? 'Sum: balanced' : 'Sum: does not balance'}</Table.Th>
      <Table.Td className="numeric" fw={700}>
        {debits}
      </Table.Td>
      <Table.Td className="numeric" fw={700}>
        {credits}
      </Table.Td>
      <Table.Td fw={700}>{currency}</Table.Td>
    </Table.Tr>
  )
}

/** Accounts of the general ledger are named by what they hold. */
const LEDGER: readonly (readonly [RegExp, string])[] = [
  [/^vault:/, 'Cash in the terminal'],
  [/^fees:/, 'Fees earned'],
  [/^suspense:/, 'Suspense of the general ledger'],
  [/^settlement:/, 'Owed to the biller'],
  [/^clearing:/, 'Checks to be collected'],
]

function accountInWords(account: string): string {
  if (!account.includes(':')) return 'Customer account'
  return LEDGER.find(([names]) => names.test(account))?.[1] ?? 'Account of the general ledger'
}
