// A decision table as a table: conditions at the left, what follows at the right, and the rows that a try-out matched.

import { Badge, Code, Table, Text } from '@mantine/core'
import { Section } from '../../kit/section.tsx'
import { conditionWords, outputWords } from './cell-words.ts'
import type { TableColumn, TableNode } from './decision-graph.ts'

export interface DecisionTableProps {
  readonly table: TableNode
  /** The numbers of the rows, from 1; undefined while nothing is tried out. */
  readonly matched: ReadonlySet<number> | undefined
}

const POLICIES: Readonly<Record<string, string>> = {
  first: 'Rows are read from the top; the first one that fits decides.',
  collect: 'Every row that fits counts.',
}

export function DecisionTable({ table, matched }: DecisionTableProps) {
  const { name, hitPolicy, inputs, outputs, rows } = table
  const hasNotes = rows.some(({ description }) => description !== '')
  return (
    <Section flush title={name} description={`${POLICIES[hitPolicy] ?? hitPolicy} (hit policy “${hitPolicy}”)`}>
      <Table.ScrollContainer minWidth={Math.min(1400, (inputs.length + outputs.length) * 110 + 60)}>
        <Table aria-label={`Decision table ${name}`} withRowBorders withColumnBorders>
          <Table.Thead>
            <Table.Tr>
              <Table.Th rowSpan={2} w={60}>
                Row
              </Table.Th>
              <Table.Th colSpan={inputs.length} scope="colgroup">
                If
              </Table.Th>
              <Table.Th colSpan={outputs.length} scope="colgroup" bg="var(--mantine-color-default-hover)">
                Then
              </Table.Th>
              {hasNotes && <Table.Th rowSpan={2}>Note</Table.Th>}
            </Table.Tr>
            <Table.Tr>
              {inputs.map((column) => (
                <ColumnHeader key={column.id} column={column} />
              ))}
              {outputs.map((column) => (
                <ColumnHeader key={column.id} column={column} isOutput />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ cells, description }, at) => {
              const isMatched = matched?.has(at + 1) === true
              return (
                <Table.Tr
                  // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its number
                  key={at}
                  {...(isMatched && { bg: 'var(--mantine-color-green-light)' })}
                  data-matched={isMatched || undefined}
                >
                  <Table.Td className="numeric">
                    {at + 1}
                    {isMatched && (
                      <Badge size="xs" color="green" variant="filled" tt="none" ml={6}>
                        Fits
                      </Badge>
                    )}
                  </Table.Td>
                  {inputs.map(({ id, field }) => (
                    <Table.Td key={id}>
                      <InputCell text={cells[id] ?? ''} isExpression={field === undefined} />
                    </Table.Td>
                  ))}
                  {outputs.map(({ id }) => (
                    <Table.Td key={id} {...(!isMatched && { bg: 'var(--mantine-color-default-hover)' })}>
                      <OutputCell text={cells[id] ?? ''} />
                    </Table.Td>
                  ))}
                  {hasNotes && (
                    <Table.Td>
                      <Text size="xs">{description}</Text>
                    </Table.Td>
                  )}
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed" p="md">
          The table has no rows, so it decides nothing.
        </Text>
      )}
    </Section>
  )
}

function ColumnHeader({ column, isOutput = false }: { column: TableColumn; isOutput?: boolean }) {
  return (
    <Table.Th {...(isOutput && { bg: 'var(--mantine-color-default-hover)' })}>
      {column.name}
      {column.field !== undefined && column.field !== column.name && (
        <Text size="xs" c="dimmed" fw={400} ff="monospace">
          {column.field}
        </Text>
      )}
    </Table.Th>
  )
}

function InputCell({ text, isExpression }: { text: string; isExpression: boolean }) {
  if (text.trim() === '') {
    return (
      <Text span size="sm" c="dimmed">
        any
      </Text>
    )
  }
  const words = isExpression ? undefined : conditionWords(text)
  return words === undefined ? <Code>{text}</Code> : <span title={text}>{words}</span>
}

function OutputCell({ text }: { text: string }) {
  if (text.trim() === '') return <>—</>
  const words = outputWords(text)
  return words === undefined ? <Code>{text}</Code> : <span title={text}>{words}</span>
}
