// Opens an exception: to resolve it, or to read how it was resolved.

import { Alert, Button, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMay } from '../../../session/entitlements.ts'
import { CashFacts } from './cash-facts.tsx'
import { KINDS, shownSubject, type TransactionException } from './exception-words.ts'
import { MovementFacts } from './movement-facts.tsx'
import { ReconciledFacts } from './reconciled-facts.tsx'
import { ResolutionFacts } from './resolution-facts.tsx'
import { ResolveForm } from './resolve-form.tsx'
import { SwitchFacts } from './switch-facts.tsx'
import { WorkSection } from './work/work-section.tsx'

export function ExceptionButton({ exception }: { exception: TransactionException }) {
  const [isOpen, dialog] = useDisclosure(false)
  const may = useMay()
  const canResolve = exception.state === 'OPEN' && may('EXCEPTIONS', 'APPROVE')
  const { name: subject } = shownSubject(exception)
  return (
    <>
      <Button
        size="xs"
        variant="default"
        style={{ flexShrink: 0 }}
        onClick={dialog.open}
        aria-label={canResolve ? `Resolve ${subject}` : `Details of ${subject}`}
      >
        {canResolve ? 'Resolve' : 'Details'}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={`${KINDS[exception.kind].label} ${subject}`} size="xl">
        <Stack>
          <Text size="sm">{KINDS[exception.kind].meaning}</Text>
          <MovementFacts exception={exception} />
          <CashFacts exception={exception} />
          {exception.switchMessage !== undefined && <SwitchFacts message={exception.switchMessage} />}
          {exception.reconciled !== undefined && <ReconciledFacts reconciled={exception.reconciled} />}
          <WorkSection exception={exception} />
          {exception.resolution !== undefined && <ResolutionFacts resolution={exception.resolution} />}
          {canResolve && exception.pending === undefined && (
            <ResolveForm exception={exception} onClose={dialog.close} />
          )}
          {exception.state === 'OPEN' && !canResolve && (
            <Alert color="blue">Your role lets you see exceptions, not resolve them (EXCEPTIONS, APPROVE).</Alert>
          )}
        </Stack>
      </Modal>
    </>
  )
}
