// One code: its cause and its remedy.

import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { RecordFrame } from '../../kit/page/record-frame.tsx'
import { Section } from '../../kit/page/section.tsx'
import { Facts } from '../../kit/show/facts.tsx'
import { YesNo } from '../../kit/show/values.tsx'
import { familyWords } from './families.ts'

export default function ErrorCodePage() {
  const code = usePathParameter('code')
  return (
    <RecordFrame
      noun={code}
      list={['Error codes', '/error-codes']}
      queryKey={['error-codes', code]}
      load={() => ask(admin.getErrorCode({ code }))}
      frame={(found) => ({
        title: `${code}: ${found.title}`,
      })}
    >
      {(found) => (
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
      )}
    </RecordFrame>
  )
}
