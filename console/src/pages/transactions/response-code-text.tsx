// A response code with what it means.

import { Text } from '@mantine/core'
import { useResponseCodes } from './response-codes.ts'

export function ResponseCodeText({ code }: { code: string }) {
  const title = useResponseCodes().get(code)?.title
  return (
    <Text size="xs" c="dimmed" span>
      {title === undefined ? code : `${code} · ${title}`}
    </Text>
  )
}
