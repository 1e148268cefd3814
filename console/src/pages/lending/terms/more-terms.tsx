// Terms that few forms need, folded away. They open by themselves when the gateway refuses one of them.

import { Button, Collapse, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type HasTerms, TermsFields, type TermsFieldsProps } from './terms-fields.tsx'

export function MoreTerms<Values extends HasTerms>(props: TermsFieldsProps<Values>) {
  const [isOpen, { toggle }] = useDisclosure(false)
  const hasError = Object.keys(props.form.errors).some((path) => path.startsWith('terms.'))
  const shown = isOpen || hasError
  return (
    <Stack gap="md" align="stretch">
      <Button
        variant="transparent"
        size="sm"
        px={0}
        w="fit-content"
        aria-expanded={shown}
        leftSection={shown ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
        onClick={toggle}
      >
        More terms
      </Button>
      <Collapse expanded={shown}>
        <TermsFields {...props} />
      </Collapse>
    </Stack>
  )
}
