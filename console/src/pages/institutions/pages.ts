import type { ConsolePage } from '../console-page.ts'

export const institutionPages: readonly ConsolePage[] = []
