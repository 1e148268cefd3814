// One code: its cause and its remedy.

import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { RecordQuery } from '../../kit/page/record-query.tsx'
import { Section } from '../../kit/page/section.tsx'
import { Facts } from '../../kit/show/facts.tsx'
import { YesNo } from '../../kit/show/values.tsx'
import { familyWords } from './families.ts'

export default function ErrorCodePage() {
  const code = usePathParameter('code')
  return (
    <RecordQuery queryKey={['error-codes', code]} load={() => ask(admin.getErrorCode({ code }))}>
      {(found) => (
        <PageFrame title={`${code}: ${found.title}`} trail={[['Error codes', '/error-codes']]}>
          <Section>
            <Facts
              columns={2}
              facts={[
                ['Cause', found.cause],
                ['What to do', found.remedy],
                ['HTTP status', found.httpStatus],
                ['Response code', found.responseCode],
                ['API family', familyWords(found.family)],
                ['Sending it again can help', <YesNo key="retry" value={found.retryable} />],
              ]}
            />
          </Section>
        </PageFrame>
      )}
    </RecordQuery>
  )
}
