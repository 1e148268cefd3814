// Opens an exception: to resolve it, or to read how it was resolved.

import { Alert, Button, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMay } from '../../../session/entitlements.ts'
import { KINDS, type TransactionException } from './exception-words.ts'
import { ResolutionFacts } from './resolution-facts.tsx'
import { ResolveForm } from './resolve-form.tsx'

export function ExceptionButton({ exception }: { exception: TransactionException }) {
  const [isOpen, dialog] = useDisclosure(false)
  const may = useMay()
  const canResolve = exception.state === 'OPEN' && may('EXCEPTIONS', 'APPROVE')
  const { rrn } = exception.transaction
  return (
    <>
      <Button
        size="xs"
        variant="default"
        style={{ flexShrink: 0 }}
        onClick={dialog.open}
        aria-label={canResolve ? `Resolve ${rrn}` : `Details of ${rrn}`}
      >
        {canResolve ? 'Resolve' : 'Details'}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={`${KINDS[exception.kind].label} ${rrn}`} size="xl">
        <Stack>
          <Text size="sm">{KINDS[exception.kind].meaning}</Text>
          {exception.resolution !== undefined && <ResolutionFacts resolution={exception.resolution} />}
          {canResolve && <ResolveForm exception={exception} onClose={dialog.close} />}
          {exception.state === 'OPEN' && !canResolve && (
            <Alert color="blue">Your role lets you see exceptions, not resolve them (EXCEPTIONS, APPROVE).</Alert>
          )}
        </Stack>
      </Modal>
    </>
  )
}
