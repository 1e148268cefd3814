// Finds the transaction that a reversal belongs to.

import { Alert, Input, Loader, Radio, Stack, Table, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ask } from '../../../api/ask.ts'
import { admin } from '../../../api/gateway.ts'
import { present } from '../../../kit/list/record-list.tsx'
import { ErrorNotice } from '../../../kit/page/error-notice.tsx'
import { Id, Instant, Money } from '../../../kit/show/values.tsx'
import { reversedType, type Transaction, typeInWords } from '../transaction-words.ts'

export interface OriginalPickerProps {
  readonly reversal: Transaction
  readonly isRequired: boolean
  /** The id of the chosen transaction; empty when none is. */
  readonly value: string
  readonly error: ReactNode
  onChange(id: string): void
}

const MOST_SHOWN = 20

export function OriginalPicker({ reversal, isRequired, value, error, onChange }: OriginalPickerProps) {
  const [rrn, setRrn] = useState('')
  const [asked] = useDebouncedValue(rrn.trim(), 300)
  const { institutionId, accountId, currencyCode, type, amount, beneficiaryAccountId } = reversal
  const wanted = reversedType(type)
  const candidates = useQuery({
    queryKey: ['transactions', 'originals', reversal.id, asked],
    queryFn: async () => {
      const { content } = await ask(
        admin.listTransactions(
          { size: 100 },
          {
            ...present({ institutionId, accountId, currencyCode, rrn: asked === '' ? undefined : asked }),
            type: [wanted],
            status: ['APPROVED', 'PARTIALLY_REVERSED'],
          },
        ),
      )
      return content.filter(
        (found) =>
          found.beneficiaryAccountId === beneficiaryAccountId && found.amount - found.reversedAmount >= amount - 1e-9,
      )
    },
    placeholderData: keepPreviousData,
  })
  const shown = candidates.data?.slice(0, MOST_SHOWN) ?? []
  return (
    <Input.Wrapper
      label="Original"
      required={isRequired}
      error={error}
      description={`${typeInWords(wanted)}s of account ${accountId} of which enough is left to be reversed, newest first.${
        isRequired ? '' : ' Without a choice the gateway takes the one that fits best.'
      }`}
    >
      <Stack gap="xs" mt={6}>
        <TextInput
          type="search"
          aria-label="RRN of the original"
          placeholder="RRN of the original"
          w={240}
          value={rrn}
          onChange={(event) => setRrn(event.currentTarget.value)}
        />
        {candidates.isError && <ErrorNotice error={candidates.error} onRetry={() => void candidates.refetch()} />}
        {candidates.isPending && <Loader size="sm" />}
        {candidates.data !== undefined && shown.length === 0 && (
          <Alert color="gray">
            <Text size="sm">
              No transaction fits. If there is none, ignore the exception; nothing has to be taken back.
            </Text>
          </Alert>
        )}
        {shown.length > 0 && <Candidates {...{ shown, value, onChange }} />}
      </Stack>
    </Input.Wrapper>
  )
}

function Candidates(props: { shown: readonly Transaction[]; value: string; onChange(id: string): void }) {
  const { shown, value, onChange } = props
  return (
    <Table.ScrollContainer minWidth={480} maxHeight={260}>
      <Table aria-label="Possible originals">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>RRN</Table.Th>
            <Table.Th>Recorded</Table.Th>
            <Table.Th>Terminal</Table.Th>
            <Table.Th className="numeric">Amount</Table.Th>
            <Table.Th className="numeric">Left</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map(({ id, rrn, createdAt, terminalId, amount, reversedAmount, currencyCode }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <Radio
                  name="original"
                  value={id}
                  checked={value === id}
                  onChange={() => onChange(id)}
                  label={<Id>{rrn}</Id>}
                />
              </Table.Td>
              <Table.Td>
                <Instant at={createdAt} />
              </Table.Td>
              <Table.Td>{terminalId ?? '—'}</Table.Td>
              <Table.Td className="numeric">
                <Money amount={amount} currency={currencyCode} />
              </Table.Td>
              <Table.Td className="numeric">
                <Money amount={amount - reversedAmount} currency={currencyCode} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
