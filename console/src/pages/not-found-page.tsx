// An address that leads nowhere.

import { Text } from '@mantine/core'
import { LinkButton } from '../kit/page/link-button.tsx'
import { PageFrame } from '../kit/page/page-frame.tsx'

export function NotFoundPage() {
  return (
    <PageFrame title="There is no such page">
      <Text size="sm">
        The address may be mistyped, or what it showed has moved. Choose a page in the menu, or find one by its name.
      </Text>
      <div>
        <LinkButton to="/">To the start page</LinkButton>
      </div>
    </PageFrame>
  )
}
