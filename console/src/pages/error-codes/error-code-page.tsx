// One code: its cause and its remedy.

import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { Facts } from '../../kit/facts.tsx'
import { PageFrame } from '../../kit/page-frame.tsx'
import { usePathParameter } from '../../kit/path-parameter.ts'
import { RecordQuery } from '../../kit/record-query.tsx'
import { Section } from '../../kit/section.tsx'
import { YesNo } from '../../kit/values.tsx'

export default function ErrorCodePage() {
  const code = usePathParameter('code')
  return (
    <PageFrame title={code} trail={[['Error codes', '/error-codes']]}>
      <RecordQuery queryKey={['error-codes', code]} load={() => ask(admin.getErrorCode({ code }))}>
        {(found) => (
          <Section title={found.title}>
            <Facts
              columns={2}
              facts={[
                ['Cause', found.cause],
                ['Remedy', found.remedy],
                ['HTTP status', found.httpStatus],
                ['Response code', found.responseCode],
                ['Family', found.family],
                ['Sending it again can help', <YesNo key="retry" value={found.retryable} />],
              ]}
            />
          </Section>
        )}
      </RecordQuery>
    </PageFrame>
  )
}
