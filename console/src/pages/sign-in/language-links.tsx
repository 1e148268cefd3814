// Other languages of the console, before signing in.

import { Anchor, Group } from '@mantine/core'
import { keepLanguage, LANGUAGES, type Language, language } from '../../reader.ts'

export function LanguageLinks() {
  const others = (Object.keys(LANGUAGES) as Language[]).filter((one) => one !== language)
  return (
    <Group gap="sm">
      {others.map((one) => (
        <Anchor
          key={one}
          component="button"
          type="button"
          size="sm"
          lang={one}
          onClick={() => {
            keepLanguage(one)
            window.location.reload()
          }}
        >
          {LANGUAGES[one]}
        </Anchor>
      ))}
    </Group>
  )
}
