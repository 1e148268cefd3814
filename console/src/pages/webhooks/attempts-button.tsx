// Shows every attempt of a delivery with what the receiver answered.

import { Button, Code, Modal, Stack, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { CopiedId } from '../../kit/show/copied-id.tsx'
import { formatCount } from '../../kit/show/format.ts'
import { Instant } from '../../kit/show/values.tsx'
import { type Delivery, kindName } from './webhook-words.ts'

export function AttemptsButton({ delivery }: { delivery: Delivery }) {
  const [isOpen, dialog] = useDisclosure(false)
  const { sequence, kind } = delivery
  return (
    <>
      <Button variant="default" size="xs" onClick={dialog.open} aria-label={`Attempts of ${sequence}`}>
        Attempts
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={`Event ${sequence}: ${kindName(kind)}`} size="xl">
        <Attempts delivery={delivery} />
      </Modal>
    </>
  )
}

function Attempts({ delivery: { attempts, eventId } }: { delivery: Delivery }) {
  return (
    <Stack>
      <Text size="sm" component="div">
        Sent as <Code>webhook-id</Code> <CopiedId id={eventId} label="the id of the event" />
      </Text>
      <Table className="list" aria-label="Attempts">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Sent</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th className="numeric">Took</Table.Th>
            <Table.Th>Answer</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {attempts.toReversed().map(({ at, status, durationMs, answer = '', error }) => (
            <Table.Tr key={at}>
              <Table.Td data-title="Sent">
                <Instant at={at} />
              </Table.Td>
              <Table.Td data-title="Status">{status ?? 'None'}</Table.Td>
              <Table.Td data-title="Took" className="numeric">
                {formatCount(durationMs)} ms
              </Table.Td>
              <Table.Td data-title="Answer" style={{ overflowWrap: 'anywhere' }}>
                {error ?? (answer === '' ? 'Empty' : <Code block>{answer}</Code>)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  )
}
