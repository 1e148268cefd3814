// Nodes of a decision that are no tables: computed values, and branches.

import { Code, Table } from '@mantine/core'
import { Section } from '../../kit/page/section.tsx'
import type { ExpressionNode, SwitchNode } from './decision-graph.ts'

export function ExpressionTable({ node }: { node: ExpressionNode }) {
  return (
    <PairTable
      title={node.name}
      description="Computes values that the next part reads."
      headers={['Value', 'Is computed as']}
      pairs={node.expressions.map(({ key, value }) => [key, value])}
    />
  )
}

export function SwitchTable({ node }: { node: SwitchNode }) {
  return (
    <PairTable
      title={node.name}
      description="Chooses which part comes next."
      headers={['Goes on with', 'When']}
      pairs={node.branches.map(({ condition, leadsTo }) => [leadsTo.join(', ') || '—', condition || 'otherwise'])}
    />
  )
}

interface PairTableProps {
  readonly title: string
  readonly description: string
  readonly headers: readonly [string, string]
  readonly pairs: readonly (readonly [string, string])[]
}

function PairTable({ title, description, headers, pairs }: PairTableProps) {
  return (
    <Section flush title={title} description={description}>
      <Table.ScrollContainer minWidth={480} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="30%">{headers[0]}</Table.Th>
              <Table.Th>{headers[1]}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {pairs.map(([name, expression]) => (
              <Table.Tr key={`${name} ${expression}`}>
                <Table.Td>{name}</Table.Td>
                <Table.Td>
                  <Code>{expression}</Code>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  )
}
