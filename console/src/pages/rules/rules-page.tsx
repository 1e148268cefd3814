// The rules of the platform and whether they run.

import { Text } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { Id, Instant } from '../../kit/show/values.tsx'
import { RuleState } from './rule-state.tsx'
import { ruleWords } from './rule-words.ts'

export default function RulesPage() {
  return (
    <ListPage<onboarding.Rule>
      title="Rules"
      description="Decision tables that limit and decline orders and grade loan applications. They are files on the server: change a file there and have it read again. Rules can only tighten what institution and terminal allow."
      queryKey={['rules']}
      load={({ page, size }) => ask(admin.listRules({ page, size }))}
      columns={[
        {
          title: 'Rules',
          render: ({ name }) => (
            <>
              <Text size="sm" fw={600}>
                {ruleWords(name).title}
              </Text>
              <Id>{`${name}.json`}</Id>
            </>
          ),
          width: 190,
        },
        {
          title: 'What they decide',
          render: ({ name, error }) => (
            <>
              <Text size="sm">{ruleWords(name).purpose}</Text>
              {error !== undefined && (
                <Text size="xs" mt={4} fw={600} style={{ overflowWrap: 'anywhere' }}>
                  The file cannot be used: {error}
                </Text>
              )}
            </>
          ),
        },
        { title: 'State', render: (rule) => <RuleState rule={rule} />, width: 110 },
        { title: 'Loaded', render: ({ loadedAt }) => <Instant at={loadedAt} />, width: 190 },
      ]}
      rowKey={({ name }) => name}
      rowTo={({ name }) => `/rules/${name}`}
      empty={{ title: 'No rules' }}
    />
  )
}
