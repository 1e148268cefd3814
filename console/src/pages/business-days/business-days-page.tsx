// The business days of an institution, which is chosen at the top.

import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { InstitutionSelect } from '../../kit/inputs/institution-select.tsx'
import { EmptyState } from '../../kit/page/empty-state.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { Loaded } from '../../kit/page/record-query.tsx'
import { useUrlState } from '../../kit/page/url-state.ts'
import { loadInstitution } from '../institutions/institution.ts'
import { BusinessDayList } from './business-day-list.tsx'

export default function BusinessDaysPage() {
  const [url, changeUrl] = useUrlState()
  // Users of an institution see one only, and have nothing to choose.
  const { data: visible } = useQuery({
    queryKey: ['institutions', 'choices', 'visible'],
    queryFn: () => ask(admin.listInstitutions({ size: 2 }, {})),
  })
  const only = visible?.totalElements === 1 ? visible.content[0]?.institutionId : undefined
  const code = url.institutionId ?? only
  return (
    <PageFrame
      title="Business days"
      description="What was posted on each business day, by terminal and currency, and the file to reconcile it with."
    >
      <InstitutionSelect
        label="Institution"
        size="sm"
        w={280}
        value={code ?? null}
        onChange={(institutionId) => changeUrl({ institutionId: institutionId ?? undefined, page: undefined })}
      />
      {code === undefined ? (
        <EmptyState
          title="Choose an institution"
          hint="Every institution counts its business days in its own time zone."
        />
      ) : (
        <DaysOf key={code} code={code} />
      )}
    </PageFrame>
  )
}

function DaysOf({ code }: { code: string }) {
  const query = useQuery({ queryKey: ['institutions', 'record', code], queryFn: () => loadInstitution(code) })
  return <Loaded query={query}>{(institution) => <BusinessDayList institution={institution} isPage />}</Loaded>
}
