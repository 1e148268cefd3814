// The keys of all terminals that the user sees.

import { PageFrame } from '../../kit/page/page-frame.tsx'
import { KeyList } from './key-list.tsx'
import { KeyStates } from './key-states.tsx'
import { MakeKeyButton } from './make-key-button.tsx'

export default function TerminalKeysPage() {
  return (
    <PageFrame
      title="Terminal keys"
      description="Keys of all terminals: which are in use, and which end soon. A key is shown once, when it is made."
      actions={<MakeKeyButton />}
    >
      <KeyList />
      <KeyStates />
    </PageFrame>
  )
}
