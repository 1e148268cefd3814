// Jobs that resolve many exceptions or hand them out.

import { ask } from '../../../../api/ask.ts'
import { admin } from '../../../../api/gateway.ts'
import { ListPage } from '../../../../kit/list/list-page.tsx'
import { Instant } from '../../../../kit/show/values.tsx'
import { JobProgress } from './job-progress.tsx'
import { actionInWords, type ExceptionJob, isUnfinished } from './work-words.ts'

const BUSY_MS = 1_000

export default function ExceptionJobsPage() {
  return (
    <ListPage<ExceptionJob>
      title="Jobs on exceptions"
      description="What was done with many exceptions at once, and how far it is."
      trail={[['Exceptions', '/exceptions']]}
      queryKey={['exceptions', 'jobs']}
      load={({ page, size }) => ask(admin.browseExceptionJobs({ page, size }))}
      refreshEveryMs={(jobs) => (jobs?.content.some(isUnfinished) === true ? BUSY_MS : false)}
      columns={[
        { title: 'Started', render: ({ createdAt }) => <Instant at={createdAt} />, width: 190 },
        { title: 'What', render: (job) => actionInWords(job), width: 200 },
        { title: 'By', render: ({ createdBy }) => createdBy },
        { title: 'Reason', render: ({ reason, comment }) => reason ?? comment ?? '—' },
        { title: 'Progress', render: (job) => <JobProgress job={job} />, width: 250 },
      ]}
      rowKey={({ id }) => id}
      rowTo={({ id }) => `/exceptions/jobs/${id}`}
      empty={{
        title: 'No jobs',
        hint: 'Tick exceptions in their list, then choose what to do with them.',
      }}
    />
  )
}
