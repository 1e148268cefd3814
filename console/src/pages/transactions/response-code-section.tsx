// Why a transaction got its response code, and what to do about it.

import { PageLink } from '../../kit/page/page-link.tsx'
import { Section } from '../../kit/page/section.tsx'
import { Facts } from '../../kit/show/facts.tsx'
import { YesNo } from '../../kit/show/values.tsx'
import { useCatalogueEntry } from './response-codes.ts'

export function ResponseCodeSection({ code }: { code: string }) {
  const found = useCatalogueEntry(code)
  if (found === undefined) return null
  return (
    <Section
      title={`Response code ${code}: ${found.title}`}
      actions={<PageLink to={`/error-codes/${found.code}`}>In the catalogue</PageLink>}
    >
      <Facts
        columns={3}
        facts={[
          ['Cause', found.cause],
          ['What to do', found.remedy],
          ['Sending it again can help', <YesNo key="retry" value={found.retryable} />],
        ]}
      />
    </Section>
  )
}
