// Makes a key and shows it once.

import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import type { onboarding } from '@tillgate/sdk'
import { useState } from 'react'
import { Allowed } from '../../kit/page/allowed.tsx'
import { KeyForm } from './key-form.tsx'
import { KeySecret } from './key-secret.tsx'

export interface MakeKeyButtonProps {
  readonly terminal?: { readonly terminalId: string; readonly institutionId: string }
}

export function MakeKeyButton({ terminal }: MakeKeyButtonProps) {
  const [isOpen, dialog] = useDisclosure(false)
  const [secret, setSecret] = useState<onboarding.TerminalKeyWithSecret>()
  return (
    <Allowed module="TERMINAL_KEYS" action="CREATE">
      <Button leftSection={<IconPlus size={16} />} onClick={dialog.open}>
        New key
      </Button>
      <KeyForm
        isOpen={isOpen}
        {...(terminal !== undefined && { terminal })}
        onClose={dialog.close}
        onMade={(key) => {
          setSecret(key)
          dialog.close()
        }}
      />
      <KeySecret terminalKey={secret} onClose={() => setSecret(undefined)} />
    </Allowed>
  )
}
