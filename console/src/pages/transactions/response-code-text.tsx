// A response code with what it means.

import { Text } from '@mantine/core'
import { responseCodeText } from './response-codes.ts'

export function ResponseCodeText({ code }: { code: string }) {
  return (
    <Text size="xs" c="dimmed" span>
      {responseCodeText(code)}
    </Text>
  )
}
