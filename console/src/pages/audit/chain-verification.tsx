// Verifies the chain of hashes and tells what was found.

import { Alert, Button, Code, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLinkOff, IconShieldCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ErrorNotice } from '../../kit/page/error-notice.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { PageLoading } from '../../kit/page/page-loading.tsx'
import { formatCount } from '../../kit/show/format.ts'
import { Instant } from '../../kit/show/values.tsx'
import { serverMessage } from '../../texts/server-messages.ts'

type Verification = onboarding.VerifyAuditLogsReply['data']

export function ChainVerification() {
  const [isOpen, dialog] = useDisclosure(false)
  const verification = useMutation({ mutationFn: () => ask(admin.verifyAuditLogs()) })
  const verify = () => {
    dialog.open()
    verification.mutate()
  }
  return (
    <>
      <Button variant="default" leftSection={<IconShieldCheck size={16} />} onClick={verify}>
        Verify the chain
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title="Verification of the audit log" size="lg">
        {verification.isPending && <PageLoading />}
        {verification.isError && <ErrorNotice error={verification.error} onRetry={() => verification.mutate()} />}
        {verification.data !== undefined && <Result found={verification.data} onFollow={dialog.close} />}
      </Modal>
    </>
  )
}

function Result({ found, onFollow }: { found: Verification; onFollow: () => void }) {
  const { valid, checked, head, checkedSince } = found
  return (
    <Stack>
      {valid ? (
        <Alert color="green" icon={<IconShieldCheck />} title="The chain is unbroken">
          {checked === undefined
            ? 'Every record is as it was written.'
            : `All ${formatCount(checked)} records are as they were written, and none is missing.`}
        </Alert>
      ) : (
        <Break found={found} onFollow={onFollow} />
      )}
      {checkedSince !== undefined && (
        <Text size="sm" c="dimmed">
          Every record was read at <Instant at={checkedSince} /> or later.
        </Text>
      )}
      {head !== undefined && (
        <div>
          <Text size="sm" mb={4}>
            The chain ends with record {formatCount(head.position)}. Keep its hash outside of this system: if the same
            record has another hash later, the log was rewritten as a whole.
          </Text>
          <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {head.hash}
          </Code>
        </div>
      )}
    </Stack>
  )
}

function Break({ found: { checked, firstBreak }, onFollow }: { found: Verification; onFollow: () => void }) {
  return (
    <Alert color="red" icon={<IconLinkOff />} title="The chain is broken">
      <Stack gap="xs">
        {firstBreak === undefined ? (
          <Text size="sm">
            A record was changed or removed after it was written. Tell the operator of the platform.
          </Text>
        ) : (
          <>
            <Text size="sm">
              The first break is at record {formatCount(firstBreak.position)}: {serverMessage(firstBreak.reason)}.
            </Text>
            <Text size="sm">
              {checked !== undefined &&
                checked > 0 &&
                `The ${formatCount(checked)} records before it are as they were written. `}
              From there on the database was changed behind the gateway, or a record is missing: nothing after it can be
              relied upon. Compare with a backup, and find out who has access to the database.
            </Text>
            {firstBreak.auditId !== undefined && (
              <Text size="sm" onClick={onFollow}>
                <PageLink to={`/audit/${firstBreak.auditId}`}>Look at the record</PageLink>
              </Text>
            )}
          </>
        )}
      </Stack>
    </Alert>
  )
}
