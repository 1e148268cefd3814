// On the page of a transaction: the exception that it is, if it is one.

import { Alert, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../../api/ask.ts'
import { admin } from '../../../api/gateway.ts'
import { useMay } from '../../../session/entitlements.ts'
import { isReversal, type Transaction } from '../transaction-words.ts'
import { ExceptionButton } from './exception-button.tsx'
import { ACTIONS, KINDS } from './exception-words.ts'

export function ExceptionOfTransaction({ transaction }: { transaction: Transaction }) {
  const { id, rrn, type, status, institutionId } = transaction
  const may = useMay()
  const canBeOne = isReversal(type) || status === 'TIMED_OUT' || status === 'DECLINED'
  const { data: exception } = useQuery({
    queryKey: ['exceptions', 'of-transaction', id],
    queryFn: async () => {
      const { content } = await ask(admin.listExceptions({ size: 50 }, { search: rrn, institutionId }))
      // Several partners may have used the number. One that was of unknown outcome may be a declined advice since.
      const own = content.filter((found) => found.transaction?.id === id)
      return own.find(({ state }) => state === 'OPEN') ?? own[0] ?? null
    },
    enabled: canBeOne && may('EXCEPTIONS', 'VIEW'),
  })
  if (exception === undefined || exception === null) return null
  const isOpen = exception.state === 'OPEN'
  const { label, meaning } = KINDS[exception.kind]
  return (
    <Alert
      color={isOpen ? 'yellow' : 'gray'}
      title={
        isOpen
          ? `Exception: ${label.toLowerCase()}`
          : `Exception, ${ACTIONS[exception.resolution?.action ?? 'SETTLED'].toLowerCase()}`
      }
    >
      <Group justify="space-between" align="flex-end" wrap="nowrap">
        <Text size="sm">{isOpen ? meaning : exception.resolution?.reason}</Text>
        <ExceptionButton exception={exception} />
      </Group>
    </Alert>
  )
}
