// What the receiver said to the last attempt of a delivery; opens all of its attempts.

import { Anchor, Code, Group, Modal, Stack, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { CopiedId } from '../../kit/show/copied-id.tsx'
import { formatCount } from '../../kit/show/format.ts'
import { Instant } from '../../kit/show/values.tsx'
import { type Delivery, kindName } from './webhook-words.ts'

export function LastAnswer({ delivery }: { delivery: Delivery }) {
  const [isOpen, dialog] = useDisclosure(false)
  const { sequence, kind, attempts } = delivery
  const last = attempts.at(-1)
  if (last === undefined) return <>—</>
  return (
    <>
      <Anchor component="button" type="button" size="sm" ta="start" onClick={dialog.open}>
        {last.status ?? last.error}
      </Anchor>
      <Text size="xs" c="dimmed">
        {attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`}
      </Text>
      <Modal opened={isOpen} onClose={dialog.close} title={`Event ${sequence}: ${kindName(kind)}`} size="xl">
        <Attempts delivery={delivery} />
      </Modal>
    </>
  )
}

function Attempts({ delivery: { attempts, eventId } }: { delivery: Delivery }) {
  return (
    <Stack>
      <Group gap={6}>
        <Text size="sm">Id of the event</Text>
        <CopiedId id={eventId} label="the id of the event" />
      </Group>
      <Table.ScrollContainer minWidth={420}>
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
            {attempts.toReversed().map(({ at, status, durationMs, answer, error }) => (
              <Table.Tr key={at}>
                <Table.Td data-title="Sent">
                  <Instant at={at} />
                </Table.Td>
                <Table.Td data-title="Status">{status ?? 'None'}</Table.Td>
                <Table.Td data-title="Took" className="numeric">
                  {formatCount(durationMs)} ms
                </Table.Td>
                <Table.Td data-title="Answer" style={{ overflowWrap: 'anywhere' }}>
                  {error ?? <Answer text={answer} />}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  )
}

/** Without the right to reveal there is none. */
function Answer({ text }: { text: string | undefined }) {
  if (text === undefined) return <>Hidden</>
  if (text === '') return <>Empty</>
  return (
    <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
      {text}
    </Code>
  )
}
