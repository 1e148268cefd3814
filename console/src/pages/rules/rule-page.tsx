// One of the rules: its decision table as it runs, and a form to try it out.

import { Alert, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { Allowed } from '../../kit/page/allowed.tsx'
import { EmptyState } from '../../kit/page/empty-state.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { RecordFrame } from '../../kit/page/record-frame.tsx'
import { Section } from '../../kit/page/section.tsx'
import { UrlTabs } from '../../kit/page/url-tabs.tsx'
import { JsonView } from '../../kit/show/json-view.tsx'
import { Instant } from '../../kit/show/values.tsx'
import { decisionNodes } from './decision-graph.ts'
import { DecisionTable } from './decision-table.tsx'
import { ExpressionTable, SwitchTable } from './expression-table.tsx'
import { RuleState } from './rule-state.tsx'
import { ruleWords } from './rule-words.ts'
import { TryOut } from './try-out.tsx'

export default function RulePage() {
  const name = usePathParameter('name')
  const { title, purpose } = ruleWords(name)
  return (
    <RecordFrame
      noun={title}
      list={['Rules', '/rules']}
      queryKey={['rules', name]}
      load={() => ask(admin.getRule({ name }))}
      frame={(rule) => ({
        title,
        badge: <RuleState rule={rule} />,
        description: purpose,
      })}
    >
      {(rule) => (
        <>
          {rule.error !== undefined && (
            <Alert color={rule.state === 'ACTIVE' ? 'yellow' : 'red'} title={`${name}.json cannot be used`}>
              <Text size="sm">{rule.error}</Text>
              {rule.state === 'ACTIVE' && <Text size="sm">The rules that were read before go on: see below.</Text>}
            </Alert>
          )}
          {rule.content === null ? (
            <EmptyState
              title={rule.state === 'OFF' ? 'These rules are off' : 'No rules are running'}
              hint={
                rule.state === 'OFF'
                  ? `There is no file ${name}.json in the folder of rules, so nothing is decided by them.`
                  : 'Mend the file and have it read again.'
              }
            />
          ) : (
            <RunningRule rule={rule} content={rule.content} />
          )}
        </>
      )}
    </RecordFrame>
  )
}

interface RunningRuleProps {
  readonly rule: onboarding.RuleWithTable
  readonly content: Readonly<Record<string, unknown>>
}

function RunningRule({ rule, content }: RunningRuleProps) {
  const { name, loadedAt } = rule
  const nodes = decisionNodes(content)
  const tryOut = useMutation({
    mutationFn: (input: Record<string, unknown>) => ask(admin.evaluateRule({ name }, { input })),
  })
  const matchedIn = (node: string) =>
    tryOut.data && new Set(tryOut.data.matched.filter((match) => match.node === node).map(({ row }) => row))
  const tables = (
    <Stack gap="lg">
      {nodes.map((node) =>
        node.kind === 'table' ? (
          <DecisionTable key={node.id} table={node} matched={matchedIn(node.name)} />
        ) : node.kind === 'expressions' ? (
          <ExpressionTable key={node.id} node={node} />
        ) : (
          <SwitchTable key={node.id} node={node} />
        ),
      )}
      <Allowed module="RULES" action="TEST">
        <TryOut name={name} nodes={nodes} tryOut={tryOut} />
      </Allowed>
      <Text size="xs" c="dimmed">
        Loaded from {name}.json at <Instant at={loadedAt} />, on the node that answered. Amounts are in the currency of
        the order, those of a day in the base currency of the institution.
      </Text>
    </Stack>
  )
  return (
    <UrlTabs
      label="Rules"
      tabs={[
        { value: 'table', label: 'Decision table', content: tables },
        {
          value: 'file',
          label: 'File',
          content: (
            <Section
              title={`${name}.json`}
              description="In the JSON Decision Model of GoRules, whose editor opens it. Files are changed on the server."
            >
              <JsonView value={content} label={`${name}.json`} maxHeight={640} />
            </Section>
          ),
        },
      ]}
    />
  )
}
