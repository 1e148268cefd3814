// The catalogue of every code that the platform can send.

import { Text } from '@mantine/core'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { present } from '../../kit/list/record-list.tsx'
import { Id, YesNo } from '../../kit/show/values.tsx'
import { FAMILIES } from './families.ts'

export default function ErrorCodesPage() {
  return (
    <ListPage
      title="Error codes"
      description="Every code that an integrator can meet, with its cause and what to do about it."
      queryKey={['error-codes']}
      load={({ page, size, filters }) =>
        ask(
          admin.listErrorCodes(
            present({ page, size, family: filters.family as 'A' | undefined, search: filters.search }),
          ),
        )
      }
      columns={[
        { title: 'Code', render: ({ code }) => <Id>{code}</Id>, width: 150 },
        { title: 'Meaning', render: ({ title }) => title },
        { title: 'HTTP', numeric: true, render: ({ httpStatus }) => httpStatus, width: 80 },
        { title: 'Retry', render: ({ retryable }) => <YesNo value={retryable} />, width: 80 },
        {
          title: 'What to do',
          render: ({ remedy }) => (
            <Text size="sm" lineClamp={2}>
              {remedy}
            </Text>
          ),
        },
      ]}
      filters={[
        { kind: 'search', name: 'search', label: 'Search', placeholder: 'Code or words' },
        { kind: 'choice', name: 'family', label: 'Family', choices: FAMILIES, width: 220 },
      ]}
      rowKey={({ code }) => code}
      rowTo={({ code }) => `/error-codes/${code}`}
      empty={{ title: 'No error codes' }}
    />
  )
}
