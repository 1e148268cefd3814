// Starts the console: first the texts of the reader's language, because modules read them as soon as they are loaded.

import { loadTexts } from './texts/translate.ts'

await loadTexts()
await import('./start.tsx')
