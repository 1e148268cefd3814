// A button that opens a form in a dialog. A click beside the dialog does not close it, and Escape asks first: what was
// typed would be lost.

import { Button, type ButtonProps, type MantineSize, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { DialogInput, useGuardedClose } from './dialog-input.ts'
import { LeaveDialog } from './leave-guard.tsx'

export interface FormDialogProps extends Omit<ButtonProps, 'onClick' | 'children'> {
  readonly label: string
  /** On the dialog; by default the button's label. */
  readonly title?: string
  /** Where several buttons have the same label; contains the label. */
  readonly 'aria-label'?: string
  readonly dialogSize?: MantineSize | number | string
  /** The form; made each time the dialog opens. */
  children(close: () => void): ReactNode
}

export function FormDialog({ label, title, dialogSize = 'lg', children, ...button }: FormDialogProps) {
  const [isOpen, dialog] = useDisclosure(false)
  const { input, isAsked, close, stay, leave } = useGuardedClose(dialog.close)
  return (
    <>
      <Button variant="default" size="sm" {...button} onClick={dialog.open}>
        {label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={title ?? label}
        size={dialogSize}
        closeOnClickOutside={false}
        closeOnEscape={!isAsked}
      >
        <DialogInput value={input}>{children(dialog.close)}</DialogInput>
      </Modal>
      <LeaveDialog isOpen={isAsked} onStay={stay} onLeave={leave}>
        What you entered in this dialog is not saved yet. It is lost when you close it.
      </LeaveDialog>
    </>
  )
}
