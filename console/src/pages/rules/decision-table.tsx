// A decision table as a table: conditions at the left, what follows at the right, and the rows that a try-out matched.

import { Code, Table, Text } from '@mantine/core'
import { KEYBOARD_SCROLL } from '../../kit/list/keyboard-scroll.ts'
import { Section } from '../../kit/page/section.tsx'
import { conditionWords, outputWords } from './cell-words.ts'
import type { TableColumn, TableNode } from './decision-graph.ts'

export interface DecisionTableProps {
  readonly table: TableNode
  /** The numbers of the rows, from 1; undefined while nothing is tried out. */
  readonly matched: ReadonlySet<number> | undefined
}

const POLICIES: Readonly<Record<string, string>> = {
  first: 'Rows are read from the top; the first one that matches decides',
  collect: 'Every row that matches counts',
}

export function DecisionTable({ table, matched }: DecisionTableProps) {
  const { name, hitPolicy, inputs, outputs, rows } = table
  const hasNotes = rows.some(({ description }) => description !== '')
  // Many columns fit the page only when they are narrow.
  const isWide = inputs.length + outputs.length > 7
  return (
    <Section
      flush
      title={name}
      description={`${POLICIES[hitPolicy] ?? 'Rows are read from the top'} (hit policy “${hitPolicy}”).`}
    >
      <Table.ScrollContainer
        minWidth={(inputs.length + outputs.length) * (isWide ? 74 : 100) + 220}
        scrollAreaProps={KEYBOARD_SCROLL}
      >
        <Table
          aria-label={`Decision table ${name}`}
          withColumnBorders
          {...(isWide && { horizontalSpacing: 8, verticalSpacing: 4, fz: 'xs' })}
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th rowSpan={2} w={50}>
                Row
              </Table.Th>
              {hasNotes && (
                <Table.Th rowSpan={2} miw={140}>
                  Note
                </Table.Th>
              )}
              <Table.Th colSpan={inputs.length} scope="colgroup">
                If
              </Table.Th>
              <Table.Th colSpan={outputs.length} scope="colgroup" bg="var(--mantine-color-default-hover)">
                Then
              </Table.Th>
            </Table.Tr>
            <Table.Tr data-inner>
              {inputs.map((column) => (
                <ColumnHeader key={column.id} column={column} isShort={isWide} />
              ))}
              {outputs.map((column) => (
                <ColumnHeader key={column.id} column={column} isShort={isWide} isOutput />
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
                      <Text size="xs" fw={700}>
                        matches
                      </Text>
                    )}
                  </Table.Td>
                  {hasNotes && (
                    <Table.Td>
                      <Text size="xs">{description}</Text>
                    </Table.Td>
                  )}
                  {inputs.map(({ id, field }) => (
                    <Table.Td key={id} style={{ whiteSpace: isWide ? 'nowrap' : undefined }}>
                      <InputCell text={cells[id] ?? ''} isExpression={field === undefined} />
                    </Table.Td>
                  ))}
                  {outputs.map(({ id }) => (
                    <Table.Td key={id} {...(!isMatched && { bg: 'var(--mantine-color-default-hover)' })}>
                      <OutputCell text={cells[id] ?? ''} />
                    </Table.Td>
                  ))}
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed" p="lg" pt={0}>
          The table has no rows, so it decides nothing.
        </Text>
      )}
    </Section>
  )
}

interface ColumnHeaderProps {
  readonly column: TableColumn
  /** The name of the field is in the title only. */
  readonly isShort: boolean
  readonly isOutput?: boolean
}

function ColumnHeader({ column, isShort, isOutput = false }: ColumnHeaderProps) {
  return (
    <Table.Th title={column.field} {...(isOutput && { bg: 'var(--mantine-color-default-hover)' })}>
      {column.name}
      {!isShort && column.field !== undefined && (
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
      <Text span fz="inherit" c="dimmed">
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
