// The sandbox's mailbox: invitations, reset links and codes that would have been mailed.

import { Anchor, Text } from '@mantine/core'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { present } from '../../kit/list/record-list.tsx'
import { Instant } from '../../kit/show/values.tsx'

const REFRESH_MS = 10_000

export default function MailboxPage() {
  return (
    <ListPage
      title="Mailbox"
      description="The sandbox sends no mail. What it would have sent is kept here: invitations, links to set a password, codes."
      queryKey={['sandbox-mails']}
      load={({ page, size, filters: { to } }) => ask(admin.listSandboxMails(present({ page, size, to })))}
      columns={[
        { title: 'Subject', render: ({ subject }) => subject },
        { title: 'Recipient', render: ({ to }) => to },
        { title: 'Text', render: ({ text }) => <MailText text={text} /> },
        { title: 'Sent', render: ({ sentAt }) => <Instant at={sentAt} /> },
      ]}
      filters={[{ kind: 'search', name: 'to', label: 'Recipient', placeholder: 'Whole e-mail' }]}
      rowKey={({ id }) => id}
      refreshEveryMs={REFRESH_MS}
      empty={{ title: 'No mails yet', hint: 'Invite a user or ask for a reset link: the mail appears here.' }}
    />
  )
}

const LONGEST_LINK = 60

/** A link of a mail carries a sealed token that fills half a page. */
function shortened(link: string): string {
  return link.length <= LONGEST_LINK ? link : `${link.slice(0, LONGEST_LINK)}…`
}

/** Links to this console can be followed. */
function MailText({ text }: { text: string }) {
  const parts = text.split(/(https?:\/\/\S+)/)
  return (
    <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {parts.map((part) =>
        part.startsWith(`${window.location.origin}/`) ? (
          <Anchor key={part} href={part} target="_blank" rel="noreferrer" size="sm">
            {shortened(part)}
          </Anchor>
        ) : (
          part
        ),
      )}
    </Text>
  )
}
