import type { ConsolePage } from '../console-page.ts'

export const healthPages: readonly ConsolePage[] = []
