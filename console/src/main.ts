// Starts the console: first the texts of the reader's language, because modules read them as soon as they are loaded.

import { loadServerMessages } from './texts/server-messages.ts'
import { loadTexts } from './texts/translate.ts'

await Promise.all([loadTexts(), loadServerMessages()])
await import('./start.tsx')
